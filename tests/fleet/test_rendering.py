"""Rendered fleets: the same for the same inventory, local to a row, and texts for every reader."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, strategies as st

from openshift_credentials.base.yaml_text import yaml_text
from openshift_credentials.fleet.check.settings import problems_of
from openshift_credentials.fleet.inventory import load_inventory
from openshift_credentials.fleet.rules.inventory import Engine, Fleet, Topology
from openshift_credentials.fleet.rules.stack_traps import is_stack, stack_traps
from openshift_credentials.fleet.rules.tree import files_of
from openshift_credentials.preview.engine_yaml import read_yaml
from tests.cli.command import call
from tests.fleet.rows import Row, fleet_of, many
from tests.kit.golden import Golden
from tests.kit.nonempty import nonempty
from tests.kit.output_schema import problems

HERE = Path(__file__).parent
KEY = "awskms://alias/pulumi"
WAYS = [(topology, engine) for topology in Topology for engine in Engine]
WHOLE = ("clusters/aro-2/", "management-clusters/aro-2", "fleet/", ".github/")
"""Files that stand in the golden files with their text; the others with a digest."""


@pytest.fixture(scope="module")
def ten() -> Fleet:
    loaded = load_inventory(HERE / "ten.yaml")
    assert loaded.problems == ()
    return loaded.fleet


def documents(files: dict[str, str]) -> list[Any]:
    texts = [text for path, text in files.items() if path.endswith((".yaml", ".json"))]
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return [each for text in texts for each in yaml.load_all(text, loader)]


@pytest.mark.parametrize(("topology", "engine"), WAYS)
def test_ten_clusters_are_rendered_as_they_were(
    ten: Fleet, topology: Topology, engine: Engine, golden: Golden
) -> None:
    lines: list[str] = []
    for path, text in files_of(ten, topology, engine).items():
        shown = text if path.startswith(WHOLE) else hashlib.sha256(text.encode()).hexdigest()
        lines.append(f"=== {path}\n{shown.rstrip()}\n")
    golden(HERE / "golden" / f"{topology}-{engine}.txt", "".join(lines))


@pytest.mark.parametrize(("provider", "written"), [("", []), ("passphrase", []), (KEY, [KEY])])
def test_a_stack_names_its_provider_of_secrets_unless_it_is_a_passphrase(
    tmp_path: Path, provider: str, written: list[str]
) -> None:
    fleet = fleet_of(tmp_path / "fleet.csv", [{**many(1)[0], "secretsProvider": provider}])
    stacks = filter(is_stack, documents(files_of(fleet, Topology.HUB, Engine.FLUX)))
    named = [[value for key, value in stack["spec"].items() if key == "secretsProvider"]
             for stack in stacks]  # fmt: skip
    assert named == [written] * len(nonempty(named))


@pytest.mark.parametrize(("topology", "engine"), WAYS)
def test_every_rendered_stack_passes_the_checks_of_stacks(
    ten: Fleet, topology: Topology, engine: Engine
) -> None:
    stacks = [each for each in documents(files_of(ten, topology, engine)) if is_stack(each)]

    assert len(stacks) == (0 if engine is Engine.CI else 19)
    for stack in stacks:
        assert list(stack_traps(stack)) == []
        config = {key.partition(":")[2]: value for key, value in stack["spec"]["config"].items()}
        assert problems_of(config) == []
        assert "trigger" not in json.dumps(stack["spec"]["config"])


def test_no_secret_and_no_kubeconfig_is_rendered(ten: Fleet) -> None:
    for topology, engine in WAYS:
        for each in nonempty(documents(files_of(ten, topology, engine))):
            assert each.get("kind") != "Secret"


@pytest.mark.parametrize(("topology", "engine"), WAYS)
def test_objects_have_names_of_their_own(ten: Fleet, topology: Topology, engine: Engine) -> None:
    rendered = files_of(ten, topology, engine)
    for member in nonempty(ten.members):
        files = {
            name: text
            for name, text in rendered.items()
            if name.startswith(f"clusters/{member.name}/") and name.endswith(".yaml")
        }
        found = [
            (each.get("kind"), each["metadata"].get("namespace"), each["metadata"]["name"])
            for each in documents(files)
            if "metadata" in each
        ]
        assert len(found) == len(set(found))


ROW_CHANGES = st.sampled_from(
    [
        {"image": "registry.example.com/openshift-credentials:2.0.0"},
        {"region": "eu-west-1"},
        {"hostedClusters": "elsewhere/x"},
        {"freeze": "true"},
        {"wave": "1"},
        {"memory": "3Gi"},
        {"updateTtl": "24h"},
    ]
)


@given(
    size=st.integers(7, 9), which=st.integers(0, 3), change=ROW_CHANGES, way=st.sampled_from(WAYS)
)
def test_a_changed_row_changes_its_own_files(
    tmp_path_factory: pytest.TempPathFactory,
    size: int,
    which: int,
    change: Row,
    way: tuple[Topology, Engine],
) -> None:
    path = tmp_path_factory.mktemp("fleet") / "fleet.csv"
    rows = many(size)
    name = rows[which]["name"]
    before = files_of(fleet_of(path, rows), *way)
    assert before == files_of(fleet_of(path, rows), *way)
    rows[which] = {**rows[which], **change}

    after = files_of(fleet_of(path, rows), *way)

    changed = {each for each in before.keys() | after.keys() if before.get(each) != after.get(each)}
    assert all(name in Path(each).with_suffix("").parts for each in changed)


def test_a_new_row_and_a_row_that_goes_touch_no_other(tmp_path: Path) -> None:
    rows = many(9)
    for way in WAYS:
        fewer = files_of(fleet_of(tmp_path / "a.csv", rows[:8]), *way)
        more = files_of(fleet_of(tmp_path / "b.csv", rows), *way)
        assert {key: more[key] for key in fewer} == fewer
        assert all(rows[8]["name"] in path for path in nonempty(more.keys() - fewer.keys())), way


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)


@given(st.dictionaries(TEXTS, st.one_of(TEXTS, st.integers(), st.booleans(), st.lists(TEXTS))))
def test_yaml_says_the_same_to_every_reader(value: dict[str, object]) -> None:
    text = yaml_text([value])

    assert yaml.safe_load(text) == value
    assert read_yaml(text.encode()) == value


@pytest.mark.parametrize("word", ["no", "1e3", "0o17", "0x1f", "12:30", "2026-11-21", "~", "", "="])
def test_a_text_that_looks_like_something_else_stands_in_quotation_marks(word: str) -> None:
    assert f'"{word}"' in yaml_text([{"a": word}])


def test_files_are_written_once_and_removed_with_their_row(tmp_path: Path) -> None:
    inventory = tmp_path / "fleet.csv"
    fleet_of(inventory, many(3))
    out = tmp_path / "out"
    arguments = ("fleet", "render", "--inventory", str(inventory), "--out", str(out), "-o", "json")
    first = json.loads(call(*arguments).results)
    (out / "NOTES.md").write_text("ours")
    second = json.loads(call(*arguments).results)
    fleet_of(inventory, many(2))

    third = json.loads(call(*arguments).results)

    assert problems("fleet render", third) == []
    assert first["changed"] == first["files"]
    assert second["changed"] == second["removed"] == third["changed"] == []
    assert third["removed"]
    assert all(path.startswith("clusters/mc-2/") for path in third["removed"])
    assert (out / "NOTES.md").read_text() == "ours"


def test_a_listing_removes_only_what_is_below_its_directory(tmp_path: Path) -> None:
    out, outside = tmp_path / "out", tmp_path / "outside.yaml"
    (out / "deep").mkdir(parents=True)
    for path in (outside, out / "old.yaml", out / "kept.yaml", out / "deep" / "old.yaml"):
        path.write_text("a: b\n")
    listed = (str(outside), "../outside.yaml", "deep/../../outside.yaml", "", "gone.yaml")
    (out / ".rendered").write_text("\n".join((*listed, "old.yaml", "deep/old.yaml")))
    fleet_of(tmp_path / "fleet.csv", many(1))
    render = ("fleet", "render", "--inventory", str(tmp_path / "fleet.csv"), "--out")
    report = json.loads(call(*render, str(out), "-o", "json").results)
    assert report["removed"] == ["deep/old.yaml", "old.yaml"]
    assert outside.exists()
    assert (out / "kept.yaml").exists()
    refused = call(*render, str(outside))
    assert (refused.code, refused.others) == (2, f"error: {outside}: is a file; use a directory\n")


def test_durations_and_quantities_have_the_form_that_the_operator_writes(tmp_path: Path) -> None:
    row = {**many(1)[0], "updateTtl": "90m", "memory": "1024Mi", "ephemeralStorage": "1500M"}
    files = files_of(fleet_of(tmp_path / "fleet.csv", [row]), Topology.HUB, Engine.OPERATOR)

    for stack in nonempty([each for each in documents(files) if each and is_stack(each)]):
        spec = stack["spec"]
        assert spec["updateTemplate"]["spec"]["ttlAfterCompleted"] == "1h30m0s"
        assert spec["workspaceTemplate"]["spec"]["resources"]["requests"] == {
            "cpu": "250m",
            "memory": "1Gi",
            "ephemeral-storage": "1500M",
        }
