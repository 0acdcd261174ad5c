"""Verb ``detect``: modes, findings and explanations."""

import base64
import json

import pytest
import yaml

from tests.cli.detect_objects import ARN, CLIENT_ID, MARKER, secret
from tests.cli.running import Runner
from tests.kit.nonempty import nonempty
from tests.systems.etcd_backup.rules.test_credentials import SAMPLE
from tests.systems.etcd_backup.rules.test_explanation import DOTENV, EXPLANATIONS

MEMBERS = [*("name", "namespace", "storageType", "mode", "rule", "roleArn", "clientId", "findings")]


def test_every_secret_gets_its_entries_in_input_order(verbs: Runner) -> None:
    secrets = [secret(f"s{number}", cloud=DOTENV) for number in range(5)]
    first = verbs.file("first.yaml", yaml.safe_dump_all(secrets[:2]))
    second = verbs.file("second.json", json.dumps({"kind": "List", "items": secrets[2:4]}))
    standard_input = json.dumps(secrets[4]).encode()
    result = verbs.in_both_forms("detect", first, second, "-", stdin=standard_input)
    assert [(entry["name"], entry["storageType"]) for entry in result.json] == [
        (f"s{number}", "AzureBlob") for number in range(5)
    ]
    assert {entry["mode"] for entry in result.json} == {"azure-workload-identity"}
    assert result.json[1]["clientId"] == CLIENT_ID


KEYS = "[default]\naws_access_key_id=AKIAIOSFODNN7EXAMPLE\naws_secret_access_key=" + "a" * 40


@pytest.mark.parametrize(
    ("data", "types"),
    [
        ({"credentials": ARN}, ["S3"]),
        ({"credentials": KEYS}, ["S3"]),
        ({"cloud": DOTENV}, ["AzureBlob"]),
        ({"credentials": ARN, "cloud": DOTENV}, ["S3", "AzureBlob"]),
        ({"token": "x"}, ["S3", "AzureBlob"]),
    ],
)
def test_the_storage_type_is_inferred_where_only_one_fits(
    verbs: Runner, data: dict[str, str], types: list[str]
) -> None:
    result = verbs.in_both_forms("detect", verbs.file("a", secret(**data)))
    assert [entry["storageType"] for entry in result.json] == types


@pytest.mark.parametrize(
    ("data", "before", "after"),
    [
        ({"cloud": DOTENV}, "azure-workload-identity", "azure-workload-identity"),
        ({"cloud": ARN}, "aws-static", "aws-sts"),
        ({"cloud": KEYS, "credentials": ARN}, "aws-sts", "aws-static"),
    ],
)
def test_the_copy_of_oadp_is_judged_as_the_operator_gets_it(
    verbs: Runner, data: dict[str, str], before: str, after: str
) -> None:
    file = verbs.file("a", secret(**data))
    expected = ("--storage-type", "S3") if after.startswith("aws") else ()
    source = verbs.in_both_forms("detect", *expected, file)
    copied = verbs.in_both_forms("detect", "--as-copied", *expected, file)
    assert [entry["mode"] for entry in source.json] == [before]
    assert [entry["mode"] for entry in copied.json] == [after]


def test_another_mode_than_expected_is_code_1(verbs: Runner) -> None:
    file = verbs.file("a", secret(credentials=KEYS))
    assert verbs.run("detect", "--expect", "aws-static", file).code == 0
    other = verbs.run("detect", "--expect", "aws-sts", file)
    assert other.code == 1
    assert other.err == "hypershift/creds: the mode is aws-static, aws-sts was expected\n"
    assert verbs.run("detect", "--expect", "azure-workload-identity", file).code == 1
    wrong = verbs.run("detect", "--expect", "aws-sts", "--storage-type", "AzureBlob", file)
    assert wrong.code == 2
    assert "is a mode of S3" in wrong.err


def test_the_sample_of_the_real_operator_is_judged_the_same(verbs: Runner) -> None:
    rows = json.loads(SAMPLE.read_text())["rows"]
    for storage_type in ("S3", "AzureBlob"):
        chosen = [row for row in rows if row[0] == storage_type]
        items = [{**secret(), "data": data} for _, data, *_ in chosen]
        file = verbs.file("list.json", {"kind": "List", "items": items})
        result = verbs.in_both_forms("detect", "--storage-type", storage_type, file)
        assert result.code == 0
        for entry, (_, _, mode, role_arn, client_id) in zip(result.json, chosen, strict=True):
            assert entry["mode"] == mode
            for name, expected in (("roleArn", role_arn), ("clientId", client_id)):
                found = (entry[name] or "").encode("utf-8", "surrogateescape")
                assert found == base64.b64decode(expected)


