"""Wrong inventories: each is refused, with its row, the rule and the way out."""

from pathlib import Path

import pytest

from tests.cli.command import call
from tests.fleet.rows import aws_row, azure_row, csv_text
from tests.kit.nonempty import nonempty

A, B = aws_row("mc-a"), aws_row("mc-b")
Z = azure_row("aro-z")
LONG = "m" * 43
GUID = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"
KEY = "-----BEGIN RSA PRIVATE KEY-----"

ROWS: dict[str, tuple[list[dict[str, str]], str]] = {
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
    "account on aws": ([{**A, "storageAccount": "abc"}], "storageAccount has no effect on aws"),
    "group on aws": ([{**A, "resourceGroup": "g"}], "resourceGroup has no effect on aws"),
    "client on aws": ([{**A, "clientId": GUID}], "clientId has no effect on aws"),
    "role on azure": ([{**Z, "roleArn": A["roleArn"]}], "roleArn has no effect on azure"),
    "subscription missing": ([{**Z, "subscription": ""}], "subscription is required"),
    "subscription no guid": ([{**Z, "subscription": "prod"}], 'subscription = "prod"'),
    "tenant missing": ([{**Z, "tenant": ""}], "tenant is required"),
    "client missing": ([{**Z, "clientId": ""}], "clientId is required"),
    "client no guid": ([{**Z, "clientId": "7"}], 'clientId = "7"'),
    "storage account in capitals": ([{**Z, "storageAccount": "ABC"}], "storageAccount ="),
    "wave in capitals": ([{**A, "wave": "Canary"}], 'wave = "Canary"'),
    "wave with a space": ([{**A, "wave": "a b"}], 'wave = "a b"'),
    "image missing": ([{**A, "image": ""}], "image is required"),
    "image with a space": ([{**A, "image": "a b:1"}], "reference of an image"),
    "image in capitals": ([{**A, "image": "Registry/x:1"}], "reference of an image"),
    "freeze in words": ([{**A, "freeze": "maybe"}], "must be true or false"),
    "hosted cluster without namespace": ([{**A, "hostedClusters": "a"}], "'namespace/name'"),
    "hosted cluster twice in a row": (
        [{**A, "hostedClusters": "c/a c/a"}],
        "c/a is listed twice; keep one",
    ),
    "hosted cluster in two stacks": (
        [{**A, "hostedClusters": "c/a"}, {**B, "hostedClusters": "c/a"}],
        "line 3 (mc-b): has hosted cluster c/a as",
    ),
    "one control plane namespace twice": (
        [{**A, "hostedClusters": "c/a.b c/a-b"}],
        "control plane namespace c-a-b is already listed",
    ),
    "hosted clusters file missing": (
        [{**A, "hostedClusters": "", "hostedClustersFile": "none.csv"}],
        "does not exist",
    ),
    "hosted clusters twice": ([{**A, "hostedClustersFile": "none.csv"}], "are both set; keep one"),
    "bucket in capitals": ([{**A, "bucket": "Bucket"}], 'bucket = "Bucket"'),
    "bucket prefix twice": (
        [{**A, "bucket": "shared"}, {**B, "bucket": "shared"}],
        "line 3 (mc-b): has prefix etcd-backups in bucket shared",
    ),
    "bucket prefix within another": (
        [
            {**A, "bucket": "shared", "keyPrefix": "x/y"},
            {**B, "bucket": "shared", "keyPrefix": "x"},
        ],
        "the same or an overlapping one",
    ),
    "container prefix twice": (
        [{**Z, "storageAccount": "one"}, azure_row("aro-y", storageAccount="one")],
        "in container one/etcd-snapshots",
    ),
    "prefix with a slash in front": ([{**A, "keyPrefix": "/x"}], "keyPrefix"),
    "stack twice in a backend": (
        [{**A, "stack": "one", "backend": "s3://b"}, {**B, "stack": "one", "backend": "s3://b/"}],
        "two stacks would overwrite the same state",
    ),
    "stack with a space": ([{**A, "stack": "a b"}], 'stack = "a b"'),
    "backend of no kind": ([{**A, "backend": "ftp://x"}], "URL of a Pulumi backend"),
    "backend without scheme": ([{**A, "backend": "bucket"}], "URL of a Pulumi backend"),
    "backend with a password": ([{**A, "backend": "https://u:p@x"}], "no password"),
    "secrets provider of no kind": ([{**A, "secretsProvider": "vault"}], "passphrase, or a URL"),
    "ttl in words": ([{**A, "updateTtl": "1 hour"}], "stops the operator's watch for all of them"),
    "ttl in days": ([{**A, "updateTtl": "3d"}], "Go duration"),
    "ttl of nothing": ([{**A, "updateTtl": "0s"}], "greater than zero"),
    "memory in words": ([{**A, "memory": "much"}], "quantity of Kubernetes"),
    "storage without unit": ([{**A, "ephemeralStorage": "2 Gi"}], "quantity of Kubernetes"),
    "secret name in capitals": ([{**A, "passphraseSecret": "X"}], 'passphraseSecret = "X"'),
    "namespace with a period": ([{**A, "operatorNamespace": "a.b"}], "operatorNamespace ="),
    "a column that is none": ([{**A, "colour": "red"}], "colour: is not a column"),
    "a column misspelt": ([{**A, "rolearn": "x"}], "did you mean roleArn?"),
    "two rows of defaults": ([{**A, "name": "*"}, {**B, "name": "*"}], "keep one"),
    "a secret in a cell": ([{**A, "backend": KEY}], "backend = [secret]"),
    "nothing but a header": ([], "contains no cluster"),
}

