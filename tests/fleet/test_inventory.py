"""Reading inventories: texts stay texts, defaults once, everything wrong at once."""

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.json_values import object_member
from openshift_credentials.fleet.inventory import load_inventory
from openshift_credentials.fleet.rendering import stack_settings
from tests.cli.command import call, call_in_both_forms
from tests.fleet.samples import SUBSCRIPTION, Row, aws_row, azure_row, inventory, write
from tests.kit.tables import nonempty

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
        assert [each.name for each in loaded.members] == [word], loaded.problems
        assert stack_settings(loaded.members[0])["cluster"] == {
            "name": word,
            "oidcIssuer": "https://oidc.example.com/placeholder",
            "operatorNamespace": "hypershift",
        }


def test_defaults_are_said_once_and_a_row_goes_over_them(tmp_path: Path) -> None:
    shared = aws_row("", wave="2", hostedClusters=["clusters/shared"], config={"a": {"b": 1}})
    del shared["name"], shared["issuer"]
    rows = [
        {"name": "a", "issuer": "https://a.example.com"},
        {
            "name": "b",
            "issuer": "https://b.example.com",
            "wave": "7",
            "hostedClusters": ["own/b"],
            "config": {"a": {"c": 2}},
        },
    ]

    path = write(tmp_path / "fleet.yaml", rows, defaults=shared)
    first, second = load_inventory(path).members

    assert (first["wave"], second["wave"]) == ("2", "7")
    assert first["region"] == "eu-central-1"
    assert (first.hosted_clusters, second.hosted_clusters) == (["clusters/shared"], ["own/b"])
    assert (first.config, second.config) == ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}})


def test_settings_of_a_row_go_over_those_of_its_columns(tmp_path: Path) -> None:
    backup = {"storage": {"s3": {"keyPrefix": "x"}}, "backups": [{"hostedCluster": "own/b"}]}
    path = write(tmp_path / "fleet.yaml", [aws_row(config={"etcdBackup": backup})])
    (member,) = load_inventory(path).members
    found = object_member(stack_settings(member), "etcdBackup")
    assert found["backups"] == backup["backups"]
    assert object_member(found, "storage", "s3") == {
        "bucket": "mc-1-etcd-snapshots",
        "region": "eu-central-1",
        "accountId": "123456789012",
        "keyPrefix": "x",
    }


def test_all_wrong_rows_are_reported_at_once_with_their_lines(tmp_path: Path) -> None:
    rows = [aws_row("a", account="12"), aws_row("b"), aws_row("c", issuer="http://x", freeze="perhaps")]

    problems = load_inventory(write(tmp_path / "fleet.yaml", rows)).problems

    assert [(each.line, each.setting) for each in problems] == [(2, "account"), (4, "issuer"), (4, "freeze")]


SETTINGS: dict[str, tuple[list[str], list[str]]] = {
    "minutesBetweenWaves": (["1", "10", "99", "100", "720"], ["0", "01", "721", "730", "1000"]),
    "nightlySchedule": (["0 0 * * *", "59 23 * * *"], ["60 0 * * *", "0 24 * * *", "0 1 * * 1"]),
    "hostedClusterNames": (["unique", "per-cluster"], ["both"]),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_of_the_fleet_is_judged_by_its_rule(tmp_path: Path, name: str) -> None:
    for values, is_right in zip(SETTINGS[name], (True, False), strict=True):
        for value in nonempty(values):
            path = write(tmp_path / "fleet.yaml", [aws_row()], fleet={name: value})
            loaded = load_inventory(path)
            assert (not loaded.problems) is is_right, value
            assert (loaded[name] == value) is is_right, value


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["name", "cloud", "issuer", "wave", "hostedClusters", "freeze", "x"]),
            st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
        ),
        max_size=4,
    )
)
def test_no_inventory_ends_in_a_traceback(tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, str]]) -> None:
    path = tmp_path_factory.mktemp("inventory") / "fleet.yaml"
    path.write_text(inventory(rows), encoding="utf-8")

    loaded = load_inventory(path)

    assert loaded.problems or loaded.members