def test_findings_are_reported_with_code_severity_and_advice(verbs: Runner) -> None:
    file = verbs.file("a", secret(credentials="arn:aws:s3:::bucket"))
    [entry] = verbs.in_both_forms("detect", "--storage-type", "S3", file).json
    [finding] = entry["findings"]
    assert list(finding) == ["code", "severity", "why", "whatToDo"]
    assert (finding["code"], finding["severity"]) == ("sts-not-a-role", "error")
    text = verbs.run("detect", "--storage-type", "S3", file)
    assert text.out.splitlines() == [
        "hypershift/creds  S3  aws-sts",
        f"  error sts-not-a-role: {finding['why']} {finding['whatToDo']}",
    ]
    assert text.code == 0


@pytest.mark.parametrize(("storage_type", "content", "steps", "pod"), EXPLANATIONS)
def test_the_decision_is_explained_step_by_step(
    verbs: Runner, storage_type: str, content: dict[str, str], steps: list[str], pod: str
) -> None:
    file = verbs.file("a", secret(**content))
    flags = ("--explain", "--storage-type", storage_type, file)
    lines = verbs.run("detect", *flags).out.splitlines()
    assert [line.strip() for line in lines[1 : 1 + len(steps)]] == steps
    assert lines[1 + len(steps)].startswith("  rule ")
    assert " (contract 2026-08): " in lines[1 + len(steps)]
    mode = lines[0].split("  ")[2]
    assert lines[2 + len(steps)].startswith(f"  mode {mode}: the pod gets ")
    assert pod in lines[2 + len(steps)]
    [entry] = verbs.in_both_forms("detect", *flags).json
    assert list(entry) == [*MEMBERS, "explanation"]
    assert entry["explanation"] == [line[2:] for line in lines[1 : 3 + len(steps)]]


def test_text_shows_an_identity_only_if_it_is_one(verbs: Runner) -> None:
    def first_line(storage_type: str, **text: str) -> str:
        file = verbs.file("a", secret(**text))
        return verbs.run("detect", "--storage-type", storage_type, file).out.splitlines()[0]

    assert first_line("S3", credentials=ARN).endswith(f"  aws-sts  {ARN}")
    assert first_line("AzureBlob", cloud=DOTENV).endswith(f"identity  {CLIENT_ID}")
    assert first_line("S3", credentials=f"{ARN}\n{MARKER}").endswith("  aws-sts")
    assert first_line("AzureBlob", cloud=f"AZURE_CLIENT_ID={MARKER}").endswith("identity")


def test_text_has_no_control_characters_from_the_file(verbs: Runner) -> None:
    manifest = secret("a\x1b[31m\r\n\u202e\u00e4", credentials=ARN)
    result = verbs.run("detect", verbs.file("a", json.dumps(manifest)))
    assert all(line.isascii() and line.isprintable() for line in nonempty(result.out.splitlines()))
    assert "\\x1b" in result.out


@pytest.mark.parametrize(
    ("namespace", "name", "modes"),
    [
        ("openshift-adp", "any", ["aws-sts"]),
        ("velero", "cloud-credentials", ["aws-sts"]),
        (None, "cloud-credentials", ["aws-sts"]),
        ("hypershift", "cloud-credentials", ["aws-static", "azure-managed-identity"]),
        ("velero", "any", ["aws-static", "azure-managed-identity"]),
    ],
)
def test_the_copy_of_a_source_of_oadp_is_judged_where_nothing_else_fits(
    verbs: Runner, namespace: str | None, name: str, modes: list[str]
) -> None:
    source = {**secret(cloud=ARN), "metadata": {"name": name, "namespace": namespace}}
    result = verbs.in_both_forms("detect", verbs.file("a", source))
    assert [entry["mode"] for entry in result.json] == modes
    assert ("is a source of OADP" in result.err) == (len(modes) == 1)
