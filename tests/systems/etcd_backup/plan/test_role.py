"""The upload role: which one a stack may use, and what its policy says."""

from typing import Any, Final

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.systems.etcd_backup.plan import S3Plan, plan_of
from tests.kit.trees import AWS, Tree, changed, load

ROLE: Final = "arn:aws:iam::123456789012:role/shared"
EXISTING: Final = {"existingRole": True, "roleName": "shared"}


def s3_plan(tree: Tree) -> S3Plan:
    plan = plan_of(load(tree))
    assert isinstance(plan, S3Plan)
    return plan


def test_a_role_that_the_stack_has_created_is_not_one_that_exists() -> None:
    with pytest.raises(ContractError, match=f"this stack has created {ROLE}"):
        s3_plan(changed(AWS, credentials=EXISTING)).assert_role_stays([ROLE])


@pytest.mark.parametrize(
    ("tree", "credentials", "created"),
    [
        (AWS, EXISTING, []),
        (AWS, EXISTING, [f"{ROLE}-2"]),
        (AWS, {"roleName": "shared"}, [ROLE]),
        (
            AWS,
            {
                "mode": "aws-static",
                "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
                "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            },
            [ROLE],
        ),
    ],
)
def test_every_other_role_may_be_used(tree: Tree, credentials: dict[str, Any], created: list[str]) -> None:
    s3_plan(changed(tree, credentials=credentials)).assert_role_stays(created)