TEXTS: dict[str, tuple[str, str, str]] = {
    "not a file that is known": ("fleet.txt", "x", "must end in .csv, .yaml or .yml"),
    "no header": ("fleet.csv", "", "has no header"),
    "a header without name": ("fleet.csv", "cloud,issuer\naws,x\n", "header: name is required"),
    "semicolons": ("fleet.csv", "name;cloud\na;aws\n", "separate the cells with commas"),
    "a column twice": ("fleet.csv", "name,cloud,cloud\na,aws,aws\n", "cloud occurs 2 times"),
    "more cells than columns": (
        "fleet.csv",
        "name,cloud\na,aws,b\n",
        "has 3 cells, but the header has 2",
    ),
    "a quotation mark that is open": ("fleet.csv", 'name,cloud\n"a,aws\n', "is not CSV"),
    "not yaml": ("fleet.yaml", "clusters: [", "is not YAML"),
    "a text": ("fleet.yaml", "hello", "must be a list of clusters"),
    "a key twice": ("fleet.yaml", "clusters:\n- name: a\n  name: b\n", "name occurs twice"),
    "clusters that are no list": ("fleet.yaml", "clusters: a\n", "clusters must be a list"),
    "a row that is a text": ("fleet.yaml", "clusters: [a]\n", "must be a group (column: text)"),
    "a group of no name": ("fleet.yaml", "rows: []\n", "rows: is not a group of an inventory"),
    "a group as a value": ("fleet.yaml", "clusters:\n- name: {a: b}\n", "name must be a string"),
    "a list of groups": ("fleet.yaml", "clusters:\n- name: [{a: b}]\n", "name must be a string"),
    "a config that is a text": ("fleet.yaml", "clusters:\n- config: a\n", "config must be a group"),
    "a schedule that is no time": (
        "fleet.yaml",
        "fleet: {nightlySchedule: hourly}\nclusters: [{name: a}]\n",
        "a daily time in cron format",
    ),
    "a setting of the fleet that is none": (
        "fleet.yaml",
        "fleet: {colour: red}\nclusters: [{name: a}]\n",
        "colour: is not a setting of the fleet",
    ),
    "a name that is a default": (
        "fleet.yaml",
        "defaults: {name: a}\nclusters: [{cloud: aws}]\n",
        "name cannot have a default; remove it",
    ),
    "a list of no column": (
        "fleet.yaml",
        "clusters: [{name: a, roleArns: [b]}]\n",
        "roleArns: is not a column; did you mean roleArn?",
    ),
    "a list of a column of texts": (
        "fleet.yaml",
        "clusters: [{name: a, region: [b]}]\n",
        "region must be text, not a list; use one value",
    ),
    "a key that is no text": ("fleet.yaml", "[a]: b\n", "has a key that is not text"),
    "a config with a value twice": (
        "fleet.yaml",
        "clusters:\n- name: a\n  config: {a: 1, a: 2}\n",
        "config: ",
    ),
    "bytes that are no text": ("fleet.csv", "name\udcff", "is not UTF-8"),
}


@pytest.mark.parametrize("case", ROWS)
def test_a_wrong_row_is_refused_with_rule_and_way_out(tmp_path: Path, case: str) -> None:
    rows, expected = ROWS[case]
    path = tmp_path / "fleet.csv"
    path.write_text(csv_text(rows) if rows else "name,cloud\n", encoding="utf-8")

    call("fleet", "check", "--inventory", str(path), "-o", "json")
    outcome = call("fleet", "check", "--inventory", str(path))

    assert outcome.code == 2
    assert expected in outcome.others
    assert "Traceback" not in outcome.others
    assert KEY not in outcome.others
    assert all(
        line.startswith(("error: ", "warning: ")) for line in nonempty(outcome.others.splitlines())
    )


def test_a_path_that_leads_nowhere_is_reported() -> None:
    outcome = call("fleet", "check", "--inventory", "/nonexistent")
    assert outcome.code == 2
    assert "/nonexistent: does not exist; correct the path" in outcome.others


@pytest.mark.parametrize("case", TEXTS)
def test_a_wrong_file_is_refused(tmp_path: Path, case: str) -> None:
    name, text, expected = TEXTS[case]
    (tmp_path / name).write_bytes(text.encode("utf-8", "surrogateescape"))

    render = ("fleet", "render", "--inventory", str(tmp_path / name), "--out", str(tmp_path))
    call(*render, "-o", "json")
    outcome = call(*render)

    assert outcome.code == 2
    assert expected in outcome.others
    assert not (tmp_path / "clusters").exists()