# Wrong inventories: each is refused, with its row, the rule and the way out.

A, B = aws_row("mc-a"), aws_row("mc-b")
Z = azure_row("aro-z")
LONG = "m" * 43
GUID = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"
KEY = "-----BEGIN RSA PRIVATE KEY-----"


def configured(row: Row, **backup: object) -> Row:
    return {**row, "config": {"etcdBackup": backup}}


def in_bucket(row: Row, bucket: str, **more: str) -> Row:
    return configured(row, storage={"s3": {"bucket": bucket, **more}})


def in_account(row: Row, account: str) -> Row:
    return configured(row, storage={"azureBlob": {"storageAccount": account}})


def with_credentials(row: Row, **credentials: str) -> Row:
    return configured(row, credentials=credentials)


ROWS: dict[str, tuple[list[Row], str]] = {
    "name missing": ([{**A, "name": ""}], "line 2: name is required"),
    "name in capitals": ([{**A, "name": "MC"}], 'line 2 (MC): name = "MC"'),
    "name over the limit": ([{**A, "name": LONG}], "it has 43 characters"),
    "name with a period": ([{**A, "name": "a.b"}], 'name = "a.b"'),
    "name twice": ([A, {**B, "name": "mc-a"}], "line 3 (mc-a): has name mc-a as"),
    "cloud missing": ([{**A, "cloud": ""}], "cloud is required"),
    "cloud unknown": ([{**A, "cloud": "gcp"}], "must be aws or azure"),
    "issuer missing": ([{**A, "issuer": ""}], "issuer is required"),
    "issuer without tls": ([{**A, "issuer": "http://a"}], "must be an https URL"),
    "issuer twice": ([A, {**B, "issuer": A["issuer"]}], "one row per management cluster"),
    "issuer with a space": ([{**A, "issuer": "https://a b"}], "without white space"),
    "account missing": ([{**A, "account": ""}], "account is required"),
    "account without its zero": ([{**A, "account": "12345678901"}], "the 12 digits"),
    "account as a number": ([{**A, "account": "1.23457E+11"}], "the 12 digits"),
    "region missing": ([{**A, "region": ""}], "region is required"),
    "region of nowhere": ([{**A, "region": "eu-nowhere-9"}], "storage.s3.region"),
    "region in words": ([{**A, "region": "Frankfurt"}], 'region = "Frankfurt"'),
    "role missing": ([{**A, "roleArn": ""}], "roleArn is required"),
    "role of a user": ([{**A, "roleArn": "arn:aws:iam::123456789012:user/x"}], "IAM role"),
    "subscription on aws": ([{**A, "subscription": GUID}], "has no effect on aws"),
    "client on aws": ([{**A, "clientId": GUID}], "clientId has no effect on aws"),
    "role on azure": ([{**Z, "roleArn": A["roleArn"]}], "roleArn has no effect on azure"),
    "subscription missing": ([{**Z, "subscription": ""}], "subscription is required"),
    "subscription no guid": ([{**Z, "subscription": "prod"}], 'subscription = "prod"'),
    "tenant missing": ([{**Z, "tenant": ""}], "tenant is required"),
    "client missing": ([{**Z, "clientId": ""}], "clientId is required"),
    "client no guid": ([{**Z, "clientId": "7"}], 'clientId = "7"'),
    "image missing": ([{**A, "image": ""}], "image is required"),
    "image with a space": ([{**A, "image": "a b:1"}], "reference of an image"),
    "image in capitals": ([{**A, "image": "Registry/x:1"}], "reference of an image"),
    "wave in words": ([{**A, "wave": "canary"}], "must be a number from 0 to 99"),
    "wave of the next night": (
        [{**A, "wave": "48"}],
        "wave 48 starts 1440 minutes after the first, into the next night; lower",
    ),
    "hosted clusters as a text": ([{**A, "hostedClusters": "c/a"}], "must be a list of strings"),
    "hosted cluster without namespace": ([{**A, "hostedClusters": ["a"]}], "'namespace/name'"),
    "identity twice in an account": (
        [with_credentials(A, roleName="one"), with_credentials(B, roleName="one")],
        "(mc-b): has identity one in account 123456789012 as",
    ),
    "identity twice in a subscription": (
        [with_credentials(Z, identityName="one"), with_credentials(azure_row("aro-y"), identityName="one")],
        f"(aro-y): has identity one in subscription {SUBSCRIPTION} as",
    ),
    "freeze in words": ([{**A, "freeze": "maybe"}], "must be true or false"),
    "hosted cluster twice in a row": ([{**A, "hostedClusters": ["c/a", "c/a"]}], "c/a is listed twice; keep one"),
    "hosted cluster in two stacks": (
        [{**A, "hostedClusters": ["c/a"]}, {**B, "hostedClusters": ["c/a"]}],
        "line 3 (mc-b): has hosted cluster c/a as",
    ),
    "one control plane namespace twice": (
        [{**A, "hostedClusters": ["c/a.b", "c/a-b"]}],
        "control plane namespace c-a-b is already listed",
    ),
    "bucket prefix twice": (
        [in_bucket(A, "shared"), in_bucket(B, "shared")],
        "line 3 (mc-b): has prefix etcd-backups in bucket shared",
    ),
    "bucket prefix within another": (
        [in_bucket(A, "shared", keyPrefix="x/y"), in_bucket(B, "shared", keyPrefix="x")],
        "the same or an overlapping one",
    ),
    "container prefix twice": (
        [in_account(Z, "one"), in_account(azure_row("aro-y"), "one")],
        "in container one/etcd-snapshots",
    ),
    "prefix with a slash in front": ([in_bucket(A, "b-etcd", keyPrefix="/x")], "keyPrefix"),
    "stack twice in a backend": (
        [{**A, "stack": "one", "backend": "s3://b"}, {**B, "stack": "one", "backend": "s3://b/"}],
        "two stacks would overwrite the same state",
    ),
    "stack with a space": ([{**A, "stack": "a b"}], 'stack = "a b"'),
    "backend of no kind": ([{**A, "backend": "ftp://x"}], "URL of a Pulumi backend"),
    "backend without scheme": ([{**A, "backend": "bucket"}], "URL of a Pulumi backend"),
    "backend with a password": ([{**A, "backend": "https://u:p@x"}], "no password"),
    "secrets provider of no kind": ([{**A, "secretsProvider": "vault"}], "passphrase, or a URL"),
    "a column that is none": ([{**A, "colour": "red"}], "colour: is not a column"),
    "a column misspelt": ([{**A, "rolearn": "x"}], "did you mean roleArn?"),
    "a secret in a cell": ([{**A, "backend": KEY}], "backend = [secret]"),
    "no row": ([], "contains no cluster"),
}

