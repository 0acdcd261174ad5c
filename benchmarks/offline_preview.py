"""CPU time and peak memory of the whole offline preview, compared with a flat program.

Usage: ``python -m benchmarks.offline_preview [--rounds N]``. Ratios are this program to flat.
"""

import argparse
import tempfile
from pathlib import Path

from benchmarks.comparison import compare, shown
from benchmarks.stacks import ROOT, write_stack


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
