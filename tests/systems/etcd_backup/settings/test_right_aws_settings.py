"""Settings of a stack on AWS that are just right, and the smallest change that is not."""

from typing import Any, Final

import pytest

from tests.kit.trees import AWS, changed, paths
from tests.systems.etcd_backup.settings.wrong_aws_samples import KEY

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
