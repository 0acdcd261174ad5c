"""Settings on AWS: wrong ones, right ones, and those that go together."""

from typing import Any, Final

import pytest
from hypothesis import given, settings, strategies as st

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.systems.etcd_backup.settings import S3Storage
from openshift_credentials.systems.etcd_backup.settings.identity import Credentials
from tests.kit.frames import EXAMPLES
from tests.kit.tables import read_rows
from tests.kit.trees import AWS, Tree, backup_settings, changed, config, paths, problems

# Names on AWS that wrong settings are made of.

SECRET = "MarkerMarkerMarker!Marker"
KEY = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"


# Wrong settings on AWS: what is said, where, and that it is all that is said.
#
# Each row was read for sense: the setting by its path, the rule in words, and a way out.

S3_ROWS: list[tuple[str, object, str, str]] = [
    *read_rows(__file__, "wrong_aws_settings.json"),
    ("keyPrefix", "a" * 1011, "keyPrefix", "at most 1010 characters"),
]


def test_a_wrong_setting_of_the_bucket() -> None:
    for name, value, path, words in S3_ROWS:
        found = problems(changed(AWS, **{f"storage__s3__{name}": value}))

        assert len(found) == 1, f"{name} = {value!r}: {found}"
        assert found[0].startswith(f"etcdBackup.storage.s3.{path}"), (name, value, path)
        assert words in found[0], f"{name} = {value!r}: {found[0]}"
        assert ";" in found[0], f"no way out: {found[0]}"


@pytest.mark.parametrize(
    ("issuer", "words"),
    [
        ("http://oidc.example.com", "https URL"),
        ("https://OIDC.example.com", "lower case"),
        ("https://oidc.example.com?a=b", "no query"),
        ("https://oidc.example.com/a b", "white space"),
        (f"https://oidc.example.com/{'a' * 300}", "IAM accepts 255"),
    ],
)
def test_an_issuer_that_iam_cannot_trust(issuer: str, words: str) -> None:
    (problem,) = problems(changed(AWS, cluster__oidcIssuer=issuer))

    assert problem.startswith("cluster.oidcIssuer")
    assert words in problem


def test_all_problems_are_reported_at_once() -> None:
    wrong = changed(
        AWS,
        storage__s3__region="virginia",
        storage__s3__tags={"aws:a": "b"},
        storage__s3__objectLock={"days": 5},
        credentials={"rolePath": "x", "secretAccessKey": SECRET, "serviceAccounts": ["*"]},
    )

    found = problems(wrong)
    assert len(found) == 6
    assert SECRET not in "".join(found)


# Wrong roles and static keys on AWS are named with their rule and a way out.

