"""What exists moves under the stack: on the real engine, in two updates, and never a third one."""

from collections import Counter

import pytest

from openshift_credentials.deployer.aws import RIGHTS
from openshift_credentials.deployer.registered import Call, Command, calls
from tests.deployer.resources import resources_of
from tests.engine.examples import BUCKET, ROLE, ROLE_ARN, TRUST, hand_made, make_stack
from tests.engine.fake_provider.policies import same
from tests.engine.stacks import BLOB, S3, Stack
from tests.engine.workspace import Workspace
from tests.kit import tokens

IMPORTS = "etcdBackup.imports"
SHAPE = {
    "kind": "StorageV2",
    "sku": {"name": "Standard_LRS"},
    "encryption": {"requireInfrastructureEncryption": True},
}
"""What Azure never changes of an account."""

ON_AWS = (
    (f"{S3}.bucket", BUCKET),
    ("etcdBackup.credentials.roleName", ROLE),
    (f"{IMPORTS}.bucket", BUCKET),
    (f"{IMPORTS}.role", ROLE_ARN),
    ("etcdBackup.backups", ""),
)


def test_bucket_and_role_come_in_as_they_are_and_are_changed_by_a_later_update(
    workspace: Workspace,
) -> None:
    hand_made(workspace)
    workspace.succeed("stack", "init", "dev")
    stack = Stack(workspace, "dev")
    stack.configure(*ON_AWS)

    preview = workspace.succeed("preview", "--stack", "dev").text
    assert "its policy is replaced, with the statements LetAuditIn" in preview
    assert "versioning is enabled" in preview
    stack.update()
    made = [call for call in workspace.calls if call.startswith("create ")]
    assert not {"create etcd-backup-snapshots", "create etcd-backup-upload"} & set(made)
    (role,) = [each for each in workspace.stack("dev") if each["type"] == tokens.IAM_ROLE]
    assert same(role["inputs"]["assumeRolePolicy"], TRUST), "nothing of the role has changed yet"

    workspace.succeed(*("up", "--yes", "--skip-preview", "--expect-no-changes", "--stack", "dev"))

    stack.configure((IMPORTS, ""))
    preview = workspace.succeed("preview", "--diff", "--stack", "dev").text
    assert "assumeRolePolicy" in preview, "the preview shows what changes on the role"
    before = len(workspace.calls)
    stack.update()
    assert "update etcd-backup-upload" in workspace.calls[before:]
    assert stack.deleted() == set()


@pytest.mark.parametrize("stack", ["sts-adopt-ccoctl", "aws-import"])
def test_a_preview_reads_what_its_rights_name(workspace: Workspace, stack: str) -> None:
    make_stack(workspace, stack)

    workspace.pulumi("preview", "--stack", stack)

    read = Counter(type_ for what, type_, _ in workspace.clouds.served() if what == "read")
    told = Counter(
        each.type
        for each in resources_of(stack)
        if each.type in RIGHTS and Call.READ in calls(Command.PREVIEW, each, dry_run=False)
    )
    assert read.total() > 1
    assert read == told


@pytest.mark.parametrize("missing", [tokens.S3_BUCKET, tokens.IAM_ROLE])
def test_what_does_not_exist_is_not_imported(workspace: Workspace, missing: str) -> None:
    hand_made(workspace)
    with workspace.clouds.changing() as world:
        for identifier in world.of_type(missing):
            world.remove(missing, identifier)
    workspace.succeed("stack", "init", "dev")
    stack = Stack(workspace, "dev")
    stack.configure(*ON_AWS)

    assert "does not exist" in stack.refused()
    assert not [call for call in workspace.calls if call.startswith("create etcd-backup/")]


def test_account_container_and_identity_come_in_as_they_are(workspace: Workspace) -> None:
    workspace.succeed("stack", "init", "aro")
    stack = Stack(workspace, "aro")
    settings = {
        name: workspace.succeed(
            "config", "get", "--stack", "aro", "--path", f"{BLOB}.{name}"
        ).output.strip()
        for name in ("subscriptionId", "resourceGroup", "storageAccount", "container", "location")
    }
    group = (
        f"/subscriptions/{settings['subscriptionId']}/resourceGroups/{settings['resourceGroup']}"
    )
    name = settings["storageAccount"]
    account = f"{group}/providers/Microsoft.Storage/storageAccounts/{name}"
    container = f"{account}/blobServices/default/containers/{settings['container']}"
    within = {"accountName": name, "resourceGroupName": settings["resourceGroup"]}
    workspace.clouds.exists(
        tokens.STORAGE_ACCOUNT, account, {**within, **SHAPE, "location": settings["location"]}
    )
    workspace.clouds.exists(
        tokens.BLOB_CONTAINER, container, {**within, "containerName": settings["container"]}
    )
    service = f"{account}/blobServices/default"
    with workspace.clouds.changing() as world:
        of_others = {
            "deleteRetentionPolicy": {"enabled": True, "days": 90},
            "changeFeed": {"enabled": True},
            "isVersioningEnabled": False,
        }
        world.put(
            tokens.BLOB_SERVICE_PROPERTIES,
            service,
            {**within, "blobServicesName": "default", **of_others},
        )
    before = workspace.clouds.world.find(tokens.BLOB_SERVICE_PROPERTIES, service)
    stack.configure(
        (f"{IMPORTS}.storageAccount", account),
        (f"{IMPORTS}.container", container),
        ("etcdBackup.credentials.settleSeconds", "0"),
    )
    stack.update()

    made = {call for call in workspace.calls if call.startswith("create ")}
    assert not {"create etcd-backup-snapshots", "create etcd-backup-snapshots-container"} & made
    workspace.succeed("refresh", "--yes", "--skip-preview", "--stack", "aro")
    stack.update()
    assert workspace.clouds.world.find(tokens.BLOB_SERVICE_PROPERTIES, service) == before
    assert not [call for call in workspace.calls if call.startswith("update ")]
    stack.configure((IMPORTS, ""))
    stack.update()
    assert "update etcd-backup-snapshots" in workspace.calls
    after = workspace.clouds.world.find(tokens.BLOB_SERVICE_PROPERTIES, service)
    assert after
    assert after["isVersioningEnabled"] is True
    assert stack.deleted() == set()
