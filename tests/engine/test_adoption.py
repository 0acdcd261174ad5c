"""What exists moves under the stack, by the engine's own import."""

from collections import Counter

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from openshift_credentials.deployer.aws import RIGHTS
from openshift_credentials.deployer.registered import Call, Command, calls
from tests.deployer.provider_calls import resources_of
from tests.engine.examples import BUCKET, ROLE, hand_made, make_stack
from tests.engine.stacks import BLOB, S3, Stack
from tests.engine.workspace import Workspace
from tests.kit import tokens

SHAPE = {"kind": "StorageV2", "sku": {"name": "Standard_LRS"}, "encryption": {"requireInfrastructureEncryption": True}}
"""What Azure never changes of an account."""

ON_AWS = ((f"{S3}.bucket", BUCKET), ("etcdBackup.credentials.roleName", ROLE), ("etcdBackup.backups", ""))


def test_bucket_and_role_come_in_by_the_commands_that_an_update_prints(workspace: Workspace) -> None:
    hand_made(workspace)
    workspace.succeed("stack", "init", "dev")
    stack = Stack(workspace, "dev")
    stack.configure(*ON_AWS)

    workspace.up_as_told("dev")

    made = {call for call in workspace.calls if call.startswith("create ")}
    assert not {"create etcd-backup-snapshots", "create etcd-backup-upload"} & made
    assert "create etcd-backup-snapshots-policy" in made
    assert "update etcd-backup-upload" in workspace.calls
    (role,) = [each for each in workspace.stack("dev") if each["type"] == tokens.IAM_ROLE]
    assert "etcd-backup-job" in role["inputs"]["assumeRolePolicy"]
    (bucket,) = [each for each in workspace.stack("dev") if each["type"] == tokens.S3_BUCKET]
    assert bucket["protect"], "the protection of the settings holds"
    assert not role.get("protect"), "Pulumi protects what it imports, and the update ends that"
    workspace.succeed("up", "--yes", "--skip-preview", "--expect-no-changes", "--stack", "dev")
    assert stack.deleted() == set()


def test_a_preview_reads_what_its_rights_name(workspace: Workspace) -> None:
    stack = "sts-adopt-ccoctl"
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


def test_account_and_container_come_in_by_the_commands_that_an_update_prints(workspace: Workspace) -> None:
    workspace.succeed("stack", "init", "aro")
    stack = Stack(workspace, "aro")
    settings = {
        name: workspace.succeed("config", "get", "--stack", "aro", "--path", f"{BLOB}.{name}").output.strip()
        for name in ("subscriptionId", "resourceGroup", "storageAccount", "container", "location")
    }
    group = f"/subscriptions/{settings['subscriptionId']}/resourceGroups/{settings['resourceGroup']}"
    name = settings["storageAccount"]
    account = f"{group}/providers/Microsoft.Storage/storageAccounts/{name}"
    container = f"{account}/blobServices/default/containers/{settings['container']}"
    within = {"accountName": name, "resourceGroupName": settings["resourceGroup"]}
    workspace.clouds.exists(tokens.STORAGE_ACCOUNT, account, {**within, **SHAPE, "location": settings["location"]})
    workspace.clouds.exists(tokens.BLOB_CONTAINER, container, {**within, "containerName": settings["container"]})
    service = f"{account}/blobServices/default"
    with workspace.clouds.changing() as world:
        of_others = {
            "deleteRetentionPolicy": {"enabled": True, "days": 90},
            "changeFeed": {"enabled": True},
            "isVersioningEnabled": False,
        }
        world.put(tokens.BLOB_SERVICE_PROPERTIES, service, {**within, "blobServicesName": "default", **of_others})
    stack.configure(("etcdBackup.credentials.settleSeconds", "0"))

    workspace.up_as_told("aro")

    made = {call for call in workspace.calls if call.startswith("create ")}
    assert not {"create etcd-backup-snapshots", "create etcd-backup-snapshots-container"} & made
    found = workspace.clouds.world.find(tokens.BLOB_SERVICE_PROPERTIES, service)
    assert found
    assert found["isVersioningEnabled"] is True
    workspace.succeed("up", "--yes", "--skip-preview", "--expect-no-changes", "--stack", "aro")
    assert stack.deleted() == set()


def test_an_imported_account_that_is_encrypted_once_stops_the_preview(workspace: Workspace) -> None:
    workspace.succeed("stack", "init", "aro")
    stack = Stack(workspace, "aro")
    subscription, group, name, location = (
        workspace.succeed("config", "get", "--stack", "aro", "--path", f"{BLOB}.{setting}").output.strip()
        for setting in ("subscriptionId", "resourceGroup", "storageAccount", "location")
    )
    account = f"/subscriptions/{subscription}/resourceGroups/{group}/providers/Microsoft.Storage/storageAccounts/{name}"
    within = {"accountName": name, "resourceGroupName": group, "location": location}
    once = {"encryption": {"requireInfrastructureEncryption": False}}
    workspace.clouds.exists(tokens.STORAGE_ACCOUNT, account, {**within, **SHAPE, **once})
    stack.configure(("etcdBackup.credentials.settleSeconds", "0"))
    with pytest.raises(AssertionError, match="was created with false, and Azure never changes it"):
        workspace.up_as_told("aro")
    calls = len(workspace.calls)

    assert "infrastructureEncryption = true: storage account" in stack.refused()
    assert not [call for call in workspace.calls[calls:] if call.startswith(("update ", "delete ", "create "))]
    stack.configure((f"{BLOB}.infrastructureEncryption", "false"))
    workspace.up_as_told("aro")


def test_a_destroy_leaves_what_is_only_kept(workspace: Workspace) -> None:
    make_stack(workspace, "sts-adopt-ccoctl")
    before = set(workspace.clouds.world.resources)
    Stack(workspace, "sts-adopt-ccoctl").update()

    workspace.succeed("destroy", "--yes", "--skip-preview", "--stack", "sts-adopt-ccoctl")

    assert before <= set(workspace.clouds.world.resources)
    deleted = {type_ for what, type_, _ in workspace.clouds.served() if what == "delete"}
    assert deleted <= {tokens.SLEEP}, "a wait is in no cloud"


def test_a_kept_issuer_publishes_no_other_keys_and_never_goes_back(workspace: Workspace) -> None:
    make_stack(workspace, "sts-adopt-ccoctl")
    stack = Stack(workspace, "sts-adopt-ccoctl")
    stack.update()
    before = len(workspace.calls)

    other = rsa.generate_private_key(public_exponent=65537, key_size=2048).public_key()
    pem = other.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    stack.configure(("tokenIssuer.keys[0].publicKey", pem))
    assert "tokenIssuer.keys: other keys than in the last update" in stack.refused()
    assert [call for call in workspace.calls[before:] if not call.startswith("read ")] == []

    stack.configure(("tokenIssuer.existing", "repair"))
    stack.update()
    stack.configure(("tokenIssuer.existing", "keep"))
    assert "tokenIssuer.existing: is keep, but this stack has" in stack.refused()
