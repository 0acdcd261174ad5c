"""Mutation tests of everything that decides: a seeded sample, each mutant against its own tests.

A mutant is the program with one small fault: another comparison, ``and`` for ``or``, swapped
branches, another constant or text, an argument that is missing. Only tests that reach its line
run, and the first failure ends a mutant. What no test notices is printed. The files are changed in
a copy, and a process that has imported the SDKs of the clouds once is the parent of all runs. In
the end each test that has noticed a fault must pass without any.

    python -m benchmarks.mutation --sample 300 --seed 1 [PATH ...]
"""

import argparse
import importlib
import json
import multiprocessing
import random
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from benchmarks.mutant_tests import tests_of
from benchmarks.mutant_worker import Worker
from benchmarks.mutants import REPOSITORY, Mutant, mutants_of
from benchmarks.reach import current_reach

FOLDERS: Final = (
    "components",
    "openshift_credentials/cli",
    "openshift_credentials/deployer",
    "openshift_credentials/fleet",
    "openshift_credentials/live",
    "openshift_credentials/systems",
)
PRELOADED: Final = (
    *("pydantic", "yaml", "cryptography.x509", "hypothesis", "pulumi", "pulumi_tls"),
    *("pulumi_aws.s3", "pulumi_aws.iam", "pulumi_azure_native.storage", "pulumi_kubernetes"),
)
"""What most tests import. A child of more than these hangs in some tests that wait for a loop."""

REPORT: Final = REPOSITORY / "build" / "mutation.jsonl"

_worker: Worker


def _start(into: str) -> None:
    """Give a process a copy of its own."""
    global _worker  # noqa: PLW0603 - one for each process
    _worker = Worker(into)


def _judge(asked: tuple[Mutant, Sequence[str], int]) -> tuple[str, str]:
    return _worker.judge(*asked)


def _fail_without_fault(tests: Collection[str]) -> list[str]:
    _worker.run(sorted(tests), seconds=3600, whole=True)
    return _worker.failed()


def mutants_in(paths: Sequence[str]) -> list[Mutant]:
    """Every fault of the files and folders."""
    files = sorted(
        str(file.relative_to(REPOSITORY))
        for path in paths
        for file in ([REPOSITORY / path] if path.endswith(".py") else
                     (REPOSITORY / path).rglob("*.py"))
    )  # fmt: skip
    return [mutant for file in files for mutant in mutants_of(file)]


def main() -> None:
    """Print what no test notices, and the score by folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--seconds", type=int, default=120, help="longest run of one mutant, in CPU time"
    )
    parser.add_argument("--anew", action="store_true", help="record again what tests reach")
    parser.add_argument("paths", nargs="*", default=list(FOLDERS))
    arguments = parser.parse_args()
    started = time.monotonic()
    reach = current_reach(anew=arguments.anew)
    everything = mutants_in(arguments.paths)
    count = min(arguments.sample, len(everything))
    sample = random.Random(arguments.seed).sample(everything, count)  # noqa: S311 - repeatable
    for name in PRELOADED:
        importlib.import_module(name)
    print(f"{count} of {len(everything)} mutants, seed {arguments.seed}", flush=True)
    asked = [(mutant, tests_of(mutant, reach), arguments.seconds) for mutant in sample]
    with tempfile.TemporaryDirectory() as into:
        # Only processes with one thread may fork, so that each worker is a process.
        pool = multiprocessing.get_context("fork").Pool(arguments.workers, _start, [into])
        results = dict(_judged(sample, pool.imap(_judge, asked)))
        noticing = {by for _, by in results.values() if by}
        wrong = set(pool.apply(_fail_without_fault, [noticing]))
        pool.close()
        pool.join()  # so that the time of its processes counts
    for mutant, (_, by) in results.items():
        if by in wrong:
            results[mutant] = "unclear", by
            print(f"unclear: {mutant}: {by} fails without any fault")
    _write_report(results)
    verdicts = {mutant: verdict for mutant, (verdict, _) in results.items()}
    for folder in arguments.paths:
        print(
            _score(folder, [v for mutant, v in verdicts.items() if mutant.file.startswith(folder)])
        )
    took = sum(sum(resource.getrusage(who)[:2])
               for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))  # fmt: skip
    print(_score("all", list(verdicts.values())), end=" ")
    print(f"in {time.monotonic() - started:.0f} s, {took:.0f} s of CPU")


def _judged(
    sample: Sequence[Mutant], judged: Iterator[tuple[str, str]]
) -> Iterator[tuple[Mutant, tuple[str, str]]]:
    """Each mutant with its verdict; print what matters on the way."""
    for number, (mutant, result) in enumerate(zip(sample, judged, strict=True), 1):
        if result[0] != "killed":
            print(f"{result[0]}: {mutant}", flush=True)
        if number % 25 == 0:
            print(f"... {number} done", flush=True)
        yield mutant, result


def _score(name: str, verdicts: Sequence[str]) -> str:
    found = Counter(verdicts)
    noticed = found["killed"] + found["endless"]
    return f"{name}: {noticed} of {len(verdicts)} ({100 * noticed / max(1, len(verdicts)):.0f} %)"


def _write_report(results: dict[Mutant, tuple[str, str]]) -> None:
    REPORT.parent.mkdir(exist_ok=True)
    lines = (json.dumps({"mutant": str(mutant), "verdict": verdict, "by": by})
             for mutant, (verdict, by) in results.items())  # fmt: skip
    REPORT.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