TEXTS: dict[str, tuple[str, str]] = {
    "not yaml": ("clusters: [", "is not YAML"),
    "a text": ("hello", "must be a list of clusters"),
    "a key twice": ("clusters:\n- name: a\n  name: b\n", "name occurs twice"),
    "clusters that are no list": ("clusters: a\n", "clusters must be a list"),
    "a row that is a text": ("clusters: [a]\n", "must be a group (column: text)"),
    "a group of no name": ("rows: []\n", "rows: is not a group of an inventory"),
    "a group as a value": ("clusters:\n- name: {a: b}\n", "name must be a string"),
    "a list of groups": ("clusters:\n- name: [{a: b}]\n", "name must be a string"),
    "a config that is a text": ("clusters:\n- config: a\n", "config must be a group"),
    "a schedule that is no time": (
        "fleet: {nightlySchedule: hourly}\nclusters: [{name: a}]\n",
        "a daily time in cron format",
    ),
    "a setting of the fleet that is none": (
        "fleet: {colour: red}\nclusters: [{name: a}]\n",
        "colour: is not a setting of the fleet",
    ),
    "a name that is a default": (
        "defaults: {name: a}\nclusters: [{cloud: aws}]\n",
        "name cannot have a default; remove it",
    ),
    "a list of a column of texts": (
        "clusters: [{name: a, region: [b]}]\n",
        "region must be a string; put settings of the stack under config",
    ),
    "a key that is no text": ("[a]: b\n", "has a key that is not text"),
    "a config with a value twice": ("clusters:\n- name: a\n  config: {a: 1, a: 2}\n", "config: "),
    "bytes that are no text": ("name\udcff", "is not UTF-8"),
    "CSV": ("name,cloud\na,aws\n", "must be a list of clusters"),
}


