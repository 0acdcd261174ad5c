"""Statements about the stack's role for policies that others write: well-formed and narrow."""

import json
from typing import Any, Final

import pytest

from openshift_credentials.platforms.aws.policies import key_policy
from openshift_credentials.systems.etcd_backup.explain import explain
from openshift_credentials.systems.etcd_backup.plan import S3Plan, plan_of
from tests.kit.trees import AWS, changed, load
from tests.platforms.aws.policies.linter import findings

OTHER: Final = "999999999999"
ROLE: Final = "arn:aws:iam::123456789012:role/mc-1-etcd-backup"
KEY: Final = f"arn:aws:kms:us-east-1:{OTHER}:key/1234abcd-12ab-34cd-56ef-1234567890ab"
ELSEWHERE: Final = {"existing": True, "bucketAccountId": OTHER}
EXISTING: Final = {"existingRole": True, "roleName": "shared"}


def stack(bucket: dict[str, Any], credentials: dict[str, Any]) -> S3Plan:
    s3 = {**AWS["storage"]["s3"], **bucket}
    plan = plan_of(load(changed(AWS, storage__s3=s3, credentials=credentials)))
    assert isinstance(plan, S3Plan)
    return plan


@pytest.mark.parametrize("restore", [False, True])
def test_the_owner_of_a_bucket_names_the_role_by_a_condition(restore: bool) -> None:
    bucket = {**ELSEWHERE, "keyPrefix": "b*", "kmsKeyARN": KEY}
    plan = stack(bucket, {"restore": restore})
    found = plan.statements_elsewhere

    assert found.statements_for_the_bucket
    assert findings(found.statements_for_the_bucket) == []
    (statement,) = json.loads(found.statements_for_the_bucket)["Statement"]
    assert statement["Principal"] == {"AWS": "arn:aws:iam::123456789012:root"}
    assert statement["Condition"] == {"ArnEquals": {"aws:PrincipalArn": ROLE}}
    assert statement["Resource"] == "arn:aws:s3:::snapshots/b${*}/*"
    assert ("s3:GetObject" in str(statement["Action"])) is restore
    assert "Delete" not in str(statement["Action"])
    assert found.statements_for_the_key
    assert findings(found.statements_for_the_key) == []
    remarks = explain(plan.settings).remarks
    for text in (found.statements_for_the_bucket, found.statements_for_the_key):
        assert any(text in remark for remark in remarks), "explain prints what the owner adds"


@pytest.mark.parametrize(
    ("bucket", "credentials", "expected"),
    [
        ({}, {}, (False, False)),
        ({"kmsKeyARN": KEY}, {}, (False, False)),
        ({"kmsKeyARN": KEY}, EXISTING, (False, True)),
        ({"kmsKeyARN": KEY, "existing": True}, EXISTING, (False, False)),
        (ELSEWHERE, {}, (True, False)),
        (
            {**ELSEWHERE, "kmsKeyARN": KEY},
            {
                "mode": "aws-static",
                "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
                "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            },
            (False, False),
        ),
    ],
)
def test_others_get_statements_where_the_stack_writes_no_policy(
    bucket: dict[str, Any], credentials: dict[str, Any], expected: tuple[bool, bool]
) -> None:
    found = stack(bucket, credentials).statements_elsewhere
    given = (found.statements_for_the_bucket, found.statements_for_the_key)
    assert tuple(text is not None for text in given) == expected


def test_a_new_key_lets_an_existing_role_in_by_its_policy() -> None:
    (statement,) = stack({"kms": {"create": True}}, EXISTING).key_statements

    assert findings(key_policy("aws", "123456789012", [statement])) == []
    assert statement["Condition"] == {"ArnEquals": {"aws:PrincipalArn": "arn:aws:iam::123456789012:role/shared"}}
    assert not stack({"kms": {"create": True}}, {}).key_statements
