"""What exists in a cloud although the state knows nothing of it."""

from typing import Final

import pytest

from tests.engine.examples import make_stack
from tests.engine.fake_provider.cloud import Action
from tests.engine.workspace import Workspace
from tests.kit import tokens
from tests.kit.cloud_rows import ROWS

NAMED: Final = tuple(
    type_ for type_, row in ROWS.items() if row.taken or (type_.startswith("azure-native:") and not row.takes_over)
)
"""Types of which a second one under the same name is refused."""

OIDC_PROVIDER: Final = "openshift-credentials:etcdBackup.credentials.createOidcProvider"


@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    ("stack", "kinds"), [("dev", {"Bucket", "Role", "OpenIdConnectProvider"}), ("aro", {"StorageAccount"})]
)
def test_after_a_lost_state_updates_print_the_commands_that_bring_it_back(
    workspace: Workspace, stack: str, kinds: set[str]
) -> None:
    at = ("--stack", stack)
    make_stack(workspace, stack)
    if "OpenIdConnectProvider" in kinds:
        workspace.succeed("config", "set", *at, "--plaintext", "--path", OIDC_PROVIDER, "true")
    workspace.succeed("up", "--yes", "--skip-preview", *at)
    made = {type_: workspace.clouds.calls("create", type_) for type_ in NAMED}
    assert kinds <= {type_.rpartition(":")[2] for type_, names in made.items() if names}
    workspace.succeed("stack", "rm", "--force", "--yes", "--preserve-config", *at)
    workspace.succeed("stack", "init", stack)

    workspace.up_as_told(stack)

    del made[tokens.ROLE_ASSIGNMENT]  # removed and created again
    assert {type_: workspace.clouds.calls("create", type_) for type_ in made} == made
    workspace.succeed("up", "--yes", "--skip-preview", "--expect-no-changes", *at)


def test_what_fails_without_the_program_is_reported_as_it_is(workspace: Workspace) -> None:
    make_stack(workspace, "dev")
    workspace.succeed("up", "--yes", "--skip-preview", "--stack", "dev")
    workspace.succeed("state", "unprotect", "--all", "--yes", "--stack", "dev")
    workspace.clouds.empty_stores()
    workspace.clouds.fail("delete", tokens.IAM_ROLE, Action.REFUSE)

    outcome = workspace.pulumi("destroy", "--yes", "--skip-preview", "--stack", "dev")

    assert outcome.code != 0
    assert "AccessDenied" in outcome.text
    assert "hook" not in outcome.text
    workspace.succeed("destroy", "--yes", "--skip-preview", "--stack", "dev")
    assert workspace.stack("dev") == []
