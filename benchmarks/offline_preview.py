"""CPU time and peak memory of the whole offline preview, compared with a flat program.

Usage: ``python -m benchmarks.offline_preview [--rounds N]``. Ratios are this program to flat.
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
SYSTEM_KEY = "openshift-credentials:etcdBackup"


def write_stack(directory: Path, backups: int) -> Path:
    """Write ``dev`` with that many hosted clusters, and return the file."""
    content = yaml.safe_load((ROOT / "Pulumi.dev.yaml").read_text())
    content["config"][SYSTEM_KEY]["backups"] = [
        {"hostedCluster": f"clusters/cluster-{number:04}", "trigger": "2026-11-21"} for number in range(backups)
    ]
    path = directory / f"Pulumi.backups-{backups}.yaml"
    path.write_text(yaml.safe_dump(content))
    return path


@dataclass(frozen=True, slots=True)
class Comparison:
    preview: Measurement
    flat: Measurement

    @property
    def time_ratio(self) -> float:
        return self.preview.seconds / self.flat.seconds

    @property
    def memory_ratio(self) -> float:
        return self.preview.mebibytes / self.flat.mebibytes


def compare(stack_file: Path, backups: int, rounds: int) -> Comparison:
    results = measure(commands(stack_file, backups), rounds)
    return Comparison(results["preview"], results["flat"])


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(f"{'stack':>14}{'preview':>20}{'flat program':>20}{'time ratio':>12}{'memory ratio':>14}")
    with tempfile.TemporaryDirectory() as name:
        for backups, label in ((1, "dev"), (10, ""), (100, ""), (1000, "")):
            path = ROOT / "Pulumi.dev.yaml" if label else write_stack(Path(name), backups)
            result = compare(path, backups, rounds)
            print(
                f"{label or f'{backups} backups':>14}{shown(result.preview):>20}"
                f"{shown(result.flat):>20}"
                f"{result.time_ratio:>12.2f}"
                f"{result.memory_ratio:>14.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
