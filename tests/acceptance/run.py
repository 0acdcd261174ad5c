"""One run: its name, its tag, and the directory that tells the next run how far it came."""

import fcntl
import json
import secrets
import shutil
import string
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, Self, assert_never

TAG: Final = "openshift-credentials-acceptance"
"""Tag of everything that a run makes; its value is :attr:`Run.tag`."""

_PREFIX: Final = "oca-"
_FILE: Final = "run.json"


class Cloud(StrEnum):
    """Where the stacks of a run live."""

    AWS = "aws"
    AZURE = "azure"


class Against(StrEnum):
    """What answers a run."""

    ACCOUNT = "account"
    MOTO = "moto"
    STAND_IN = "stand-in"

    @property
    def meaning(self) -> str:
        """For people: what a report of such a run proves."""
        match self:
            case Against.ACCOUNT:
                return "real providers, real account"
            case Against.MOTO:
                return "real AWS provider, moto on this machine in the place of AWS"
            case Against.STAND_IN:
                return "stand-ins of this repository: no provider and no account was involved"
            case _:
                assert_never(self)


@dataclass(frozen=True)
class Run:
    """``ends`` is the end of its time, in seconds since the epoch: later, anybody may remove it."""

    suffix: str
    ends: int
    cloud: Cloud
    against: Against
    place: str
    """Account ID on AWS, subscription ID on Azure."""

    @classmethod
    def begin(cls, cloud: Cloud, against: Against, place: str, minutes: int) -> Self:
        """A run with a random suffix, which nobody else has."""
        letters = string.ascii_lowercase + string.digits
        suffix = "".join(secrets.choice(letters) for _ in range(6))
        return cls(suffix, int(time.time()) + 60 * minutes, cloud, against, place)

    @property
    def name(self) -> str:
        """Every name begins with this one: short, in lower case, good for all kinds of names."""
        return f"{_PREFIX}{self.suffix}"

    @property
    def tag(self) -> str:
        return f"{self.suffix}-{self.ends}"

    @property
    def tags(self) -> Mapping[str, str]:
        return {TAG: self.tag}

    @property
    def seconds_left(self) -> float:
        return self.ends - time.time()

    def write(self, directory: Path) -> None:
        """Leave in a directory what the next run needs to clean up."""
        directory.mkdir(parents=True)
        (directory / _FILE).write_text(json.dumps(asdict(self)))


def is_ours(name: str) -> bool:
    """Whether a name begins as those of a run do."""
    return name.startswith(_PREFIX)


def is_of(tag: str, run: Run) -> bool:
    """Whether a tag is that of a run, whatever end it names."""
    return tag.partition("-")[0] == run.suffix


def has_ended(tag: str) -> bool:
    """Whether the time of the run with this tag is over; no other tag is ever "ended"."""
    _, _, ends = tag.rpartition("-")
    return ends.isdecimal() and int(ends) < time.time()


@contextmanager
def holding(directory: Path) -> Generator[bool]:
    """Whether nobody else is in this run; the kernel lets go when a process is killed."""
    with (directory / "lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def unfinished(parent: Path) -> Iterator[tuple[Run, Path]]:
    """Runs that were killed or still go on: a finished one has no directory any more."""
    for file in sorted(parent.glob(f"*/{_FILE}")):
        document = json.loads(file.read_text())
        cloud, against = Cloud(document["cloud"]), Against(document["against"])
        run = Run(document["suffix"], document["ends"], cloud, against, document["place"])
        yield run, file.parent


def finish(directory: Path) -> None:
    """Forget a run of which nothing is left."""
    shutil.rmtree(directory)
