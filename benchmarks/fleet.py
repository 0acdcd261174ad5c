"""Check and render inventories of growing size: elapsed and CPU seconds of whole processes.

Each management cluster has 10 hosted clusters. Usage: ``python -m benchmarks.fleet [SIZE ...]``.
"""

import argparse
import csv
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SIZES = (100, 1000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=list(SIZES), metavar="SIZE")
    sizes = parser.parse_args().sizes
    columns = ("clusters", "check", "CPU", "render", "CPU")
    print("".join(f"{column:>12}" for column in columns))
    with tempfile.TemporaryDirectory() as name:
        for size in sizes:
            inventory = write_inventory(Path(name) / f"{size}.csv", size)
            check = measure("check", "--inventory", str(inventory))
            render = measure(
                *("render", "--inventory", str(inventory), "--out", f"{name}/rendered-{size}"),
                *("--topology", "hub", "--engine", "argocd"),
            )
            figures = "".join(f"{figure:>10.1f} s" for figure in (*check, *render))
            print(f"{size:>12}{figures}", flush=True)


def measure(*arguments: str) -> tuple[float, float]:
    """Elapsed and CPU seconds of an action of verb fleet, with the processes that it starts."""
    start, before = time.perf_counter(), _cpu_seconds()
    subprocess.run(
        [sys.executable, "-m", "openshift_credentials", "fleet", *arguments],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - start, _cpu_seconds() - before


def _cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def write_inventory(path: Path, size: int) -> Path:
    """Write an inventory of that many management clusters on AWS, in four waves."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(
            ["name", "cloud", "issuer", "account", "region", "wave", "roleArn", "image",
             "hostedClusters"]
        )  # fmt: skip
        for number in range(size):
            clusters = " ".join(f"clusters-{number}/hosted-{index}" for index in range(10))
            writer.writerow(
                [f"mc-{number}", "aws", f"https://oidc.example.com/mc-{number}", "123456789012",
                 "eu-central-1", str(number % 4), "arn:aws:iam::123456789012:role/deployer",
                 "registry.example.com/openshift-credentials:1.0.0", clusters]
            )  # fmt: skip
    return path


if __name__ == "__main__":
    main()
