"""A stack that is up on the real engine, and settings that many tests of its clouds share."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.engine.workspace import Workspace

S3, BLOB = "etcdBackup.storage.s3", "etcdBackup.storage.azureBlob"
VAULT = (
    "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/keys/providers/Microsoft.KeyVault/vaults/keys-1"
)
AT = ("--yes", "--skip-preview", "--stack")
NOTHING_WAITS = ("etcdBackup.credentials.settleSeconds", "0")
OF_THE_STORE = ("etcd-backup-snapshots", "etcd-backup-blob-service", "etcd-backup-issuer")
"""Names of bucket, account, container, key and what is set on them begin with these."""


@dataclass(frozen=True)
class Stack:
    """A stack that is up, with settings over those of the repository."""

    workspace: Workspace
    name: str

    @classmethod
    def up(cls, workspace: Workspace, name: str, *settings: tuple[str, str]) -> "Stack":
        workspace.succeed("stack", "init", name)
        stack = cls(workspace, name)
        stack.configure(NOTHING_WAITS, *settings)
        stack.update()
        return stack

    def configure(self, *settings: tuple[str, str]) -> None:
        """Write settings; those with an empty value are taken away."""
        given = [f"{path}={value}" for path, value in settings if value]
        plaintext = [part for each in given for part in ("--plaintext", each)]
        if plaintext:
            self.workspace.succeed("config", "set-all", "--stack", self.name, "--path", *plaintext)
        for path, value in settings:
            if not value:
                self.workspace.succeed("config", "rm", "--stack", self.name, "--path", path)

    def update(self) -> None:
        self.workspace.succeed("up", "--yes", "--skip-preview", "--stack", self.name)

    def refused(self) -> str:
        outcome = self.workspace.pulumi("up", "--yes", "--skip-preview", "--stack", self.name)
        assert outcome.code != 0, outcome.text
        return outcome.text

    def deleted(self) -> set[str]:
        """What was deleted of the store so far."""
        return set(self._deleted())

    def _deleted(self) -> Iterator[str]:
        for call in self.workspace.calls:
            operation, _, name = call.partition(" ")
            if operation == "delete" and name.startswith(OF_THE_STORE):
                yield name
