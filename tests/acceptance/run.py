"""One run: its random prefix, its directory, and what an account does for it."""

import fcntl
import json
import os
import secrets
import string
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Protocol, Self

from typing_extensions import override

from tests.engine.workspace import Workspace

TAG: Final = "openshift-credentials-acceptance"
"""Tag of what a run makes, for people who look at the account; its value is the prefix."""

_FILE: Final = "run.json"


class Cloud(StrEnum):
    """Where the stacks of a run live."""

    AWS = "aws"
    AZURE = "azure"


@dataclass(frozen=True)
class _RunWorkspace(Workspace):
    """The passphrase is of the run alone, and in no environment and on no command line."""

    stand_in: bool

    @property
    @override
    def environment(self) -> dict[str, str]:
        made = super().environment
        del made["PULUMI_CONFIG_PASSPHRASE"]
        made["PULUMI_CONFIG_PASSPHRASE_FILE"] = str(self.directory.parent / "passphrase")
        if self.stand_in:
            return made
        del made["PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION"]
        home = os.environ.get("PULUMI_HOME", str(Path.home() / ".pulumi"))
        return made | {"PATH": os.environ["PATH"], "PULUMI_HOME": home}


@dataclass(frozen=True)
class Run:
    """What a later call needs to clean up."""

    prefix: str
    cloud: Cloud
    place: str
    """Account ID on AWS, subscription ID on Azure."""
    region: str
    tenant: str = ""
    stand_in: bool = False

    @classmethod
    def begin(cls, cloud: Cloud, place: str, region: str, tenant: str, *, stand_in: bool) -> Self:
        """A run with a random prefix, which nobody else has."""
        letters = string.ascii_lowercase + string.digits
        suffix = "".join(secrets.choice(letters) for _ in range(10))
        return cls(f"oca-{suffix}", cloud, place, region, tenant, stand_in)

    def owns(self, name: str) -> bool:
        """Whether a name is that of this run: the prefix, a hyphen, and the rest."""
        return name.lower().startswith(f"{self.prefix}-")

    def workspace(self, root: Path) -> Workspace:
        """The workspace that :meth:`create` has made."""
        return _RunWorkspace(root / "program", self.stand_in)

    def create(self, parent: Path) -> Path:
        """Its directory: what a later call needs, a passphrase, and a copy of the program."""
        root = parent / self.prefix
        root.mkdir(parents=True, mode=0o700)
        (root / _FILE).write_text(json.dumps(asdict(self)))
        made = os.open(root / "passphrase", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(made, "w") as file:
            file.write(secrets.token_urlsafe(32))
        Workspace.create(root)
        return root


def recorded(parent: Path) -> Iterator[tuple[Run, Path]]:
    """Runs of this machine that were killed or still go on: a finished one has no directory."""
    for file in sorted(parent.glob(f"*/{_FILE}")):
        content: dict[str, Any] = json.loads(file.read_text())
        content["cloud"] = Cloud(content["cloud"])
        yield Run(**content), file.parent


@contextmanager
def holding(root: Path) -> Generator[bool]:
    """Whether nobody else is in this run; the kernel lets go when a process is killed."""
    with (root / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


@dataclass(frozen=True)
class Item:
    """Something in the account whose name begins with the prefix of the run."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


class Account(Protocol):
    """Errors of the cloud are raised as they are: a list that cannot be read is never empty."""

    def own(self) -> list[Item]:
        """Everything of the run, and nothing of anybody else."""
        ...

    def empty(self) -> None:
        """Delete every object of the run's buckets, all versions included."""

    def remove(self, item: Item) -> None:
        """Delete something that :meth:`own` has listed."""
