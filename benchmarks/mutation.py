"""Mutation tests of everything that decides: a seeded sample, each mutant against its own tests.

A mutant is the program with one small fault: another comparison, ``and`` for ``or``, swapped
branches, another constant or text, an argument that is missing. Only tests that reach its line
run, and the first failure ends a mutant. What no test notices is printed. The files are changed in
a copy, and a process that has imported the SDKs of the clouds once is the parent of all runs. In
the end each test that has noticed a fault must pass without any.

    python -m benchmarks.mutation --sample 300 --seed 1 [PATH ...]
"""

import argparse
import ast
import contextlib
import importlib
import json
import multiprocessing
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Final

from benchmarks.mutant_tests import tests_of
from benchmarks.mutants import REPOSITORY, Mutant, Mutator, mutants_of
from benchmarks.reach import current_reach

ROOMS: Final = (
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

_PATIENCE: Final = 10
"""How much longer a test may take than the time that it computes, on a busy machine."""

_BROKEN: Final = 3
_VERDICTS: Final = {
    0: "alive",
    1: "killed",
    2: "killed",
    5: "alive",
    -signal.SIGKILL: "endless",
    -signal.SIGXCPU: "endless",
}
"""By the exit code of pytest; 2 is a module that cannot be imported, and 5 is no test at all."""


class Worker:
    """A copy of the repository, in which one file at a time has a fault."""

    def __init__(self, into: str) -> None:
        self.copy = copy_of_the_repository(f"{into}/{os.getpid()}")
        self.made = 0

    def judge(self, mutant: Mutant, tests: Sequence[str], seconds: int) -> tuple[str, str]:
        """``killed``, ``alive``, ``endless`` or ``unclear``, and the test that failed."""
        file = self.copy / mutant.file
        kept = file.read_text(), file.stat().st_mtime
        tree = Mutator(mutant.number).visit(ast.parse(kept[0]))
        file.write_text(ast.unparse(ast.fix_missing_locations(tree)))
        self.made += 1
        os.utime(file, (self.made, self.made))  # Python compares times to find what it compiled
        try:
            verdict = self.run(tests, seconds)
        finally:
            file.write_text(kept[0])
            os.utime(file, (kept[1], kept[1]))
        return verdict, "".join(self.failed()[:1])

    def run(self, tests: Sequence[str], seconds: int, *, whole: bool = False) -> str:
        """Run tests until the first that fails, or all of them."""
        self._failures.unlink(missing_ok=True)
        child = os.fork()
        if child == 0:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            self._run_tests(["--continue-on-collection-errors" if whole else "-x"], tests)
        end = time.monotonic() + _PATIENCE * seconds
        while time.monotonic() < end:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return _VERDICTS.get(os.waitstatus_to_exitcode(status), "unclear")
            time.sleep(0.05)
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return "unclear"

    def failed(self) -> list[str]:
        """The tests that failed in the last run."""
        return self._failures.read_text().splitlines() if self._failures.exists() else []

    @property
    def _failures(self) -> Path:
        return self.copy.parent / "failures"

    def _run_tests(self, options: Sequence[str], tests: Sequence[str]) -> None:
        os.setpgid(0, 0)
        os.chdir(self.copy)
        sys.path.insert(0, str(self.copy))
        sys.dont_write_bytecode = False
        import pytest  # noqa: PLC0415 - in the child

        failures = self._failures
        order = {test: place for place, test in enumerate(tests)}

        def place(item: pytest.Item) -> int | None:
            return order.get(item.nodeid, order.get(item.nodeid.partition("::")[0]))

        class Noting:
            def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
                places = {item: found for item in items if (found := place(item)) is not None}
                items[:] = sorted(places, key=places.__getitem__)

            def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
                self.note(report)

            def pytest_collectreport(self, report: pytest.CollectReport) -> None:
                self.note(report)

            @staticmethod
            def note(report: pytest.TestReport | pytest.CollectReport) -> None:
                if report.failed:
                    with failures.open("a") as file:
                        print(report.nodeid, file=file)

        code = _BROKEN
        files = {test.partition("::")[0]: None for test in tests}
        usual = ["-q", "-n0", "-p", "no:randomly", "-p", "no:cacheprovider",
                 "-W", "ignore::pytest.PytestAssertRewriteWarning"]  # fmt: skip
        try:
            with (
                (self.copy.parent / "output").open("w") as output,
                contextlib.redirect_stdout(output),
                contextlib.redirect_stderr(output),
            ):
                code = int(pytest.main([*options, *usual, *files], [Noting()]))
        finally:
            os._exit(code)


def copy_of_the_repository(into: str) -> Path:
    """The program and its tests, without what other tools keep."""
    copy = Path(into) / "copy"
    ignored = shutil.ignore_patterns(
        ".git", ".venv", "__pycache__", ".hypothesis", ".*_cache", "build"
    )
    shutil.copytree(REPOSITORY, copy, ignore=ignored, symlinks=True)
    return copy


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
    """Print what no test notices, and the score by room."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--seconds", type=int, default=120, help="longest run of one mutant, in CPU time"
    )
    parser.add_argument("--anew", action="store_true", help="record again what tests reach")
    parser.add_argument("paths", nargs="*", default=list(ROOMS))
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
    for room in arguments.paths:
        print(_score(room, [v for mutant, v in verdicts.items() if mutant.file.startswith(room)]))
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
