"""The root account on Google Cloud, on the real engine: its key is rotated and never shown."""

import base64
import json
import re
from typing import Final

from tests.engine.examples import make_stack
from tests.engine.fake_provider.cloud import Action
from tests.engine.workspace import Workspace
from tests.kit import tokens
from tests.kit.google_cloud import NEEDS_SDK

pytestmark = NEEDS_SDK

STACK: Final = "mint-gcp"
ROTATION: Final = "openshift-credentials:cloudCredentials.rotation"


def test_a_new_key_is_written_before_the_old_one_is_deleted(workspace: Workspace) -> None:
    make_stack(workspace, STACK)
    workspace.succeed("up", "--yes", "--skip-preview", "--stack", STACK)
    old = key_file(workspace)
    served = len(list(workspace.clouds.served()))

    workspace.succeed("config", "set", "--path", ROTATION, "next", "--stack", STACK)
    told = workspace.succeed("up", "--yes", "--skip-preview", "--stack", STACK).text

    steps = [(what, type_) for what, type_, _ in list(workspace.clouds.served())[served:]]
    order = [
        steps.index(step)
        for step in (("create", tokens.GCP_ACCOUNT_KEY), ("update", tokens.SECRET), ("delete", tokens.GCP_ACCOUNT_KEY))
    ]
    assert order == sorted(order)
    new = key_file(workspace)
    assert new["private_key_id"] != old["private_key_id"]
    assert new["client_email"] == old["client_email"]
    exported = workspace.succeed("stack", "export", "--stack", STACK).text
    for file in (old, new):
        whole = base64.b64encode(json.dumps(file, indent=2).encode()).decode()
        for piece in (file["private_key_id"], whole[40:80]):
            assert piece not in told + shown(exported)


def test_a_grant_waits_for_a_new_account_and_a_deleted_role_stops_the_stack(workspace: Workspace) -> None:
    make_stack(workspace, STACK)
    for _ in range(2):
        workspace.clouds.fail("create", tokens.GCP_PROJECT_MEMBER, Action.NEW_ACCOUNT)

    workspace.succeed("up", "--yes", "--skip-preview", "--stack", STACK)

    with workspace.clouds.changing() as world:
        ((role, _),) = world.all(tokens.GCP_CUSTOM_ROLE)
        found = world.get(tokens.GCP_CUSTOM_ROLE, role)
        assert found
        world.put(tokens.GCP_CUSTOM_ROLE, role, found.given, {**found.computed, "deleted": True})
    workspace.succeed("refresh", "--yes", "--skip-preview", "--stack", STACK)
    refused = workspace.pulumi("preview", "--stack", STACK)
    assert refused.code != 0
    assert "gcloud iam roles undelete" in " ".join(refused.text.split())


def key_file(workspace: Workspace) -> dict[str, str]:
    """The key file in the root secret of the cluster."""
    (secret,) = (
        given for key, given in workspace.clouds.world.resources.items() if key.startswith(f"{tokens.SECRET} ")
    )
    data = secret.given["data"]["service_account.json"]
    read: dict[str, str] = json.loads(base64.b64decode(data))
    return read


def shown(exported: str) -> str:
    """A state without IDs: that of a key ends with the ID of the key, which is no secret."""
    return re.sub(r'"id": "[^"]*"', "", exported)
