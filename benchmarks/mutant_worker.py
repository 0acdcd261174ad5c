"""Tests of one mutant at a time, in a copy of the repository."""

import ast
import contextlib
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.mutants import REPOSITORY, Mutant, Mutator

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
        multiprocessing.current_process().daemon = False  # or no test could start a process
        os.chdir(self.copy)
        sys.path.insert(0, str(self.copy))
        sys.dont_write_bytecode = False
        import pytest  # noqa: PLC0415 - in the child

        failures = self._failures
        order = {test: place for place, test in enumerate(tests)}

        def place(item: pytest.Item) -> int | None:
            names = (item.nodeid, item.nodeid.partition("[")[0], item.nodeid.partition("::")[0])
            return min((order[name] for name in names if name in order), default=None)

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
