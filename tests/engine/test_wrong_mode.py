"""A credential mode that turns out wrong only when the cloud has answered."""

from tests.engine.examples import make_stack
from tests.engine.workspace import Workspace
from tests.kit import tokens

ACCOUNT = "openshift-credentials:etcdBackup.storage.s3.accountId"


def test_neither_secret_nor_backup_is_made_and_the_next_update_goes_through(
    workspace: Workspace,
) -> None:
    make_stack(workspace, "dev")
    at = ("--stack", "dev")
    workspace.succeed("config", "set", "--path", "--type", "string", ACCOUNT, "999999999999", *at)
    workspace.succeed("preview", *at)

    outcome = workspace.pulumi("up", "--yes", "--skip-preview", *at)

    assert outcome.code != 0
    assert "AWS returned the role ARN arn:aws:iam::123456789012:role/etcd-backup-role" in (
        outcome.text
    )
    for type_ in (tokens.SECRET, tokens.HCP_ETCD_BACKUP):
        assert workspace.clouds.calls("create", type_) == []
    workspace.succeed("config", "set", "--path", "--type", "string", ACCOUNT, "123456789012", *at)
    workspace.succeed("up", "--yes", "--skip-preview", *at)
    assert len(workspace.clouds.calls("create", tokens.HCP_ETCD_BACKUP)) == 1
