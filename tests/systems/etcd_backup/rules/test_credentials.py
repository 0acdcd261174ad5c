import base64
import json
from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.platforms.go.json import InvalidJSONError, string_member
from openshift_credentials.platforms.go.text import GO_WHITESPACE
from openshift_credentials.systems.etcd_backup.rules.modes import (
    ContractVersion,
    CredentialMode,
    Detection,
    Rule,
    StorageType,
    detect,
)
from tests.kit.places import DATA
from tests.systems.etcd_backup.rules import oracle
from tests.systems.etcd_backup.rules.credentials_samples import NEXT, comparable

SAMPLE = DATA / "detection_sample.json"
VALUES = json.loads(Path(__file__).with_name("detected_values.json").read_text())


def values_of(key: str) -> list[tuple[bytes | None, Any]]:
    """Values of a key of a Secret, a character a byte, and what the operator makes of them."""
    return [(None if text is None else text.encode("latin-1"), made) for text, made in VALUES[key]]


def test_the_modes_are_those_of_the_real_operator() -> None:
    rows = json.loads(SAMPLE.read_text())["rows"]
    assert len(rows) > 100
    for storage_type, data, mode, role_arn, client_id in rows:
        decoded = {key: base64.b64decode(value) for key, value in data.items()}
        expected = (mode, base64.b64decode(role_arn), base64.b64decode(client_id))
        assert comparable(detect(storage_type, decoded)) == expected
        assert oracle.judge(storage_type, decoded) == expected


@pytest.mark.parametrize(
    ("value", "role_arn"), [*values_of("s3"), (b"arn:\xff", "arn:\udcff"), (b"arn:x\xa0", "arn:x\udca0")]
)
def test_s3_is_sts_if_the_trimmed_value_starts_with_arn(value: bytes | None, role_arn: str | None) -> None:
    data = {} if value is None else {"credentials": value}
    mode = CredentialMode.AWS_STATIC if role_arn is None else CredentialMode.AWS_STS
    rule = Rule.S3_OTHER if role_arn is None else Rule.S3_ARN
    assert detect("S3", data) == Detection(mode, rule, role_arn=role_arn)
    assert detect("S3", {**data, "cloud": b"arn:", "Credentials": b"arn:"}).mode is mode


@pytest.mark.parametrize(
    ("dotenv", "client_id"),
    [*values_of("cloud"), (b"AZURE_CLIENT_ID=\xff", "\udcff"), (b"AZURE_CLIENT_ID=\xa0", "\udca0")],
)
def test_azure_reads_the_first_client_id_line_of_cloud_alone(dotenv: bytes, client_id: str | None) -> None:
    secret = b'{"clientSecret": "s"}'
    for data in ({"cloud": dotenv}, {"cloud": dotenv, "credentials": secret}):
        if client_id is None:
            expected = Detection(CredentialMode.AZURE_MANAGED_IDENTITY, Rule.AZURE_NO_CLIENT_ID)
        else:
            expected = Detection(CredentialMode.AZURE_WORKLOAD_IDENTITY, Rule.AZURE_CLIENT_ID, client_id=client_id)
        assert detect("AzureBlob", data) == expected


@pytest.mark.parametrize(
    ("document", "is_secret"),
    [
        *values_of("credentials"),
        (b'{"a": ' + b"9" * 5000 + b', "clientSecret": "s"}', True),
        (b'{"a": ' + b"[" * 9999 + b"]" * 9999 + b', "clientSecret": "s"}', True),
        (b'{"a": ' + b"[" * 10_000 + b"]" * 10_000 + b', "clientSecret": "s"}', False),
    ],
)
def test_azure_reads_credentials_as_go_reads_json(document: bytes, is_secret: bool) -> None:
    if is_secret:
        expected = Detection(CredentialMode.AZURE_CLIENT_SECRET, Rule.AZURE_CLIENT_SECRET)
    else:
        expected = Detection(CredentialMode.AZURE_MANAGED_IDENTITY, Rule.AZURE_FALLBACK)
    for version in ContractVersion:
        assert detect("AzureBlob", {"credentials": document}, version) == expected
    assert oracle.judge("AzureBlob", {"credentials": document})[0] == expected.mode


