"""1,000 hosted clusters from a file, beside a flat program, whose backups do not wait.

Whole processes: time and peak memory of the offline preview, by concurrency, and how it grows.
Usage: ``python -m benchmarks.many_backups [--rounds N]``. Ratios are ours to flat.
"""

import argparse
import csv
import tempfile
from pathlib import Path

import yaml

from benchmarks.comparison import compare, shown
from benchmarks.stacks import ROOT, SYSTEM_KEY

CASES = ((250, 10), (500, 10), (1000, 10), (2000, 10), (1000, 1), (1000, 1000))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
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
