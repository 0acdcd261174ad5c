"""Stacks of AWS on the provider's own code, where somebody has it.

``PROVIDER_AWS=/path/to/pulumi-resource-aws`` names the program; AWS is moto on this machine
(:mod:`tests.engine.local_aws`), and everything else a stand-in. Every test looks into moto, not
into the state.
"""

from typing import Final

import pytest

from tests.engine.examples import make_stack, stack_file
from tests.engine.local_aws import LocalAws
from tests.engine.local_existing import make_existing
from tests.engine.real_provider import NEEDS_THE_PROVIDER, left_behind, left_by_destroy, stays_the_same
from tests.engine.stacks import AT, NOTHING_WAITS, S3, Stack
from tests.engine.workspace import Workspace

STACKS: Final = (
    "dev",
    "aws-adopt-existing",
    "aws-existing-role",
    "aws-kms",
    "aws-static",
    "manual-aws-long-term",
    "mint-aws",
    "oadp-rosa",
    "pulls-ecr-hosted",
    "pulls-ecr-standalone",
    "rosa-sts",
    "sts-aws-private",
    "sts-aws-public",
)
"""Stacks of AWS that import nothing; moto has no IAM of GovCloud."""
SWITCHES: Final = (
    (f"{S3}.kms.create", "true"),
    (f"{S3}.objectLock.mode", "governance"),
    (f"{S3}.objectLock.days", "7"),
    (f"{S3}.retentionDays", "120"),
    ("etcdBackup.credentials.createOidcProvider", "true"),
)
"""Everything of a store that settings switch on."""
SWITCHED_OFF: Final = (f"{S3}.objectLock", f"{S3}.retentionDays", "etcdBackup.credentials.createOidcProvider")
"""What goes with its setting; the program keeps the key."""


@NEEDS_THE_PROVIDER
@pytest.mark.parametrize("stack", STACKS)
def test_an_example_lives_on_the_provider(served: Workspace, aws: LocalAws, stack: str) -> None:
    make_existing(aws, stack)
    before = {name for names in aws.found().values() for name in names}
    make_stack(served, stack)
    served.succeed("up", *AT, stack)
    made = aws.found()
    assert made, "nothing came to the local AWS"
    stays_the_same(served, stack)
    assert aws.found() == made
    assert left_by_destroy(served, aws, stack) == before


@NEEDS_THE_PROVIDER
def test_what_settings_switch_on_comes_and_goes_on_the_provider(served: Workspace, aws: LocalAws) -> None:
    free = ((f"{S3}.protect", "false"), NOTHING_WAITS)
    stack = Stack.up(served, "dev", *free)
    stack.configure(*SWITCHES)
    stack.update()
    stays_the_same(served, "dev")

    kept = left_behind(served, "dev")
    served.succeed("state", "unprotect", "--all", "--yes", "--stack", "dev")
    stack.configure(*((path, "") for path in SWITCHED_OFF))
    stack.update()
    stays_the_same(served, "dev")

    assert {*aws.found()["OIDC providers"]} <= kept, "other systems of the cluster need it"
    s3, bucket = aws.client("s3"), {"Bucket": "rosa-mc-1-etcd-snapshots"}
    locked = s3.get_object_lock_configuration(**bucket)
    assert "Rule" not in locked["ObjectLockConfiguration"]
    rules = s3.get_bucket_lifecycle_configuration(**bucket)["Rules"]
    assert not [each for each in rules if "Days" in each.get("Expiration", {})]
    assert left_by_destroy(served, aws, "dev") - kept == {"logs-of-others"}


@NEEDS_THE_PROVIDER
def test_what_is_kept_is_not_changed_on_the_provider(served: Workspace, aws: LocalAws) -> None:
    stack = "sts-adopt-ccoctl"
    make_existing(aws, stack)
    for role in aws.found()["roles"]:
        aws.client("iam").update_role(RoleName=role, MaxSessionDuration=7200)
    before = aws.properties()
    make_stack(served, stack)
    served.succeed("up", *AT, stack)
    stays_the_same(served, stack)
    assert aws.properties() == before


def test_the_stacks_are_those_of_aws() -> None:
    for stack in STACKS:
        text = stack_file(stack).read_text()
        assert "subscriptionId" not in text, stack
