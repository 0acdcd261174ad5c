"""Questions to a cloud that it refuses to answer, on the real engine."""

import pytest

from tests.engine.examples import make_stack
from tests.engine.fake_provider.cloud import Action
from tests.engine.workspace import Workspace
from tests.kit import tokens

REFUSED = (
    (
        "azure-adopt-existing",
        "azure-native:storage:getStorageAccount",
        tokens.ROLE_ASSIGNMENT,
        ("etcdBackup.storage.azureBlob.storageAccount = aromc1etcdsnapshots", "Microsoft.Storage/storageAccounts/read"),
    ),
)


@pytest.mark.parametrize(("stack", "question", "after", "told"), REFUSED)
def test_a_question_that_is_refused_ends_the_update_with_a_way_out(
    workspace: Workspace, stack: str, question: str, after: str, told: tuple[str, ...]
) -> None:
    make_stack(workspace, stack)
    workspace.clouds.fail("invoke", question, Action.REFUSE)
    up = ("up", "--yes", "--skip-preview", "--stack", stack)

    outcome = workspace.pulumi(*up)

    assert outcome.code != 0
    assert "AccessDenied" in outcome.text
    for text in told:
        assert text in outcome.text
    for text in ("Traceback", 'File "', "unhandled exception"):
        assert text not in outcome.text
    assert workspace.clouds.calls("create", after) == []
    workspace.succeed(*up)
    assert workspace.clouds.calls("create", after)
