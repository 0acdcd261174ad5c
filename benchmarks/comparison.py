"""The offline preview of a stack file beside the flat program, measured in turns."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.processes import Measurement, measure, python
from benchmarks.stacks import ROOT


@dataclass(frozen=True, slots=True)
class Comparison:
    """Both measurements; ratios are this program to flat."""

    preview: Measurement
    flat: Measurement

    @property
    def time_ratio(self) -> float:
        return self.preview.seconds / self.flat.seconds

    @property
    def memory_ratio(self) -> float:
        return self.preview.mebibytes / self.flat.mebibytes


def compare(stack_file: Path, backups: int, rounds: int) -> Comparison:
    """Preview ``stack_file``, and register as many backups by plain provider calls."""
    results = measure(commands(stack_file, backups), rounds)
    return Comparison(results["preview"], results["flat"])


def commands(stack_file: Path, backups: int) -> dict[str, Sequence[str]]:
    """Both programs as processes of their own."""
    return {
        "preview": python(
            *("-m", "openshift_credentials", "preview", "--stack", "dev", "-C", str(ROOT)),
            *("--config-file", str(stack_file)),
        ),
        "flat": python("-m", "benchmarks.flat_program", str(backups)),
    }


def shown(result: Measurement) -> str:
    return f"{result.seconds:.2f} s {result.mebibytes:.0f} MiB"
