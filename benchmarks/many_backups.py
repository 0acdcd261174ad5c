"""Up to 10,000 hosted clusters from a file: how time and memory of the offline preview grow.

Whole processes: CPU time and peak memory, each once. It takes about a minute on an idle machine.
Usage: ``python -m benchmarks.many_backups [--flat]``. With ``--flat``, a flat program is measured
beside each, which takes twice as long.
"""

import argparse
import tempfile
from pathlib import Path
from typing import Final

import yaml

from benchmarks.offline_preview import ROOT, SYSTEM_KEY, commands, measure, shown

SIZES: Final = (1, 1_000, 2_000, 5_000, 10_000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flat", action="store_true")
    flat = parser.parse_args().flat
    columns = ("backups", "preview", "each after the first", *(("flat program",) if flat else ()))
    print("".join(f"{column:>22}" for column in columns))
    first: float | None = None
    with tempfile.TemporaryDirectory() as name:
        for size in SIZES:
            named = commands(write_stack(Path(name), size), size)
            if not flat:
                del named["flat"]
            found = measure(named, 1, warm_up=first is None)
            preview = found["preview"]
            first = preview.seconds if first is None else first
            each = 1000 * (preview.seconds - first) / (size - 1) if size > 1 else 0
            cells = (f"{size:,}", shown(preview), f"{each:.2f} ms" if each else "")
            others = (shown(found["flat"]),) if flat else ()
            print("".join(f"{cell:>22}" for cell in (*cells, *others)), flush=True)


def write_stack(directory: Path, backups: int) -> Path:
    """Write ``dev`` with a file of that many hosted clusters, and return the stack file."""
    clusters = directory / f"{backups}.yaml"
    names = [f"clusters/cluster-{number:04}" for number in range(backups)]
    entries = [{"hostedCluster": name, "trigger": "2026-11-21"} for name in names]
    clusters.write_text(yaml.safe_dump(entries))
    content = yaml.safe_load((ROOT / "Pulumi.dev.yaml").read_text())
    system = content["config"][SYSTEM_KEY]
    del system["backups"]
    system["backupsFile"] = str(clusters)
    path = directory / f"Pulumi.{backups}.yaml"
    path.write_text(yaml.safe_dump(content))
    return path


if __name__ == "__main__":
    main()
