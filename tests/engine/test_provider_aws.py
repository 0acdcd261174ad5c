"""Stacks of AWS on the provider's own code, where somebody has it.

``PROVIDER_AWS=/path/to/pulumi-resource-aws`` names the program; AWS is moto on this machine
(:mod:`tests.engine.local_aws`), and everything else a stand-in. Every test looks into moto, not
into the state.
"""

from typing import Final

import pytest

from tests.engine.examples import BUCKET, ROLE, make_stack, stack_file
from tests.engine.local_aws import LocalAws
from tests.engine.local_existing import make_bucket_for_logs, make_existing
from tests.engine.real_provider import (
    NEEDS_THE_PROVIDER,
    left_behind,
    left_by_destroy,
    serve,
    stays_the_same,
)
from tests.engine.stacks import ALERTS, AT, NOTHING_WAITS, S3, Stack
from tests.engine.workspace import Workspace

STACKS: Final = (
    "dev",
    "aws-adopt-existing",
    "aws-alerts",
    "aws-existing-role",
    "aws-kms",
    "aws-other-account",
    "aws-replicated",
    "aws-static",
    "aws-store",
    "issuer-and-backups",
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
SIGNED_IN: Final = {"aws-store": "arn:aws:iam::999999999999:role/platform-deployer"}
"""The role that deploys a stack, where its settings name one."""
KEY_OF_COPIES: Final = "arn:aws:kms:us-west-2:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"
SWITCHES: Final = (
    *ALERTS,
    (f"{S3}.accessLogging.bucket", "logs-of-others"),
    (f"{S3}.dataEvents.bucket", "logs-of-others"),
    (f"{S3}.inventory.bucket", "logs-of-others"),
    (f"{S3}.kms.create", "true"),
    (f"{S3}.objectLock.mode", "governance"),
    (f"{S3}.objectLock.days", "7"),
    (f"{S3}.perimeter.principalOrgID", "o-a1b2c3d4e5"),
    (f"{S3}.replication.bucket", "copies-of-dev"),
    (f"{S3}.replication.region", "us-west-2"),
    (f"{S3}.replication.kmsKeyARN", KEY_OF_COPIES),
    (f"{S3}.retentionDays", "120"),
    (f"{S3}.transition.storageClass", "GLACIER_IR"),
    ("etcdBackup.credentials.createOidcProvider", "true"),
)
"""Everything of a store that settings switch on."""
SWITCHED_OFF: Final = (
    "etcdBackup.alerts",
    *(f"{S3}.{group}" for group in (
        "accessLogging", "dataEvents", "inventory", "objectLock", "perimeter", "retentionDays",
        "transition",
    )),
    "etcdBackup.credentials.createOidcProvider",
)  # fmt: skip
"""What goes with its setting; the program keeps the key and the copies."""


@NEEDS_THE_PROVIDER
@pytest.mark.parametrize("stack", STACKS)
def test_an_example_lives_on_the_provider(served: Workspace, aws: LocalAws, stack: str) -> None:
    if role := SIGNED_IN.get(stack):
        aws.assume(role)
        serve(served, aws)
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
def test_what_settings_switch_on_comes_and_goes_on_the_provider(
    served: Workspace, aws: LocalAws
) -> None:
    make_bucket_for_logs(aws, "logs-of-others", "us-east-1")
    free = ((f"{S3}.protect", "false"), NOTHING_WAITS)
    stack = Stack.up(served, "dev", *free)
    stack.configure(*SWITCHES)
    stack.update()
    stays_the_same(served, "dev")
    assert aws.found()["trails"]

    kept = left_behind(served, "dev")
    served.succeed("state", "unprotect", "--all", "--yes", "--stack", "dev")
    stack.configure(*((path, "") for path in SWITCHED_OFF))
    stack.update()
    stays_the_same(served, "dev")

    assert not {"alarms", "event rules", "log groups", "trails"} & set(aws.found())
    assert {*aws.found()["OIDC providers"]} <= kept, "other systems of the cluster need it"
    s3, bucket = aws.client("s3"), {"Bucket": "rosa-mc-1-etcd-snapshots"}
    locked = s3.get_object_lock_configuration(**bucket)
    assert "Rule" not in locked["ObjectLockConfiguration"]
    assert "LoggingEnabled" not in s3.get_bucket_logging(**bucket)
    assert "InventoryConfigurationList" not in s3.list_bucket_inventory_configurations(**bucket)
    told = s3.get_bucket_notification_configuration(**bucket)
    assert "EventBridgeConfiguration" not in told
    rules = s3.get_bucket_lifecycle_configuration(**bucket)["Rules"]
    assert not [each for each in rules if "Transitions" in each]
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


@NEEDS_THE_PROVIDER
def test_what_is_imported_gets_and_keeps_what_the_stack_sets_on_the_provider(
    served: Workspace, aws: LocalAws
) -> None:
    stack = "aws-import"
    make_existing(aws, stack)
    make_stack(served, stack)
    served.succeed("up", *AT, stack)
    stays_the_same(served, stack)
    bucket, iam = aws.client("s3"), aws.client("iam")
    assert "aws:SecureTransport" in bucket.get_bucket_policy(Bucket=BUCKET)["Policy"]
    assert "upload-etcd-snapshots" in iam.list_role_policies(RoleName=ROLE)["PolicyNames"]

    served.succeed("config", "rm", "--stack", stack, "--path", "etcdBackup.imports")
    served.succeed("up", *AT, stack)
    stays_the_same(served, stack)
    trust = iam.get_role(RoleName=ROLE)["Role"]["AssumeRolePolicyDocument"]
    assert trust["Statement"], "the trust of the stack is not written"
    assert "upload-etcd-snapshots" in iam.list_role_policies(RoleName=ROLE)["PolicyNames"]
    assert left_by_destroy(served, aws, stack) == set()


def test_the_stacks_are_those_of_aws() -> None:
    for stack in STACKS:
        text = stack_file(stack).read_text()
        assert "subscriptionId" not in text, stack
