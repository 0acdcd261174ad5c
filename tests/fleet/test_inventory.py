"""Reading inventories: texts stay texts, defaults once, everything wrong at once."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given, strategies as st

from openshift_credentials.fleet.inventory import load_inventory
from openshift_credentials.fleet.rules.stack_settings import stack_settings
from tests.fleet.rows import aws_row, csv_text, many, write
from tests.kit.nonempty import nonempty

WORDS = ("no", "n", "y", "yes", "on", "off", "true", "null", "1e3", "0123", "12", "0x1f", "1-1")


@pytest.mark.parametrize("word", WORDS)
def test_a_name_that_yaml_takes_for_something_else_stays_a_text(tmp_path: Path, word: str) -> None:
    row = aws_row("placeholder")
    lines = [f"  {key}: {value}" for key, value in row.items() if key != "name"]
    path = tmp_path / "fleet.yaml"
    path.write_text("\n".join(["clusters:", "-", f"  name: {word}", *lines, ""]))

    loaded = load_inventory(path)

    if word == "null":
        assert "name is required" in str(loaded.problems[0])
    else:
        assert [each.name for each in loaded.fleet.members] == [word], loaded.problems
        assert stack_settings(loaded.fleet.members[0])["cluster"] == {
            "name": word,
            "oidcIssuer": "https://oidc.example.com/placeholder",
            "operatorNamespace": "hypershift",
        }


@pytest.mark.parametrize("name", ["fleet.yaml", "fleet.yml", "FLEET.YML"])
def test_csv_and_yaml_say_the_same(tmp_path: Path, name: str) -> None:
    rows = many(7)
    lines = ["clusters:"]
    for row in rows:
        lines += ["-", *(f"  {key}: {value}" for key, value in row.items())]
    (tmp_path / name).write_text("\n".join(lines))

    from_csv = load_inventory(write(tmp_path / "fleet.csv", rows)).fleet.members
    from_yaml = load_inventory(tmp_path / name).fleet.members

    assert [(each.values, each.hosted_clusters) for each in from_csv] == [
        (each.values, each.hosted_clusters) for each in from_yaml
    ]


def test_defaults_are_said_once_and_a_cell_goes_over_them(tmp_path: Path) -> None:
    shared = {**aws_row("*"), "issuer": "", "wave": "2", "hostedClusters": "clusters/shared"}
    rows = [
        shared,
        {"name": "a", "issuer": "https://a.example.com"},
        {"name": "b", "issuer": "https://b.example.com", "wave": "7", "hostedClusters": "own/b"},
    ]

    first, second = load_inventory(write(tmp_path / "fleet.csv", rows)).fleet.members

    assert (first["wave"], second["wave"]) == ("2", "7")
    assert first["region"] == "eu-central-1"
    assert [each.name for each in second.hosted_clusters] == ["own/b"]


def test_hosted_clusters_come_from_a_file_beside_the_inventory(tmp_path: Path) -> None:
    (tmp_path / "hosted.csv").write_text(
        "hostedCluster,keyPrefix\nclusters/a,\nclusters/b,etcd-backups/x\n"
    )
    row = aws_row(hostedClusters="", hostedClustersFile="hosted.csv")

    (member,) = load_inventory(write(tmp_path / "fleet.csv", [row])).fleet.members

    assert stack_settings(member)["etcdBackup"]["backups"] == [  # pyright: ignore[reportIndexIssue, reportUnknownVariableType]
        {"hostedCluster": "clusters/a"},
        {"hostedCluster": "clusters/b", "keyPrefix": "etcd-backups/x"},
    ]


def test_all_wrong_rows_are_reported_at_once_with_their_lines(tmp_path: Path) -> None:
    rows = [
        aws_row("a", account="12"),
        aws_row("b"),
        aws_row("c", issuer="http://x", freeze="perhaps"),
    ]

    problems = load_inventory(write(tmp_path / "fleet.csv", rows)).problems

    assert [(each.line, each.setting) for each in problems] == [
        (2, "account"),
        (4, "issuer"),
        (4, "freeze"),
    ]


CELLS: dict[str, tuple[list[str], list[str]]] = {
    "name": (["m", "m" * 42, "0"], ["m" * 43, "-m", "m-"]),
    "wave": (["0", "a-1", "w" * 63], ["w" * 64, "-", "a_b"]),
    "freeze": (["TRUE", "False"], ["yes"]),
    "image": (
        ["a", "a.io:5000/b/c:V_1.0", f"a@sha256:{'0' * 64}", f"a:{'t' * 128}"],
        ["A", "a:", f"a@sha256:{'0' * 63}", f"a:{'t' * 129}", "a.io:x/b:1", "a:-t"],
    ),
    "backend": (
        ["https://a", "s3://a", "azblob://a", "gs://a", "file:///a", "postgres://a"],
        ["http://a", "s3://", "s3:/a", "s3://a b", "s3://u@a"],
    ),
    "secretsProvider": (
        ["passphrase", "awskms://a", "azurekeyvault://a", "gcpkms://a", "hashivault://a"],
        ["default", "awskms://", "awskms://a b"],
    ),
    "stack": (["s", "o/p/s", "s" * 100], ["o/p/q/s", "s" * 101, "/s"]),
    "updateTtl": (["1ns", "1h30m"], ["0s", "-1h", "1d"]),
    "region": (["r", "eu-central-1"], ["EU", "r" * 64]),
    "keyPrefix": (["a b"], ["a\tb"]),
}
SETTINGS: dict[str, tuple[list[str], list[str]]] = {
    "minutesBetweenWaves": (["1", "10", "99", "100", "720"], ["0", "01", "721", "730", "1000"]),
    "nightlySchedule": (["0 0 * * *", "59 23 * * *"], ["60 0 * * *", "0 24 * * *", "0 1 * * 1"]),
    "repository": (
        ["https://a/b", "ssh://git@a/b", "git@a:b", "http://a"],
        ["https://u@a", "git@a", "ftp://a", "https://a b"],
    ),
    "path": ([".", "a/b.c"], ["/a", "a/../b", "a b"]),
    "programDirectory": (["/opt/a"], ["/opt", "/opt/a/b", "opt/a"]),
    "waves": (["0 a-b"], ["A", "a_b"]),
    "revision": (["v1.0/x"], ["a b"]),
    "hostedClusterNames": (["unique", "per-cluster"], ["both"]),
}


@pytest.mark.parametrize("column", CELLS)
def test_a_cell_is_judged_by_the_rule_of_its_column(tmp_path: Path, column: str) -> None:
    for values, is_right in zip(CELLS[column], (True, False), strict=True):
        for value in nonempty(values):
            path = write(tmp_path / "fleet.csv", [{**aws_row("mc-1"), column: value}])
            problems = [each for each in load_inventory(path).problems if each.setting == column]
            assert (not problems) is is_right, value


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_of_the_fleet_is_judged_by_its_rule(tmp_path: Path, name: str) -> None:
    for values, is_right in zip(SETTINGS[name], (True, False), strict=True):
        for value in nonempty(values):
            path = tmp_path / "fleet.yaml"
            path.write_text(yaml.safe_dump({"fleet": {name: value}, "clusters": [{"name": "a"}]}))
            loaded = load_inventory(path)
            assert (name not in {each.setting for each in loaded.problems}) is is_right, value
            assert (loaded.fleet[name] == value) is is_right, value


def test_a_trigger_in_a_file_of_hosted_clusters_is_refused(tmp_path: Path) -> None:
    (tmp_path / "hosted.csv").write_text("hostedCluster,trigger\nclusters/a,now\n")
    row = aws_row(hostedClusters="", hostedClustersFile="hosted.csv")
    loaded = load_inventory(write(tmp_path / "fleet.csv", [row]))
    assert [(each.setting, each.why.partition(": ")[2]) for each in loaded.problems] == [
        ("hostedClusters", "clusters/a has its own trigger, which the nightly job cannot change")
    ]


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["name", "cloud", "issuer", "wave", "hostedClusters", "freeze", "x"]),
            st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
        ),
        max_size=4,
    )
)
def test_no_inventory_ends_in_a_traceback(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, str]]
) -> None:
    path = tmp_path_factory.mktemp("inventory") / "fleet.csv"
    path.write_bytes(csv_text(rows).encode("utf-8"))

    loaded = load_inventory(path)

    assert loaded.problems or loaded.fleet.members