@pytest.mark.parametrize(
    ("dotenv", "mode"),
    [
        (b"AZURE_CLIENT_ID=x\nAZURE_CLIENT_SECRET=y", CredentialMode.AZURE_CLIENT_SECRET),
        (b"AZURE_CLIENT_SECRET=y\nAZURE_CLIENT_ID=x", CredentialMode.AZURE_CLIENT_SECRET),
        (b"AZURE_CLIENT_ID=x\nAZURE_CLIENT_SECRET= \r", CredentialMode.AZURE_WORKLOAD_IDENTITY),
        (b"AZURE_CLIENT_ID=x", CredentialMode.AZURE_WORKLOAD_IDENTITY),
        (b"AZURE_CLIENT_SECRET=y", CredentialMode.AZURE_MANAGED_IDENTITY),
        (b"AZURE_CLIENT_ID=\nAZURE_CLIENT_SECRET=y", CredentialMode.AZURE_MANAGED_IDENTITY),
        (b"", CredentialMode.AZURE_MANAGED_IDENTITY),
    ],
)
def test_the_next_version_finds_a_client_secret_in_cloud(dotenv: bytes, mode: CredentialMode) -> None:
    detection = detect("AzureBlob", {"cloud": dotenv}, NEXT)
    assert detection.mode is mode
    assert (detection.rule is Rule.AZURE_CLOUD_SECRET) == (mode is CredentialMode.AZURE_CLIENT_SECRET)
    assert (detection.client_id == "x") == (mode is CredentialMode.AZURE_WORKLOAD_IDENTITY)


@pytest.mark.parametrize("storage_type", ["", "s3", "S3 ", "azureblob", "GCS"])
def test_an_unknown_storage_type_is_static(storage_type: str) -> None:
    assert detect(storage_type, {"credentials": b"arn:", "cloud": b""}) == Detection(
        CredentialMode.AWS_STATIC, Rule.UNKNOWN_STORAGE_TYPE
    )


def test_every_mode_belongs_to_the_storage_type_that_leads_to_it() -> None:
    assert [mode.storage_type for mode in CredentialMode] == [*[StorageType.S3] * 2, *[StorageType.AZURE_BLOB] * 3]


def test_every_rule_has_a_sentence_of_its_own() -> None:
    assert len({rule.sentence for rule in Rule}) == len(Rule)


def test_the_white_space_is_that_of_go() -> None:
    assert {character.encode() for character in GO_WHITESPACE} == set(oracle.WHITE_SPACE)


def test_a_member_has_the_value_that_go_gives_it() -> None:
    document = rb'{"A": "\u00e4\n", "b": "x", "B": null, "c": "\ud83d\ude00"}'
    assert string_member(document, "a") == "\u00e4\n"
    assert string_member(document, "b") == "x"
    assert string_member(document, "c") == "\U0001f600"
    assert string_member(document, "d") == ""
    assert string_member(b'{"a": "\xff"}', "a") == "\ufffd"
    assert string_member(b"null", "a") == ""


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (b"", "not a token of JSON"),
        (b"[]", "the document is not an object"),
        (b'{"a": 1}', "member a is not a string"),
        (b'{"b": 1', "not a token of JSON"),
        (b'{"b": 1]', "expected after value in {"),
        (b'{"b" 1}', "expected colon"),
        (b"{1}", "expected name or }"),
        (b'{"b": 1, }', "expected name"),
        (b"{} {}", "the document has trailing data"),
        (b'{"b":' + b"[" * 10_000, "nested too deep"),
    ],
)
def test_invalid_json_is_refused_with_a_reason_and_without_content(document: bytes, message: str) -> None:
    with pytest.raises(InvalidJSONError) as caught:
        string_member(document, "a")
    assert str(caught.value) == message
