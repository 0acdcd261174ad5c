"""Whole-process time and peak memory of the offline preview beside a flat program.

Usage: ``python -m benchmarks.offline_preview [--rounds N]``. Ratios are ours to flat.
"""

import argparse
import tempfile
from pathlib import Path

from benchmarks.processes import Measurement, measure, python
from benchmarks.stacks import ROOT, write_stack


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(f"{'stack':>14}{'preview':>20}{'flat program':>20}{'time ratio':>12}{'memory ratio':>14}")
    with tempfile.TemporaryDirectory() as name:
        for backups, label in ((1, "dev"), (10, ""), (100, ""), (1000, "")):
            path = ROOT / "Pulumi.dev.yaml" if label else write_stack(Path(name), backups)
            results = measure(
                {
                    "preview": python(
                        *("-m", "hcpbackup", "preview", "--stack", "dev", "-C", str(ROOT)),
                        *("--config-file", str(path)),
                    ),
                    "flat": python("-m", "benchmarks.flat_program", str(backups)),
                },
                rounds,
            )
            preview, flat = results["preview"], results["flat"]
            print(
                f"{label or f'{backups} backups':>14}{_shown(preview):>20}{_shown(flat):>20}"
                f"{preview.seconds / flat.seconds:>12.2f}"
                f"{preview.mebibytes / flat.mebibytes:>14.2f}",
                flush=True,
            )


def _shown(result: Measurement) -> str:
    return f"{result.seconds:.2f} s {result.mebibytes:.0f} MiB"


if __name__ == "__main__":
    main()
