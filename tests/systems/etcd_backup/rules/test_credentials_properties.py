"""Properties of the detection of credential modes."""

from collections.abc import Mapping

from hypothesis import example, given, strategies as st

from openshift_credentials.platforms.go.text import decode, encode, trim_space
from openshift_credentials.systems.etcd_backup.rules.modes import ContractVersion, CredentialMode, StorageType, detect
from tests.systems.etcd_backup.rules import oracle
from tests.systems.etcd_backup.rules.credentials_samples import ARN, NEXT, comparable

CLIENT_ID = "11111111-2222-3333-4444-555555555555"
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
            lambda members: b"{" + b",".join(name + b":" + space + value for name, space, value in members) + b"}"
        )
    ),
    max_leaves=6,
)


DOCUMENTS = st.lists(st.tuples(NAMES, SPACES, VALUES), max_size=4).map(
    lambda members: b"{" + b",".join(space + name + b":" + value for name, space, value in members) + b"}"
)


MARKS = st.lists(
    st.one_of(NAMES, SCALARS, SPACES, st.sampled_from([*b"[]{},:"]).map(lambda b: bytes([b]))), max_size=12
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
def test_a_second_implementation_agrees(storage_type: str, data: Mapping[str, bytes], version: ContractVersion) -> None:
    expected = oracle.judge(storage_type, data, following=version is NEXT)
    assert comparable(detect(storage_type, data, version)) == expected


@given(SECRETS)
def test_detection_is_total_and_gives_an_identity_in_its_own_mode_only(data: Mapping[str, bytes]) -> None:
    for storage_type in StorageType:
        detection = detect(storage_type, data)
        assert detection.mode.storage_type is storage_type
        assert (detection.role_arn is not None) == (detection.mode is CredentialMode.AWS_STS)
        assert (detection.client_id is not None) == (detection.mode is CredentialMode.AZURE_WORKLOAD_IDENTITY)


@given(st.binary())
def test_text_keeps_every_byte(raw: bytes) -> None:
    assert encode(decode(raw)) == raw
    assert encode(trim_space(decode(raw))) == oracle.trim(raw)
