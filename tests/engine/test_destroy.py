"""What a destroy leaves behind, and what it must not touch."""

import pytest

from tests.engine.examples import make_stack
from tests.engine.workspace import Workspace
from tests.kit import tokens

STORE_AND_ITS_PROTECTIONS = {
    "dev": {
        tokens.S3_BUCKET,
        tokens.S3_PUBLIC_ACCESS_BLOCK,
        tokens.S3_ENCRYPTION,
        tokens.S3_BUCKET_POLICY,
    },
    "aro": {tokens.STORAGE_ACCOUNT, tokens.BLOB_CONTAINER},
}


@pytest.fixture(params=STORE_AND_ITS_PROTECTIONS)
def made(request: pytest.FixtureRequest, workspace: Workspace) -> tuple[Workspace, str]:
    """A stack whose store is protected, as it is by default."""
    make_stack(workspace, request.param)
    workspace.succeed("up", "--yes", "--skip-preview", "--stack", request.param)
    return workspace, request.param


def test_a_protected_store_refuses_a_destroy_and_loses_nothing(
    made: tuple[Workspace, str],
) -> None:
    workspace, stack = made
    before = {each["urn"] for each in workspace.stack(stack)}

    outcome = workspace.pulumi("destroy", "--yes", "--skip-preview", "--stack", stack)

    assert outcome.code != 0
    assert "protect" in outcome.text
    assert {each["urn"] for each in workspace.stack(stack)} == before


def test_a_destroy_of_what_is_not_protected_leaves_the_store_with_its_protections(
    made: tuple[Workspace, str],
) -> None:
    workspace, stack = made

    workspace.succeed(
        *("destroy", "--yes", "--skip-preview", "--exclude-protected", "--stack", stack)
    )

    left = {each["type"] for each in workspace.stack(stack)}
    assert left >= STORE_AND_ITS_PROTECTIONS[stack]
    assert tokens.HCP_ETCD_BACKUP not in left
    deleted = {
        type_
        for type_ in STORE_AND_ITS_PROTECTIONS[stack]
        if workspace.clouds.calls("delete", type_)
    }
    assert deleted == set()


def test_no_backup_is_deleted_with_the_stack(made: tuple[Workspace, str]) -> None:
    workspace, stack = made
    at = ("--stack", stack)
    workspace.succeed("state", "unprotect", "--all", "--yes", *at)
    workspace.succeed("destroy", "--yes", "--skip-preview", *at)
    assert workspace.clouds.calls("delete", tokens.HCP_ETCD_BACKUP) == []