@pytest.mark.parametrize("case", ROWS)
def test_a_wrong_row_is_refused_with_rule_and_way_out(tmp_path: Path, case: str) -> None:
    rows, expected = ROWS[case]
    path = tmp_path / "fleet.yaml"
    path.write_text(inventory(rows) if rows else "clusters: []\n", encoding="utf-8")

    outcome = call("fleet", "check", "--inventory", str(path))

    assert outcome.code == 2
    assert expected in outcome.others
    assert "Traceback" not in outcome.others
    assert KEY not in outcome.others
    assert all(line.startswith(("error: ", "warning: ")) for line in nonempty(outcome.others.splitlines()))


def test_a_path_that_leads_nowhere_is_reported() -> None:
    outcome = call("fleet", "check", "--inventory", "/nonexistent")
    assert outcome.code == 2
    assert "/nonexistent: does not exist; correct the path" in outcome.others


@pytest.mark.parametrize("case", TEXTS)
def test_a_wrong_file_is_refused(tmp_path: Path, case: str) -> None:
    text, expected = TEXTS[case]
    path = tmp_path / "fleet.yaml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))

    outcome = call("fleet", "render", "--inventory", str(path), "--out", str(tmp_path))

    assert outcome.code == 2
    assert expected in outcome.others
    assert not (tmp_path / "clusters").exists()


# What a fleet is warned about, what it may have, and secrets in it.


def test_what_can_change_or_be_lost_without_a_row_is_a_warning(tmp_path: Path) -> None:
    moving = {"image": "registry.example.com:5000/x:latest", "backend": "file:///state"}
    still = {"image": "registry.example.com/x@sha256:" + "0" * 64}
    rows = [{**A, **moving}, {**B, "image": "registry.example.com:5000/x"}, aws_row("mc-c", **still)]
    path = write(tmp_path / "fleet.yaml", rows)

    outcome = call("fleet", "check", "--inventory", str(path))

    told = [line for line in outcome.others.splitlines() if line.startswith("warning: ")]
    assert ["mc-a" in line for line in told] == [True, True, False]
    assert ["can change without a change of the row" in line for line in told] == [True, False, True]
    assert "backend file:///state is lost with the pod" in told[1]


def test_a_secret_setting_is_refused_and_never_shown(tmp_path: Path) -> None:
    secret = "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY"
    credentials = {"mode": "aws-static", "secretAccessKey": secret, "sessionTokn": secret}
    config = {"kubernetes": {"kubeconfig": secret}, "etcdBackup": {"credentials": credentials}}
    path = write(tmp_path / "fleet.yaml", [{**A, "config": config}])

    outcome = call_in_both_forms("fleet", "check", "--inventory", str(path))

    assert outcome.code == 2
    told = [line.partition("openshift-credentials:")[2] for line in outcome.others.splitlines()]
    assert [line.partition(" ")[0].rstrip(":") for line in told] == [
        "etcdBackup.credentials.secretAccessKey",
        "kubernetes.kubeconfig",
        "etcdBackup.credentials.sessionTokn",
    ]
    assert ["[secret]" in line for line in told] == [True, True, False]
    assert secret not in outcome.others + outcome.results
