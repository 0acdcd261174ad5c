"""Wrong roles and static keys on AWS are named with their rule and a way out."""

from typing import Any

import pytest

from tests.kit.tables import read_rows
from tests.kit.trees import AWS, Tree, changed, problems
from tests.systems.etcd_backup.settings.wrong_aws_samples import SECRET

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
