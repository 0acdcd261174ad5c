"""Lives of a stack after which Azure has to be as its settings say.

Every test looks into the cloud, not into the state. A test that is expected to fail names the fault
and the rule of the cloud; it is mended with the fault.
"""

import shutil

import yaml

from tests.engine.examples import make_stack
from tests.engine.stacks import ALERTS, AT, BLOB, WORKSPACE, Stack
from tests.engine.workspace import REPOSITORY, Workspace
from tests.kit import tokens

MAY_GO = ((f"{BLOB}.protect", "false"), (f"{BLOB}.deleteSnapshots", "true"))
ENDPOINT_SUBNET = (
    "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/network/providers"
    "/Microsoft.Network/virtualNetworks/management/subnets/endpoints"
)


def test_a_destroyed_account_loses_its_lock_first(workspace: Workspace) -> None:
    Stack.up(workspace, "aro", (f"{BLOB}.lock", "true"), *MAY_GO)

    workspace.succeed("destroy", *AT, "aro")

    assert workspace.clouds.world.of_type(tokens.MANAGEMENT_LOCK) == []
    assert workspace.clouds.world.of_type(tokens.STORAGE_ACCOUNT) == []


def test_a_destroyed_account_leaves_no_endpoint_zone_or_log(workspace: Workspace) -> None:
    Stack.up(
        workspace,
        "aro",
        *MAY_GO,
        (f"{BLOB}.diagnostics.workspaceId", WORKSPACE),
        (f"{BLOB}.privateEndpoint.subnetId", ENDPOINT_SUBNET),
    )

    workspace.succeed("destroy", *AT, "aro")

    world = workspace.clouds.world
    kept = (
        tokens.PRIVATE_ENDPOINT,
        tokens.PRIVATE_DNS_ZONE_GROUP,
        tokens.PRIVATE_ZONE,
        tokens.VIRTUAL_NETWORK_LINK,
        tokens.DIAGNOSTIC_SETTING,
    )
    assert {type_: world.of_type(type_) for type_ in kept} == {type_: [] for type_ in kept}


def test_no_setting_takes_the_snapshots_of_an_account(workspace: Workspace) -> None:
    stack = Stack.up(workspace, "aro")
    snapshots = workspace.clouds.world.snapshots()
    assert snapshots

    stack.configure((f"{BLOB}.protect", "false"))
    assert "deletes an account or a container with every snapshot" in stack.refused()
    stack.configure((f"{BLOB}.deleteSnapshots", "true"), (f"{BLOB}.storageAccount", "another1"))
    assert 'is "another1", but was' in stack.refused(), "the last update has said no such thing"
    stack.configure((f"{BLOB}.storageAccount", "aromc1etcdsnapshots"))
    stack.update()
    stack.configure((f"{BLOB}.location", "northeurope"))
    assert "its name is unique in the whole cloud" in stack.refused()
    assert workspace.clouds.world.snapshots() == snapshots

    stack.configure((f"{BLOB}.storageAccount", "another1"))
    stack.update()
    left = workspace.clouds.world.snapshots()
    assert not {*left} & {*snapshots}


def test_no_destroy_takes_the_snapshots_of_an_account_that_may_not_go(workspace: Workspace) -> None:
    stack = Stack.up(workspace, "aro")
    snapshots = workspace.clouds.world.snapshots()
    assert snapshots

    assert workspace.pulumi("destroy", *AT, "aro").code != 0
    assert workspace.clouds.world.snapshots() == snapshots

    stack.configure(*MAY_GO)
    stack.update()
    workspace.succeed("destroy", *AT, "aro")
    assert workspace.clouds.world.snapshots() == []


def test_point_in_time_restore_is_switched_off(workspace: Workspace) -> None:
    make_stack(workspace, "azure-restore")
    stack = Stack(workspace, "azure-restore")
    stack.update()
    ((service, found),) = workspace.clouds.world.all(tokens.BLOB_SERVICE_PROPERTIES)
    assert found["restorePolicy"]["enabled"] is True

    stack.configure((f"{BLOB}.pointInTimeRestoreDays", ""))
    stack.update()

    found = workspace.clouds.world.find(tokens.BLOB_SERVICE_PROPERTIES, service)
    assert found
    assert found["restorePolicy"]["enabled"] is False


def test_alerts_are_made_with_a_workspace_that_has_no_log_yet(workspace: Workspace) -> None:
    workspace.succeed("stack", "init", "aro")
    stack = Stack(workspace, "aro")
    stack.configure(*ALERTS, (f"{BLOB}.diagnostics.workspaceId", WORKSPACE))
    stack.update()
    assert workspace.clouds.calls("create", "azure-native:monitor:ScheduledQueryRule")


def test_the_endpoint_and_the_blob_service_of_an_account_are_written_one_by_one(
    workspace: Workspace,
) -> None:
    workspace.clouds.write_slowly()
    workspace.succeed("stack", "init", "aro")
    stack = Stack(workspace, "aro")
    stack.configure(
        (f"{BLOB}.privateEndpoint.subnetId", ENDPOINT_SUBNET),
        (f"{BLOB}.publicNetworkAccess", "Disabled"),
    )
    stack.update()


def test_a_role_binding_that_goes_takes_only_its_own_assignment(workspace: Workspace) -> None:
    stack = "workload-id-azure"
    make_stack(workspace, stack)
    requests = workspace.directory / "requests"
    shutil.copytree(REPOSITORY / "examples" / stack / "credrequests", requests)
    file = requests / "cluster-api.yaml"
    request = yaml.safe_load(file.read_text())
    bindings = request["spec"]["providerSpec"]["roleBindings"]
    bindings.insert(0, {"role": "Reader"})
    file.write_text(yaml.safe_dump(request))
    path = ("--plaintext", "--path", "openshift-credentials:componentIdentities.requests")
    workspace.succeed("config", "set", "--stack", stack, *path, "requests")
    workspace.succeed("up", *AT, stack)
    before = workspace.clouds.world.of_type(tokens.ROLE_ASSIGNMENT)

    del bindings[0]
    file.write_text(yaml.safe_dump(request))
    workspace.succeed("up", *AT, stack)

    after = workspace.clouds.world.of_type(tokens.ROLE_ASSIGNMENT)
    gone = set(before) - set(after)
    assert set(after) <= set(before), "the second assignment stays as it is"
    assert len(gone) < len(before)
    assert gone


def test_a_container_is_shared_and_again_not_while_no_lock_is_in_the_way(
    workspace: Workspace,
) -> None:
    shared = f"{BLOB}.sharedContainer"
    stack = Stack.up(workspace, "aro", (f"{BLOB}.lock", "true"), (shared, "true"))
    ((_, assignment),) = workspace.clouds.world.all(tokens.ROLE_ASSIGNMENT)
    assert "StringStartsWith" in assignment["condition"]

    stack.configure((shared, "false"))
    assert "the lock of the account prevents" in stack.refused()
    stack.configure((shared, "true"), (f"{BLOB}.lock", "false"))
    assert "protected" in stack.refused()
    stack.configure((f"{BLOB}.lock", "true"), (f"{BLOB}.retainOnDestroy", "true"))
    stack.update()
    stack.configure((f"{BLOB}.lock", "false"))
    stack.update()
    stack.configure((shared, "false"))
    stack.update()

    ((_, assignment),) = workspace.clouds.world.all(tokens.ROLE_ASSIGNMENT)
    assert "condition" not in assignment
    assert len(workspace.clouds.world.of_type(tokens.ROLE_DEFINITION)) == 1
