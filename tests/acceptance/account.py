"""An account, as a run needs it: what is made by the cloud's own API, and what is left by tag."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from tests.acceptance.run import Run, has_ended, is_of


@dataclass(frozen=True)
class Tagged:
    """Something in the account with the tag of a run.

    ``waits`` says why it is still listed although nobody can delete it now, such as a key that is
    deleted in seven days.
    """

    kind: str
    identifier: str
    tag: str
    waits: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.identifier}{self.waits and f' ({self.waits})'}"


class UnknownKindError(Exception):
    """Something that no code here can delete."""

    def __init__(self, item: Tagged) -> None:
        super().__init__(f"{item}: nothing here knows how to delete it; do it yourself")


class Account(Protocol):
    """Errors of the cloud are raised as they are: a list that cannot be read is never empty."""

    def make_by_hand(self, run: Run) -> Mapping[str, str]:
        """Make what a stack imports; the settings under ``etcdBackup.imports``."""
        ...

    def empty_stores(self, run: Run) -> None:
        """Delete every object of the run's stores, all versions included."""
        ...

    def tidy(self, run: Run) -> None:
        """Delete what :meth:`make_by_hand` has made, no stack takes over, and holds nothing."""
        ...

    def tagged(self) -> Iterable[Tagged]:
        """Everything that carries the tag of a run, of any run."""
        ...

    def remove(self, item: Tagged) -> None:
        """Delete something that :meth:`tagged` has listed.

        Raises :class:`UnknownKindError` for a kind that it cannot delete.
        """
        ...


def left_of(account: Account, run: Run) -> list[Tagged]:
    """What carries the tag of this run."""
    return [item for item in account.tagged() if is_of(item.tag, run)]


def sweep(account: Account, *runs: Run) -> Iterator[str]:
    """Remove what is left of runs, and of every run whose time is over; say what."""
    for item in list(account.tagged()):
        ours = any(is_of(item.tag, run) for run in runs)
        if not item.waits and (ours or has_ended(item.tag)):
            try:
                account.remove(item)
            except UnknownKindError as error:
                yield f"not removed: {error}"
            else:
                yield f"removed {item}"
