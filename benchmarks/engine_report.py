"""What the engine's benchmark prints: a table in Markdown, as docs/performance.md has it."""

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.engine_runs import Run, median

ONE_WRITE: Final = "PULUMI_SKIP_CHECKPOINTS"
"""Setting with which an update writes its state once, at its end."""

MOST_WITH_CHECKPOINTS: Final = 100
"""Backups; with more, writing checkpoints takes nearly all of the time of either program."""

Runs = dict[tuple[int, str, str], list[Run]]
"""By number of backups, verb and program."""


@dataclass(frozen=True)
class Report:
    """Everything that was measured so far."""

    command: str
    runs: Runs

    @property
    def text(self) -> str:
        return "\n".join([*self._head(), "", *self._verbs()])

    def _head(self) -> Iterator[str]:
        rounds = min(len(each) for each in self.runs.values())
        yield f"`{self.command}`, {rounds} round(s), load {os.getloadavg()[0]:.1f} at the end."
        yield f"Machine: {machine()}."
        if any(backups > MOST_WITH_CHECKPOINTS for backups, _, _ in self.runs):
            yield (
                f"With more than {MOST_WITH_CHECKPOINTS} backups every command runs with "
                f"`{ONE_WRITE}=true`, so that the table compares programs and not the backend."
            )

    def _verbs(self) -> Iterator[str]:
        columns = (
            *("backups", "command", "this program", "flat program", "time ratio", "CPU ratio"),
            *("memory of the engine", "memory of the program"),
        )
        yield from header(columns)
        for backups, verb in dict.fromkeys((backups, verb) for backups, verb, _ in self.runs):
            ours, flat = (median(self.runs[backups, verb, each]) for each in ("ours", "flat"))
            yield row(
                f"{backups:,}",
                verb,
                f"{ours.seconds:.1f} s",
                f"{flat.seconds:.1f} s",
                f"{ours.seconds / flat.seconds:.2f}",
                f"{ours.cpu / flat.cpu:.2f}",
                f"{ours.engine:.0f} MiB (flat: {flat.engine:.0f})",
                f"{ours.program:.0f} MiB (flat: {flat.program:.0f})" if ours.program else "not run",
            )


def header(columns: tuple[str, ...]) -> Iterator[str]:
    yield row(*columns)
    yield row(*("---" if each in ("command", "setting", "program") else "---:" for each in columns))


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def machine() -> str:
    """Size of the machine, and the versions that were measured."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    cpuinfo = Path("/proc/cpuinfo")
    model = re.search(r"model name\s*: (.*)", cpuinfo.read_text()) if cpuinfo.exists() else None
    pulumi = [shutil.which("pulumi") or "pulumi", "version"]
    version = subprocess.run(pulumi, capture_output=True, text=True, check=True)
    return (
        f"{os.cpu_count()} cores ({model[1] if model else platform.machine()}), "
        f"{memory:.0f} GiB, {platform.system()}, Python {platform.python_version()}, "
        f"Pulumi {version.stdout.strip()}"
    )


def command_line() -> str:
    """The command that measures the same again."""
    return " ".join([".venv/bin/python -m benchmarks.engine", *sys.argv[1:]])
