"""Progress of backups during a wait: a bar on a terminal, lines everywhere else."""

import sys
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

from openshift_credentials.live.check import Check, State

ENDED: tuple[str, ...] = ("backup-succeeded", "backup-failed", "snapshot-url-missing")
NOT_ENDED = "backup-not-ended"


Shows = Callable[[Sequence[Check], float], None]
"""Receives the checks of each round, and the seconds since the first."""


def pending(checks: Sequence[Check]) -> Sequence[Check]:
    """The backups that have not ended."""
    return [check for check in checks if check.code == NOT_ENDED and check.state is State.UNKNOWN]


def phases(checks: Sequence[Check]) -> Counter[str]:
    """Number of backups by phase, from the reason of their condition."""
    names = {"backup-succeeded": "succeeded", "snapshot-url-missing": "succeeded"}
    found: Counter[str] = Counter()
    for check in checks:
        if check.code == NOT_ENDED:
            found[check.detail.partition(":")[0]] += 1
        elif check.code in ENDED:
            found[names.get(check.code, "failed")] += 1
        elif check.code == "backup-missing":
            found["missing"] += 1
    return found


@contextmanager
def progress() -> Generator[Shows]:
    """Something that shows progress on standard error until the block ends.

    ``rich`` is in the extra ``live``; without it, or without a terminal, it is plain lines.
    """
    if not sys.stderr.isatty():
        yield _line
        return
    try:
        from rich.console import Console  # noqa: PLC0415
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415
    except ImportError:
        yield _line
        return
    columns = (
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)

        def show(checks: Sequence[Check], _: float) -> None:
            total = sum(phases(checks).values())
            ended = total - len(pending(checks))
            bar.update(task, total=total, completed=ended, description=_words(checks))

        yield show


def _words(checks: Sequence[Check]) -> str:
    return ", ".join(f"{number} {phase}" for phase, number in sorted(phases(checks).items()))


def _line(checks: Sequence[Check], elapsed: float) -> None:
    sys.stderr.write(f"{elapsed:5.0f} s: {_words(checks)}\n")
    sys.stderr.flush()
