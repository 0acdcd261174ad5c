"""CPU time and peak memory of the whole offline preview, compared with a flat program.

Usage: ``python -m benchmarks.offline_preview [--rounds N]``. Ratios are this program to flat. With
``--growth``, up to 10,000 hosted clusters from a file: how time and memory grow, each measured once,
in about a minute on an idle machine.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml


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

    Taking turns lets a noisy machine disturb all of them alike. What takes long needs no ``warm_up``.
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


ROOT = Path(__file__).parent.parent
SIZES = (1, 1_000, 2_000, 5_000, 10_000)
SYSTEM_KEY = "openshift-credentials:etcdBackup"


def write_stack(directory: Path, backups: int, *, as_file: bool = False) -> Path:
    """Write ``dev`` with that many hosted clusters, in a file of their own if wanted, and return the stack file."""
    content = yaml.safe_load((ROOT / "Pulumi.dev.yaml").read_text())
    entries = [{"hostedCluster": f"clusters/cluster-{number:04}", "trigger": "2026-11-21"} for number in range(backups)]
    system = content["config"][SYSTEM_KEY]
    system["backups"] = entries
    if as_file:
        clusters = directory / f"{backups}.yaml"
        clusters.write_text(yaml.safe_dump(system.pop("backups")))
        system["backupsFile"] = str(clusters)
    path = directory / f"Pulumi.backups-{backups}.yaml"
    path.write_text(yaml.safe_dump(content))
    return path


def commands(stack_file: Path, backups: int) -> dict[str, Sequence[str]]:
    return {
        "preview": python(
            *("-m", "openshift_credentials", "preview", "--stack", "dev", "-C", str(ROOT)),
            *("--config-file", str(stack_file)),
        ),
        "flat": python("-m", "benchmarks.flat_program", str(backups)),
    }


def shown(result: Measurement) -> str:
    return f"{result.seconds:.2f} s {result.mebibytes:.0f} MiB"


def print_ratios(rounds: int, directory: Path) -> None:
    print(f"{'stack':>14}{'preview':>20}{'flat program':>20}{'time ratio':>12}{'memory ratio':>14}")
    for backups in (1, 10, 100, 1000):
        path = ROOT / "Pulumi.dev.yaml" if backups == 1 else write_stack(directory, backups)
        found = measure(commands(path, backups), rounds)
        ours, flat = found["preview"], found["flat"]
        label = "dev" if backups == 1 else f"{backups} backups"
        ratios = f"{ours.seconds / flat.seconds:>12.2f}{ours.mebibytes / flat.mebibytes:>14.2f}"
        print(f"{label:>14}{shown(ours):>20}{shown(flat):>20}{ratios}", flush=True)


def print_growth(directory: Path) -> None:
    print("".join(f"{column:>22}" for column in ("backups", "preview", "each after the first")))
    first: float | None = None
    for size in SIZES:
        command = {"preview": commands(write_stack(directory, size, as_file=True), size)["preview"]}
        found = measure(command, 1, warm_up=first is None)["preview"]
        first = found.seconds if first is None else first
        each = f"{1000 * (found.seconds - first) / (size - 1):.2f} ms" if size > 1 else ""
        print("".join(f"{cell:>22}" for cell in (f"{size:,}", shown(found), each)), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--growth", action="store_true", help="many backups, without the flat program")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        if arguments.growth:
            print_growth(Path(name))
        else:
            print_ratios(arguments.rounds, Path(name))


if __name__ == "__main__":
    main()
