"""The upload role: which one a stack may use, and what its policy says."""

from typing import Any, Final

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.systems.etcd_backup.plan.aws import assert_role_stays
from tests.kit.trees import AWS, AZURE, Tree, changed, load

ROLE: Final = "arn:aws:iam::123456789012:role/shared"
EXISTING: Final = {"existingRole": True, "roleName": "shared"}


def test_a_role_that_the_stack_has_created_is_not_one_that_exists() -> None:
    with pytest.raises(ContractError, match=f"this stack has created {ROLE}"):
        assert_role_stays([ROLE], load(changed(AWS, credentials=EXISTING)))


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
        (AZURE, {}, [ROLE]),
    ],
)
def test_every_other_role_may_be_used(tree: Tree, credentials: dict[str, Any], created: list[str]) -> None:
    assert_role_stays(created, load(changed(tree, credentials=credentials)))
