"""CPU time and peak memory of whole processes, measured side by side."""

import os
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measurement:
    """Median CPU time in seconds and median peak memory in MiB of several runs.

    These processes compute and wait for nothing, so CPU time is close to what they take on an idle
    machine. Other work raises it: compare figures of one run only.
    """

    seconds: float
    mebibytes: float


def measure(commands: Mapping[str, Sequence[str]], rounds: int, *, warm_up: bool = True) -> dict[str, Measurement]:
    """Run all commands in turn, ``rounds`` times, after one round that does not count.

    Taking turns lets a noisy machine disturb all of them alike. What takes long needs no
    ``warm_up``.
    """
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for number in range(0 if warm_up else 1, rounds + 1):
        for name, command in commands.items():
            result = _run(command)
            if number:
                runs[name].append(result)
    return {
        name: Measurement(
            statistics.median(seconds for seconds, _ in results),
            statistics.median(mebibytes for _, mebibytes in results),
        )
        for name, results in runs.items()
    }


def python(*arguments: str) -> list[str]:
    """A command of this interpreter."""
    return [sys.executable, *arguments]


def _run(command: Sequence[str]) -> tuple[float, float]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = usage.ru_utime + usage.ru_stime
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with exit code {process.returncode}")
    return seconds, usage.ru_maxrss / (1 if sys.platform == "darwin" else 1024) / (
        1024 * 1024 if sys.platform == "darwin" else 1
    )
