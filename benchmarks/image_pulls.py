"""Image matches per second, and the preview of many workloads, compared with a flat program.

Usage: ``python -m benchmarks.image_pulls [--rounds N]``. Ratios are this program to flat.
"""

import argparse
import tempfile
import time
from pathlib import Path

import yaml

from benchmarks.comparison import Comparison, shown
from benchmarks.flat_pulls import PER_NAMESPACE
from benchmarks.processes import measure, python
from benchmarks.stacks import ROOT
from openshift_credentials.systems.image_pulls.rules.gates import COMPARED
from openshift_credentials.systems.image_pulls.rules.locations import matches
from openshift_credentials.systems.image_pulls.rules.shipped import RegistryCloud, shipped_file

CASES = (100, 1000)
MATCHES = 10_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(f"{matches_per_second():,.0f} matches per second")
    columns = ("workloads", "preview", "flat program", "time ratio", "memory ratio")
    print("".join(f"{column:>20}" for column in columns))
    with tempfile.TemporaryDirectory() as name:
        for workloads in CASES:
            result = compare(write_stack(Path(name), workloads), workloads, rounds)
            print(
                f"{workloads:>20}{shown(result.preview):>20}{shown(result.flat):>20}"
                f"{result.time_ratio:>20.2f}{result.memory_ratio:>20.2f}",
                flush=True,
            )


def matches_per_second() -> float:
    """Images of ECR, each another one, against the shipped patterns."""
    patterns = shipped_file(RegistryCloud.AWS).patterns
    images = [
        f"{number:012}.dkr.ecr.eu-west-1.amazonaws.com/team/app"
        for number in range(MATCHES // len(patterns))
    ]
    start = time.perf_counter()
    for image in images:
        for pattern in patterns:
            matches(pattern, image, COMPARED)
    return MATCHES / (time.perf_counter() - start)


def compare(stack_file: Path, workloads: int, rounds: int) -> Comparison:
    results = measure(
        {
            "preview": python(
                *("-m", "openshift_credentials", "preview", "--stack", "many", "-C", str(ROOT)),
                *("--config-file", str(stack_file)),
            ),
            "flat": python("-m", "benchmarks.flat_pulls", str(workloads)),
        },
        rounds,
    )
    return Comparison(results["preview"], results["flat"])


def write_stack(directory: Path, workloads: int) -> Path:
    """Write a stack of this many workloads, ten per namespace and role."""
    registry = "123456789012.dkr.ecr.eu-west-1.amazonaws.com"
    entries = [
        {
            "namespace": f"team-{number // PER_NAMESPACE}",
            "serviceAccount": f"app-{number % PER_NAMESPACE}",
            "repositories": f"{registry}/team-{number // PER_NAMESPACE}/{number % PER_NAMESPACE}",
        }
        for number in range(workloads)
    ]
    content = {
        "openshift-credentials:cluster": {"name": "prod", "oidcIssuer": "https://oidc.example.com"},
        "openshift-credentials:imagePulls": {
            "openshiftVersion": "4.22",
            "aws": {"accountId": "123456789012", "region": "eu-west-1"},
            "workloads": entries,
        },
    }
    path = directory / f"Pulumi.{workloads}.yaml"
    path.write_text(yaml.safe_dump({"config": content}))
    return path


if __name__ == "__main__":
    main()
