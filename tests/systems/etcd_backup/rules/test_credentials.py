import base64
import json
import time
from collections.abc import Mapping

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from openshift_credentials.platforms.go.json import InvalidJSONError, string_member
from openshift_credentials.platforms.go.text import GO_WHITESPACE, decode, encode, trim_space
from openshift_credentials.systems.etcd_backup.rules.credentials import (
    CredentialMode,
    Detection,
    Rule,
    StorageType,
    detect,
)
from openshift_credentials.systems.etcd_backup.rules.versions import ContractVersion
from tests.kit.places import DATA
from tests.systems.etcd_backup.rules import oracle

SAMPLE = DATA / "detection_sample.json"
ARN = "arn:aws:iam::123456789012:role/etcd-backup"
CLIENT_ID = "11111111-2222-3333-4444-555555555555"
NEXT = ContractVersion.NEXT


def comparable(detection: Detection) -> tuple[str, bytes, bytes]:
    return (
        str(detection.mode),
        encode(detection.role_arn or ""),
        encode(detection.client_id or ""),
    )


def test_the_modes_are_those_of_the_real_operator() -> None:
    rows = json.loads(SAMPLE.read_text())["rows"]
    assert len(rows) > 100
    for storage_type, data, mode, role_arn, client_id in rows:
        decoded = {key: base64.b64decode(value) for key, value in data.items()}
        expected = (mode, base64.b64decode(role_arn), base64.b64decode(client_id))
        assert comparable(detect(storage_type, decoded)) == expected
        assert oracle.judge(storage_type, decoded) == expected


@pytest.mark.parametrize(
    ("value", "role_arn"),
    [
        (f"{ARN}".encode(), ARN),
        (f"\u3000\u0085\r\n\t{ARN}\u2028\v\f ".encode(), ARN),
        (b"arn:", "arn:"),
        (b"arn:aws-cn:s3:::bucket", "arn:aws-cn:s3:::bucket"),
        (b"arn:a\nsecond line\n", "arn:a\nsecond line"),
        (b"arn:\xff", "arn:\udcff"),
        (b"arn:x\xa0", "arn:x\udca0"),
        (b"ARN:aws:iam::123456789012:role/x", None),
        (b"\x1carn:", None),
        (b"\xa0arn:", None),
        (b"\xef\xbb\xbfarn:", None),
        ("\u200barn:".encode(), None),
        (b"'arn:'", None),
        (b"[default]\n", None),
        (b"", None),
        (None, None),
    ],
)
def test_s3_is_sts_if_the_trimmed_value_starts_with_arn(
    value: bytes | None, role_arn: str | None
) -> None:
    data = {} if value is None else {"credentials": value}
    mode = CredentialMode.AWS_STATIC if role_arn is None else CredentialMode.AWS_STS
    rule = Rule.S3_OTHER if role_arn is None else Rule.S3_ARN
    assert detect("S3", data) == Detection(mode, rule, role_arn=role_arn)
    assert detect("S3", {**data, "cloud": b"arn:", "Credentials": b"arn:"}).mode is mode


@pytest.mark.parametrize(
    ("dotenv", "client_id"),
    [
        (b"AZURE_CLIENT_ID=x", "x"),
        (b"A=b\r\nAZURE_CLIENT_ID= x \r\n", "x"),
        (b" \t AZURE_CLIENT_ID=a=b=c", "a=b=c"),
        (b"AZURE_CLIENT_ID='x' # comment", "'x' # comment"),
        (b"AZURE_CLIENT_ID=x\rAZURE_CLIENT_ID=y", "x\rAZURE_CLIENT_ID=y"),
        ("AZURE_CLIENT_ID=x\u2028y".encode(), "x\u2028y"),
        (b"AZURE_CLIENT_ID=one\nAZURE_CLIENT_ID=two", "one"),
        (b"AZURE_CLIENT_ID=\xff", "\udcff"),
        (b"AZURE_CLIENT_ID=\xa0", "\udca0"),
        ("AZURE_CLIENT_ID=\u00a0".encode(), None),
        (b"AZURE_CLIENT_ID=\nAZURE_CLIENT_ID=two", None),
        (b"export AZURE_CLIENT_ID=x", None),
        (b"AZURE_CLIENT_ID =x", None),
        (b"azure_client_id=x", None),
        (b"AZURE_CLIENT_ID_X=x", None),
        (b"A=b\rAZURE_CLIENT_ID=x", None),
        (b"", None),
    ],
)
def test_azure_reads_the_first_client_id_line_of_cloud_alone(
    dotenv: bytes, client_id: str | None
) -> None:
    secret = b'{"clientSecret": "s"}'
    for data in ({"cloud": dotenv}, {"cloud": dotenv, "credentials": secret}):
        if client_id is None:
            expected = Detection(CredentialMode.AZURE_MANAGED_IDENTITY, Rule.AZURE_NO_CLIENT_ID)
        else:
            expected = Detection(
                CredentialMode.AZURE_WORKLOAD_IDENTITY,
                Rule.AZURE_CLIENT_ID,
                client_id=client_id,
            )
        assert detect("AzureBlob", data) == expected


