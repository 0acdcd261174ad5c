"""A credential mode that turns out wrong only when the cloud has answered."""

import pytest
from pulumi.automation import CommandError

from tests.engine.examples import make_stack
from tests.engine.workspace import Workspace
from tests.kit import tokens

ACCOUNT = "openshift-credentials:etcdBackup.storage.s3.accountId"


def test_neither_secret_nor_backup_is_made_and_the_next_update_goes_through(workspace: Workspace) -> None:
    make_stack(workspace, "dev")
    stack = workspace.automated("dev")
    of_account(workspace, "999999999999")
    stack.preview()

    with pytest.raises(CommandError, match=r"AWS returned the role ARN arn:aws:iam::123456789012:"):
        stack.up()

    for type_ in (tokens.SECRET, tokens.HCP_ETCD_BACKUP):
        assert workspace.clouds.calls("create", type_) == []
    of_account(workspace, "123456789012")
    stack.up()
    assert len(workspace.clouds.calls("create", tokens.HCP_ETCD_BACKUP)) == 1


def of_account(workspace: Workspace, account: str) -> None:
    typed = ("--path", "--type", "string", "--stack", "dev")
    workspace.succeed("config", "set", *typed, ACCOUNT, account)
