"""Which settings of a stack on AWS have a disadvantage that is told."""

from typing import Any, Final

import pytest

from openshift_credentials.systems.etcd_backup.remarks.aws import warnings
from openshift_credentials.systems.etcd_backup.settings import S3Upload
from tests.kit.trees import AWS, changed, load

KEYS: Final = {
    "mode": "aws-static",
    "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
    "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
}
TEMPORARY: Final = {**KEYS, "accessKeyId": "ASIAIOSFODNN7EXAMPLE", "sessionToken": "IQoJb3JpZ2lu"}
OADP: Final = {"enabled": True, "secretName": "cloud-credentials"}
COPY: Final = {"bucket": "copies", "existing": True, "region": "eu-west-1"}
LOCK: Final = {"mode": "governance", "days": 3}
RESTORE: Final = {"restore": True}
ISSUER: Final = "cluster__oidcIssuer"
REGION: Final = "storage__s3__region"
KEY: Final = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({}, []),
        ({"storage__s3__retentionDays": 30}, []),
        (
            {"storage__s3__retentionDays": 30, "backups": [], "oadp": OADP},
            ["retention-without-backups"],
        ),
        ({"credentials": {"roleName": "r" * 64}}, []),
        ({"credentials": {"roleName": "r" * 65}}, ["role-name-cut"]),
        ({"credentials": RESTORE}, []),
        ({"credentials": RESTORE, REGION: "us-gov-west-1"}, ["restore-outside-aws"]),
        ({"credentials": RESTORE, REGION: "af-south-1"}, ["restore-in-opt-in-region"]),
        ({REGION: "us-gov-west-1"}, []),
        ({REGION: "af-south-1"}, []),
        ({ISSUER: "https://oidc.example.com/abc/"}, ["issuer-with-slash"]),
        ({ISSUER: "https://oidc.example.com:8443/abc"}, ["issuer-with-port"]),
        (
            {
                "credentials": {
                    "serviceAccounts": ["ab-*/b", "cd-*/b", "c/d"],
                    "allowWildcardSubjects": True,
                }
            },
            ["wildcard-subjects"],
        ),
        ({"storage__s3__replication": COPY}, []),
        ({"storage__s3__objectLock": LOCK}, []),
        (
            {"storage__s3__objectLock": LOCK, "storage__s3__replication": COPY},
            ["copies-need-object-lock"],
        ),
        (
            {
                "storage__s3__objectLock": LOCK,
                "storage__s3__replication": {**COPY, "existing": False},
            },
            [],
        ),
        ({"credentials": KEYS}, ["static-keys"]),
        ({"credentials": TEMPORARY}, ["static-keys", "session-keys-end"]),
        ({"credentials": {**KEYS, "roleName": "r"}}, ["static-keys", "role-name-unused"]),
        (
            {"credentials": KEYS, "storage__s3__kmsKeyARN": KEY},
            ["static-keys", "static-keys-need-kms"],
        ),
        (
            {"credentials": KEYS, "storage__s3__kms": {"create": True}},
            ["static-keys", "static-keys-need-kms"],
        ),
    ],
)
def test_each_disadvantage_is_told_once(changes: dict[str, Any], codes: list[str]) -> None:
    settings = load(changed(AWS, **changes))
    upload = settings.upload
    assert isinstance(upload, S3Upload)
    assert [notice.code for notice in warnings(settings, upload)] == codes