@pytest.mark.parametrize(
    ("document", "is_secret"),
    [
        (b'{"clientSecret": "s"}', True),
        (b' \t\r\n{"clientSecret": "s"}\n', True),
        (b'{"CLIENTSECRET": " "}', True),
        ('{"client\u017fecret": "s"}'.encode(), True),
        (rb'{"client\u0053ecret": "\u0000"}', True),
        (rb'{"clientSecret": "\ud800"}', True),
        (b'{"clientSecret": "\xff"}', True),
        (b'{"clientSecret": "s", "a": [1.5e-3, {"clientSecret": 1}, true, null]}', True),
        (b'{"clientSecret": "", "ClientSecret": "s"}', True),
        (b'{"clientSecret": "s", "ClientSecret": null}', True),
        (b'{"a": ' + b"9" * 5000 + b', "clientSecret": "s"}', True),
        (b'{"a": ' + b"[" * 9999 + b"]" * 9999 + b', "clientSecret": "s"}', True),
        (b'{"a": ' + b"[" * 10_000 + b"]" * 10_000 + b', "clientSecret": "s"}', False),
        (b'{"clientSecret": "s", "ClientSecret": ""}', False),
        (b'{"clientSecret": "s", "ClientSecret": 1}', False),
        (b'{"clientSecret": 1, "ClientSecret": "s"}', False),
        (b'{"clientSecret": ["s"]}', False),
        (b'{"clientSecret": {"clientSecret": "s"}}', False),
        (b'{"clientSecret": true}', False),
        (b'{"client_secret": "s"}', False),
        (b'{"clientSecret": ""}', False),
        (b'{"clientSecret": null}', False),
        (b'{"clientSecret": "s",}', False),
        (b'{"clientSecret": "s"} {}', False),
        (b'{"clientSecret": "s"', False),
        (b'{"clientSecret" "s"}', False),
        (b'{clientSecret: "s"}', False),
        (b"{'clientSecret': 's'}", False),
        (b'{"clientSecret": "s", "a": NaN}', False),
        (b'{"clientSecret": "s", "a": 01}', False),
        (b'{"clientSecret": "s", "a": 1.}', False),
        (b'{"clientSecret": "s", "a": +1}', False),
        (b'{"clientSecret": "s", "a": [1}}', False),
        (b'{"clientSecret": "s\n"}', False),
        (rb'{"clientSecret": "\x41"}', False),
        (rb'{"clientSecret": "\u12G4"}', False),
        (b'{"clientSecret": "s"} // comment', False),
        (b'{"clientSecret": "s"}\v', False),
        (b'{"clientSecret": "s"}X', False),
        (b'\xef\xbb\xbf{"clientSecret": "s"}', False),
        ('\u00a0{"clientSecret": "s"}'.encode(), False),
        (b'["clientSecret", "s"]', False),
        (b'"clientSecret"', False),
        (b"null", False),
        (b"1", False),
        (b"{}", False),
        (b"", False),
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
def test_the_next_version_finds_a_client_secret_in_cloud(
    dotenv: bytes, mode: CredentialMode
) -> None:
    detection = detect("AzureBlob", {"cloud": dotenv}, NEXT)
    assert detection.mode is mode
    assert (detection.rule is Rule.AZURE_CLOUD_SECRET) == (
        mode is CredentialMode.AZURE_CLIENT_SECRET
    )
    assert (detection.client_id == "x") == (mode is CredentialMode.AZURE_WORKLOAD_IDENTITY)


@pytest.mark.parametrize("storage_type", ["", "s3", "S3 ", "azureblob", "GCS"])
def test_an_unknown_storage_type_is_static(storage_type: str) -> None:
    assert detect(storage_type, {"credentials": b"arn:", "cloud": b""}) == Detection(
        CredentialMode.AWS_STATIC, Rule.UNKNOWN_STORAGE_TYPE
    )


def test_every_mode_belongs_to_the_storage_type_that_leads_to_it() -> None:
    assert [mode.storage_type for mode in CredentialMode] == [
        *[StorageType.S3] * 2,
        *[StorageType.AZURE_BLOB] * 3,
    ]


def test_every_rule_has_a_sentence_of_its_own() -> None:
    assert len({rule.sentence for rule in Rule}) == len(Rule)


def test_the_white_space_is_that_of_go() -> None:
    assert {character.encode() for character in GO_WHITESPACE} == set(oracle.WHITE_SPACE)


PIECES = st.sampled_from(
    [
        *oracle.WHITE_SPACE,
        *(b"\x1c", b"\x1f", b"\x00", b"\x85", b"\xa0", b"\xc2", b"\xe2\x80", b"\xff"),
        *(b"\xef\xbb\xbf", b"\xe2\x80\x8b", b"\xe1\xa0\x8e", b"\r\n", b"\n", b"\n"),
        *(b"arn:", b"arn", b":", b"ARN:", ARN.encode(), b"[default]"),
        *(b"AZURE_CLIENT_ID=", b"AZURE_CLIENT_ID", b"=", b"AZURE_CLIENT_ID_X=", b"export "),
        *(b"AZURE_CLIENT_SECRET=", CLIENT_ID.encode(), b"'", b'"', b"#", b"x"),
    ]
)
NAMES = st.sampled_from(
    [
        *(b'"clientSecret"', b'"CLIENTSECRET"', '"client\u017fecret"'.encode(), b'"a"', b'""'),
        *(rb'"client\u0053ecret"', rb'"\u0063lientsecret"', b'"client_secret"', b'"clientSecre"'),
        *(b'"clientSecret "', rb'"client\u017Fecret"', '"clien\u1e71Secret"'.encode()),
    ]
)
SCALARS = st.sampled_from(
    [
        *(b'"s"', b'""', b'" "', rb'"\ud800"', rb'"\""', b'"\xff"', b"null", b"true", b"false"),
        *(b"0", b"-0", b"1e5", b"1.5E+3", b"-12", b"01", b"1.", b"-", b"NaN", b"nul", b"'s'"),
        *(b'"\x1f"', rb'"\q"', rb'"\u12"', b'"', b"+1", b".5", b"1e", b"\xef\xbb\xbf"),
    ]
)
SPACES = st.sampled_from([b"", b"", b"", b" ", b"\n", b"\t\r", b"\x0b", b"\xc2\xa0", b"/**/"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: b"[" + b",".join(items) + b"]")
        | st.lists(st.tuples(NAMES, SPACES, inner), max_size=3).map(
            lambda members: (
                b"{"
                + b",".join(name + b":" + space + value for name, space, value in members)
                + b"}"
            )
        )
    ),
    max_leaves=6,
)
DOCUMENTS = st.lists(st.tuples(NAMES, SPACES, VALUES), max_size=4).map(
    lambda members: (
        b"{" + b",".join(space + name + b":" + value for name, space, value in members) + b"}"
    )
)
MARKS = st.lists(
    st.one_of(NAMES, SCALARS, SPACES, st.sampled_from([*b"[]{},:"]).map(lambda b: bytes([b]))),
    max_size=12,
)
CONTENT = st.one_of(
    st.binary(max_size=40),
    st.lists(PIECES, max_size=8).map(b"".join),
    VALUES,
    DOCUMENTS,
    st.tuples(SPACES, DOCUMENTS, SPACES).map(b"".join),
    MARKS.map(b"".join),
)
SECRETS = st.dictionaries(st.sampled_from(["credentials", "cloud", "Cloud"]), CONTENT)
STORAGE_TYPES = st.sampled_from(["S3", "AzureBlob", "AzureBlob", "GCS"])


@given(STORAGE_TYPES, SECRETS, st.sampled_from(ContractVersion))
@example("S3", {"credentials": b"\xe2\x80\x80arn:\xe2\x80"}, NEXT)
@example("AzureBlob", {"credentials": b'{"clientSecret":"s","a":{"b":[]}}'}, NEXT)
def test_a_second_implementation_agrees(
    storage_type: str, data: Mapping[str, bytes], version: ContractVersion
) -> None:
    expected = oracle.judge(storage_type, data, following=version is NEXT)
    assert comparable(detect(storage_type, data, version)) == expected


@given(SECRETS)
def test_detection_is_total_and_gives_an_identity_in_its_own_mode_only(
    data: Mapping[str, bytes],
) -> None:
    for storage_type in StorageType:
        detection = detect(storage_type, data)
        assert detection.mode.storage_type is storage_type
        assert (detection.role_arn is not None) == (detection.mode is CredentialMode.AWS_STS)
        assert (detection.client_id is not None) == (
            detection.mode is CredentialMode.AZURE_WORKLOAD_IDENTITY
        )


@given(st.binary())
def test_text_keeps_every_byte(raw: bytes) -> None:
    assert encode(decode(raw)) == raw
    assert encode(trim_space(decode(raw))) == oracle.trim(raw)


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
def test_invalid_json_is_refused_with_a_reason_and_without_content(
    document: bytes, message: str
) -> None:
    with pytest.raises(InvalidJSONError) as caught:
        string_member(document, "a")
    assert str(caught.value) == message


@pytest.mark.parametrize("unit", [b"[", b'{"a":', b'"a', b"9", b'{"a":1,', b"\n", b"=\n", b"\\"])
def test_detection_takes_time_in_proportion_to_its_input(unit: bytes) -> None:
    data = {"credentials": unit * (1_000_000 // len(unit))}
    started = time.perf_counter()
    detect("AzureBlob", data)
    detect("AzureBlob", {"cloud": data["credentials"]})
    detect("S3", data)
    assert time.perf_counter() - started < 10
