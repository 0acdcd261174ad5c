"""Up to 10,000 hosted clusters from a file, compared with a flat program.

Whole processes: CPU time and peak memory of the offline preview, and how they grow.
Usage: ``python -m benchmarks.many_backups [--rounds N]``. Ratios are this program to flat.
"""

import argparse
import csv
import tempfile
from pathlib import Path

import yaml

from benchmarks.comparison import compare, shown
from benchmarks.stacks import ROOT, SYSTEM_KEY

CASES = ((100, 10), (1_000, 10), (10_000, 10), (1_000, 1), (1_000, 1_000))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    columns = ("backups", "at once", "preview", "flat program", "time ratio", "memory ratio")
    print("".join(f"{column:>20}" for column in columns))
    with tempfile.TemporaryDirectory() as name:
        for backups, concurrency in CASES:
            path = write_stack(Path(name), backups, concurrency)
            result = compare(path, backups, rounds)
            print(
                f"{backups:>20}{concurrency:>20}{shown(result.preview):>20}{shown(result.flat):>20}"
                f"{result.time_ratio:>20.2f}"
                f"{result.memory_ratio:>20.2f}",
                flush=True,
            )


def write_stack(directory: Path, backups: int, concurrency: int) -> Path:
    """Write ``dev`` with a file of that many hosted clusters, and return the stack file."""
    clusters = directory / f"{backups}.csv"
    with clusters.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["hostedCluster", "trigger"])
        writer.writerows(
            [f"clusters/cluster-{number:04}", "2026-11-21"] for number in range(backups)
        )
    content = yaml.safe_load((ROOT / "Pulumi.dev.yaml").read_text())
    system = content["config"][SYSTEM_KEY]
    del system["backups"]
    system["backupsFile"] = str(clusters)
    system["backupPolicy"] = {"concurrency": concurrency}
    path = directory / f"Pulumi.{backups}-{concurrency}.yaml"
    path.write_text(yaml.safe_dump(content))
    return path


if __name__ == "__main__":
    main()
