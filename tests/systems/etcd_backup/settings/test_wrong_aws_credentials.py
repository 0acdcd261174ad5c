"""Wrong roles and static keys on AWS are named with their rule and a way out."""

from typing import Any

import pytest

from tests.kit.trees import AWS, Tree, changed, problems
from tests.systems.etcd_backup.settings.wrong_aws_samples import COPY, SECRET

STATIC: Tree = changed(
    AWS,
    credentials={
        "mode": "aws-static",
        "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
        "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    },
)


EXISTING = {"existingRole": True, "roleName": "shared"}


def statement(**changes: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - any wrong value
    good = {
        "Effect": "Allow",
        "Action": "s3:PutObjectTagging",
        "Resource": "arn:aws:s3:::snapshots/etcd-backups/*",
    }
    return [{name: value for name, value in {**good, **changes}.items() if value is not None}]


CREDENTIAL_ROWS: list[tuple[dict[str, Any], str, str]] = [
    ({"roleName": "a role"}, "roleName", "letters, digits"),
    ({"rolePath": "etcd"}, "rolePath", "starts and ends with a slash"),
    ({"rolePath": "/etcd"}, "rolePath", "starts and ends with a slash"),
    ({"rolePath": "//"}, "rolePath", "no consecutive slashes"),
    ({"roleDescription": "a\nb"}, "roleDescription", "printable"),
    ({"permissionsBoundary": "boundary"}, "permissionsBoundary", "ARN of a managed IAM policy"),
    (
        {"permissionsBoundary": "arn:aws:iam::999999999999:policy/b"},
        "permissionsBoundary",
        "policy of account 999999999999",
    ),
    (
        {"permissionsBoundary": "arn:aws-cn:iam::123456789012:policy/b"},
        "permissionsBoundary",
        "is in partition aws-cn",
    ),
    ({"maxSessionDuration": 900}, "maxSessionDuration", "3600"),
    ({"maxSessionDuration": 50_000}, "maxSessionDuration", "43200"),
    ({"createOidcProvider": "yes"}, "createOidcProvider", "true or false"),
    ({"settleSeconds": -1}, "settleSeconds", "0"),
    ({"settleSeconds": 3600}, "settleSeconds", "900"),
    ({"serviceAccounts": ["velero"]}, "serviceAccounts[0]", "namespace/name"),
    ({"serviceAccounts": [""]}, "serviceAccounts[0]", "namespace/name"),
    ({"serviceAccounts": ["/velero"]}, "serviceAccounts[0]", "namespace/name"),
    ({"serviceAccounts": ["a/b:c"]}, "serviceAccounts[0]", "namespace/name"),
    ({"serviceAccounts": ["a/*"]}, "serviceAccounts[0]", "allowWildcardSubjects"),
    (
        {"serviceAccounts": ["*/velero"], "allowWildcardSubjects": True},
        "serviceAccounts[0]",
        "any namespace",
    ),
    (
        {"serviceAccounts": [f"{'n' * 60}/{'s' * 60}{number:02}" for number in range(20)]},
        "serviceAccounts",
        "trust policy of",
    ),
    (
        {"extraStatements": statement(Effect="Permit")},
        "extraStatements[0].Effect",
        "one of Allow, Deny",
    ),
    ({"extraStatements": statement(Action=None)}, "extraStatements[0].Action", "is required"),
    ({"extraStatements": statement(Action=[])}, "extraStatements[0].Action", "is empty"),
    ({"extraStatements": statement(Action="PutObject")}, "extraStatements[0].Action[0]", "service"),
    ({"extraStatements": statement(Action="s3:*")}, "extraStatements[0].Action[0]", "contains a *"),
    (
        {"extraStatements": statement(Action="s3:Get*")},
        "extraStatements[0].Action[0]",
        "contains a *",
    ),
    (
        {"extraStatements": statement(Resource="*")},
        "extraStatements[0].Resource[0]",
        "all resources",
    ),
    ({"extraStatements": statement(Resource=[])}, "extraStatements[0].Resource", "is empty"),
    ({"extraStatements": statement(Resource="b")}, "extraStatements[0].Resource[0]", "an ARN"),
    (
        {"extraStatements": statement(Resource="arn:aws-cn:s3:::b/*")},
        "extraStatements[0].Resource[0]",
        "is in partition aws-cn",
    ),
    ({"extraStatements": statement(Sid="my statement")}, "extraStatements[0].Sid", "letters and"),
    ({"extraStatements": statement(Sid="UploadSnapshots")}, "extraStatements[0].Sid", "another"),
    (
        {"extraStatements": statement(Sid="A") + statement(Sid="A")},
        "extraStatements[1].Sid",
        "another statement",
    ),
    ({"extraStatements": statement(Principal="*")}, "extraStatements[0].Principal", "not a sett"),
    ({"extraStatements": statement(NotAction="a:B")}, "extraStatements[0].NotAction", "not a sett"),
    (
        {"extraStatements": statement(Condition={"StringIs": {"aws:SourceVpce": "x"}})},
        "extraStatements[0].Condition.StringIs",
        "condition operator",
    ),
    (
        {"extraStatements": statement(Condition={"StringEquals": {"SourceVpce": "x"}})},
        "extraStatements[0].Condition.StringEquals.SourceVpce",
        "condition key",
    ),
    (
        {"extraStatements": [statement(Sid=f"S{number}")[0] for number in range(90)]},
        "extraStatements",
        "permission policy of",
    ),
    ({"accessKeyId": "AKIAIOSFODNN7EXAMPLE"}, "accessKeyId", "has no effect in mode aws-sts"),
    ({"existingRole": True}, "roleName", "is required when existingRole is true"),
    ({"existingRole": True, "roleName": "r" * 65}, "roleName", "a role that exists"),
    ({**EXISTING, "roleDescription": "x"}, "roleDescription", "the role exists"),
    ({**EXISTING, "maxSessionDuration": 7200}, "maxSessionDuration", "the role exists"),
    ({**EXISTING, "extraStatements": statement()}, "extraStatements", "the role exists"),
    ({**EXISTING, "settleSeconds": 5}, "settleSeconds", "the role exists"),
    (
        {**EXISTING, "permissionsBoundary": "arn:aws:iam::123456789012:policy/b"},
        "permissionsBoundary",
        "the role exists",
    ),
    ({"credentialsFile": "[default]"}, "credentialsFile", "has no effect in mode aws-sts"),
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
    credentials = {
        name: value
        for name, value in {**STATIC["credentials"], **changes}.items()
        if value is not None
    }
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
        "etcdBackup.credentials.accessKeyId: cannot be combined with "
        "etcdBackup.credentials.credentialsFile" in found[0]
    )


def test_the_boundary_of_a_replication_role_stays_beside_an_existing_role() -> None:
    boundary = {"permissionsBoundary": "arn:aws:iam::123456789012:policy/b"}
    copied = changed(AWS, storage__s3__replication=COPY, credentials={**EXISTING, **boundary})

    assert not problems(copied)


def test_an_existing_role_is_not_imported() -> None:
    role = "arn:aws:iam::123456789012:role/shared"
    (problem,) = problems(changed(AWS, backups=[], credentials=EXISTING, imports={"role": role}))

    assert "does not create" in problem


def test_static_keys_have_no_role_that_could_read_a_copy() -> None:
    wrong = changed(STATIC, storage__s3__replication={**COPY, "restore": True})

    assert any("creates no role" in problem for problem in problems(wrong))