STATIC: Tree = changed(
    AWS,
    credentials={
        "mode": "aws-static",
        "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
        "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    },
)


def statement(**changes: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - any wrong value
    good = {"Effect": "Allow", "Action": "s3:PutObjectTagging", "Resource": "arn:aws:s3:::snapshots/etcd-backups/*"}
    return [{name: value for name, value in {**good, **changes}.items() if value is not None}]


CREDENTIAL_ROWS: list[tuple[dict[str, Any], str, str]] = [
    *read_rows(__file__, "wrong_aws_credentials.json"),
    (
        {"serviceAccounts": [f"{'n' * 60}/{'s' * 60}{number:02}" for number in range(20)]},
        "serviceAccounts",
        "trust policy of",
    ),
    (
        {"extraStatements": [statement(Sid=f"S{number}")[0] for number in range(90)]},
        "extraStatements",
        "permission policy of",
    ),
]


@pytest.mark.parametrize(("credentials", "path", "words"), CREDENTIAL_ROWS)
def test_a_wrong_setting_of_the_role(credentials: dict[str, Any], path: str, words: str) -> None:
    (problem,) = problems(changed(AWS, credentials=credentials))

    assert problem.startswith(f"etcdBackup.credentials.{path}")
    assert words in problem
    assert ";" in problem, "no way out"


STATIC_ROWS: list[tuple[dict[str, Any], str, str]] = [
    ({"accessKeyId": None}, "accessKeyId", "is required"),
    ({"secretAccessKey": None}, "secretAccessKey", "is required"),
    ({"accessKeyId": "AKIA"}, "accessKeyId", "16 to 128"),
    ({"secretAccessKey": SECRET}, "secretAccessKey", "16 to 128"),
    ({"secretAccessKey": 5}, "secretAccessKey", "string"),
    ({"sessionToken": "a b"}, "sessionToken", "letters, digits"),
    ({"sessionToken": "token"}, "sessionToken", "cannot be combined with keys of a user"),
    ({"accessKeyId": "ASIAIOSFODNN7EXAMPLE"}, "sessionToken", "is required for temporary keys"),
    ({"rolePath": "/"}, "rolePath", "has no effect in mode aws-static"),
    ({"existingRole": True}, "existingRole", "has no effect in mode aws-static"),
    ({"createOidcProvider": True}, "createOidcProvider", "has no effect in mode aws-static"),
    ({"restore": True}, "restore", "has no effect in mode aws-static"),
    ({"serviceAccounts": ["a/b"]}, "serviceAccounts", "has no effect in mode aws-static"),
    ({"settleSeconds": 5}, "settleSeconds", "has no effect in mode aws-static"),
    ({"secretAcessKey": "x"}, "secretAcessKey", "did you mean secretAccessKey?"),
]


FILES: list[tuple[str, str]] = [
    ("", "empty"),
    ("[default]\n", "aws_access_key_id"),
    ("[prod]\naws_access_key_id = a\naws_secret_access_key = b\n", "[default]"),
    ("aws_access_key_id = a\naws_secret_access_key = b\n", "section"),
    ("[default]\naws_access_key_id = AKIAIOSFODNN7EXAMPLE\n", "aws_secret_access_key"),
    ("{}", "credentials file"),
]


@pytest.mark.parametrize(("changes", "path", "words"), STATIC_ROWS)
def test_a_wrong_setting_of_static_keys(changes: dict[str, Any], path: str, words: str) -> None:
    credentials = {name: value for name, value in {**STATIC["credentials"], **changes}.items() if value is not None}
    (problem,) = problems(changed(STATIC, credentials=credentials))

    assert problem.startswith(f"etcdBackup.credentials.{path}")
    assert words in problem
    assert SECRET not in problem
    assert ";" in problem, "no way out"


@pytest.mark.parametrize(("content", "words"), FILES)
def test_a_credentials_file_that_the_uploader_cannot_use(content: str, words: str) -> None:
    found = problems(changed(AWS, credentials={"mode": "aws-static", "credentialsFile": content}))

    assert found
    assert all(each.startswith("etcdBackup.credentials.credentialsFile") for each in found)
    assert words in " ".join(found)


def test_a_file_beside_the_keys_is_one_too_many() -> None:
    credentials = {**STATIC["credentials"], "credentialsFile": "[default]"}
    found = problems(changed(STATIC, credentials=credentials))

    assert (
        "etcdBackup.credentials.accessKeyId: cannot be combined with etcdBackup.credentials.credentialsFile" in found[0]
    )


# Settings of a stack on AWS that are just right, and the smallest change that is not.

S3: Final = "etcdBackup.storage.s3"
CREDENTIALS: Final = "etcdBackup.credentials"
LOCK: Final = {"mode": "governance", "days": 7}
COPY_KEY: Final = KEY.replace("us-east-1", "eu-west-1")
OTHER: Final = "999999999999"

PAIRS: Final[list[tuple[dict[str, Any], dict[str, Any], str]]] = [
    ({"objectLock": LOCK, "retentionDays": 7}, {"retentionDays": 6}, "retentionDays"),
    ({"kmsKeyARN": KEY}, {"kmsKeyARN": COPY_KEY}, "kmsKeyARN"),
    ({"kmsKeyARN": KEY}, {"kms": {"create": True}}, "kms.create"),
    ({"kms": {"create": True, "alias": "etcd"}}, {"kms": {"alias": "etcd"}}, "kms.alias"),
    ({"existing": True, "bucketAccountId": OTHER}, {"existing": False}, "bucketAccountId"),
    ({"existing": True}, {"bucketAccountId": "123456789012"}, "bucketAccountId"),
    ({"region": "eu-west-9", "allowUnknownRegion": True}, {"allowUnknownRegion": None}, "region"),
]


def found(bucket: dict[str, Any], credentials: dict[str, Any] | None = None) -> list[str]:
    group = {**AWS["storage"]["s3"], **bucket}
    given = {name: value for name, value in group.items() if value is not None}
    return paths(changed(AWS, storage__s3=given, credentials=credentials or {}))


@pytest.mark.parametrize(("right", "change", "setting"), PAIRS)
def test_one_change_of_a_bucket_is_one_too_many(right: dict[str, Any], change: dict[str, Any], setting: str) -> None:
    assert found(right) == []
    assert found({**right, **change}) == [f"{S3}.{setting}"]


KEYS: Final = {
    "mode": "aws-static",
    "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
    "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
}
TEMPORARY: Final = {**KEYS, "accessKeyId": "ASIAIOSFODNN7EXAMPLE", "sessionToken": "IQoJb3JpZ2lu"}
EXISTING: Final = {"existingRole": True, "roleName": "r" * 64}


@pytest.mark.parametrize(
    ("right", "change", "setting"),
    [
        (KEYS, {"sessionToken": "IQoJb3JpZ2lu"}, "sessionToken"),
        (TEMPORARY, {"sessionToken": None}, "sessionToken"),
        (KEYS, {"secretAccessKey": None}, "secretAccessKey"),
        (KEYS, {"accessKeyId": None}, "accessKeyId"),
        (KEYS, {"accessKeyId": "A" * 15}, "accessKeyId"),
        ({**KEYS, "accessKeyId": "A" * 16}, {"accessKeyId": "A" * 129}, "accessKeyId"),
        ({**KEYS, "accessKeyId": "A" * 128}, {"secretAccessKey": "s" * 15}, "secretAccessKey"),
        ({**KEYS, "secretAccessKey": "s" * 16}, {"secretAccessKey": "s" * 129}, "secretAccessKey"),
        ({**KEYS, "secretAccessKey": "s" * 128}, {"sessionToken": ""}, "sessionToken"),
        ({**TEMPORARY, "sessionToken": "t" * 16_384}, {"sessionToken": "t" * 16_385}, "sessionToken"),
        (EXISTING, {"roleName": "r" * 65}, "roleName"),
        (EXISTING, {"roleName": None}, "roleName"),
        (EXISTING, {"settleSeconds": 1}, "settleSeconds"),
        ({"serviceAccounts": ["ab/c"]}, {"serviceAccounts": ["ab*/c"]}, "serviceAccounts[0]"),
        (
            {"permissionsBoundary": "arn:aws:iam::aws:policy/b"},
            {"permissionsBoundary": f"arn:aws:iam::{OTHER}:policy/b"},
            "permissionsBoundary",
        ),
    ],
)
def test_one_change_of_an_identity_is_one_too_many(right: dict[str, Any], change: dict[str, Any], setting: str) -> None:
    assert found({}, right) == []
    wrong = {key: value for key, value in {**right, **change}.items() if value is not None}
    assert found({}, wrong) == [f"{CREDENTIALS}.{setting}"]


# Settings on AWS that do not go together.

DENY = {"Effect": "Deny", "Principal": "*", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::snapshots/*"}
EXISTING_ROWS: list[tuple[str, object]] = [
    ("kms", {"create": True}),
    ("protect", False),
    ("retainOnDestroy", True),
    ("retentionDays", 5),
    ("noncurrentVersionDays", 5),
    ("objectLock", {"mode": "governance", "days": 5}),
    ("policyStatements", [DENY]),
]


@pytest.mark.parametrize(("name", "value"), EXISTING_ROWS)
def test_nothing_can_be_set_on_an_adopted_bucket(name: str, value: object) -> None:
    wrong = changed(AWS, storage__s3__existing=True, **{f"storage__s3__{name}": value})

    (problem,) = problems(wrong)
    assert problem.startswith(f"etcdBackup.storage.s3.{name}")
    assert ": would change the bucket" in problem


def test_a_key_of_s3_has_1024_characters_and_that_of_a_snapshot_ends_in_its_time() -> None:
    prefix = "a" * (1024 - len("/1775575637.db"))
    tree = changed(AWS, storage__s3__keyPrefix="a" * 5, backups__0__keyPrefix="a" * 5)
    right = changed(tree, storage__s3__keyPrefix=prefix, backups__0__keyPrefix=prefix)
    assert not problems(right)
    assert problems(changed(tree, storage__s3__keyPrefix=f"{prefix}a"))


def test_a_key_is_given_or_made() -> None:
    both = changed(AWS, storage__s3__kmsKeyARN=KEY, storage__s3__kms={"create": True})

    (problem,) = problems(both)
    assert problem.startswith("etcdBackup.storage.s3.kms.create = true: would create a second key")


def test_snapshots_do_not_expire_while_they_are_locked() -> None:
    wrong = changed(AWS, storage__s3__retentionDays=5, storage__s3__objectLock={"mode": "governance", "days": 14})

    (problem,) = problems(wrong)
    assert problem.startswith("etcdBackup.storage.s3.retentionDays = 5: is less than etcdBackup.storage.s3.objectLock")
    assert "set at least 14" in problem


# Any value anywhere in the AWS settings: problems in words or settings, never a traceback.

_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 5000),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
    st.sampled_from(["*", "a/*", "aws-static", "aws-sts", "us-gov-west-1", "arn:aws:s3:::b/*", "s3:*", "Allow"]),
)
_WORDS = st.sampled_from(
    [
        *("create", "alias", "mode", "days", "bucket", "prefix", "sourceVpce", "Sid", "Effect"),
        *("Action", "Resource", "Condition", "StringEquals", "aws:SourceVpce", "resourceOrgID"),
    ]
)
ANYTHING = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.one_of(_WORDS, st.text(max_size=5)), inner, max_size=4)
    ),
    max_leaves=8,
)


def problems_or_none(tree: Tree) -> tuple[str, ...] | None:
    """What is said of a tree, or ``None`` if it is right; any other error is a traceback."""
    try:
        backup_settings(config(tree))
    except UnusableInputError as error:
        return tuple(map(str, error.problems))
    return None


def names(model: type[Any]) -> list[str]:
    return [field.alias for field in model.model_fields.values()]


@settings(max_examples=4 * EXAMPLES)
@given(
    st.dictionaries(st.sampled_from(names(S3Storage)), ANYTHING, max_size=5),
    st.dictionaries(st.sampled_from(names(Credentials)), ANYTHING, max_size=5),
)
def test_any_values_are_settings_or_problems(s3: dict[str, object], credentials: dict[str, object]) -> None:
    tree = changed(AWS, credentials=credentials)
    tree["storage"]["s3"].update(s3)

    told = problems_or_none(tree)

    assert told is None or (told and all("; " in problem for problem in told))


@settings(max_examples=4 * EXAMPLES)
@given(
    st.sampled_from(["accessKeyId", "secretAccessKey", "sessionToken", "credentialsFile"]),
    st.sampled_from(["aws-static", "aws-sts", None, 7]),
    st.text('\n !"[]=', max_size=5),
)
def test_no_secret_is_ever_shown(name: str, mode: object, noise: str) -> None:
    marker = "MarkerMarkerMarkerMarker"
    wrong = changed(AWS, credentials={"mode": mode, name: f"{noise}{marker}{noise}"})

    told = problems_or_none(wrong)

    if told is None:
        loaded = backup_settings(config(wrong))
        told = (repr(loaded), str(loaded.model_dump()))
    assert marker not in "".join(told)
