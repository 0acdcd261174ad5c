"""Lives of a stack after which Azure has to be as its settings say.

Every test looks into the cloud, not into the state. A test that is expected to fail names the fault
and the rule of the cloud; it is mended with the fault.
"""

import shutil

import yaml

from tests.engine.examples import make_stack
from tests.engine.stacks import AT, BLOB, Stack
from tests.engine.workspace import REPOSITORY, Workspace
from tests.kit import tokens

MAY_GO = ((f"{BLOB}.protect", "false"), (f"{BLOB}.deleteSnapshots", "true"))


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
