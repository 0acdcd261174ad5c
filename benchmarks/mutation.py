"""Mutation tests of everything that decides: a seeded sample, each mutant against its own tests.

A mutant is the program with one small fault: another comparison, ``and`` for ``or``, swapped
branches, another constant or text, an argument that is missing. The tests that mention the module
run first, then the others of its folder; the first failure ends a mutant. What no test notices is
printed. The files are changed in a copy, and a process that has imported the clouds' SDKs once is
the parent of all runs.

    python -m benchmarks.mutation --sample 300 --seed 1 [PATH ...]
"""

import argparse
import ast
import contextlib
import importlib
import io
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.mutant_tests import tests_of
from benchmarks.mutants import REPOSITORY, Mutant, Mutator, mutants_of

ROOMS: Final = (
    "components",
    "openshift_credentials/cli",
    "openshift_credentials/deployer",
    "openshift_credentials/fleet",
    "openshift_credentials/live",
    "openshift_credentials/systems",
)
PRELOADED: Final = (
    *("pydantic", "yaml", "cryptography.x509", "pulumi", "pulumi_tls"),
    *("pulumi_aws.s3", "pulumi_aws.iam", "pulumi_azure_native.storage", "pulumi_kubernetes"),
)


_BROKEN: Final = 3
_VERDICTS: Final = {0: "alive", 1: "killed", 2: "killed"}
"""By the exit code of pytest; 2 is a module that cannot be imported."""


def noticed(mutant: Mutant, copy: Path, seconds: int) -> str:
    """``killed``, ``alive``, ``endless``, or ``unclear`` if the tests could not run."""
    file = copy / mutant.file
    before = file.read_text()
    tree = Mutator(mutant.number).visit(ast.parse(before))
    file.write_text(ast.unparse(ast.fix_missing_locations(tree)))
    child = os.fork()
    if child == 0:
        _run_tests(copy, tests_of(mutant.file))
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return _VERDICTS.get(os.waitstatus_to_exitcode(status), "unclear")
            time.sleep(0.05)
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return "endless"
    finally:
        file.write_text(before)


def _run_tests(copy: Path, tests: Sequence[str]) -> None:
    os.setpgid(0, 0)
    os.chdir(copy)
    sys.path.insert(0, str(copy))
    sys.dont_write_bytecode = True
    import pytest  # noqa: PLC0415 - in the child

    code = _BROKEN
    silent = io.StringIO()
    options = ["-x", "-q", "-n0", "-p", "no:randomly", "-p", "no:cacheprovider",
               "-W", "ignore::pytest.PytestAssertRewriteWarning"]  # fmt: skip
    try:
        with contextlib.redirect_stdout(silent), contextlib.redirect_stderr(silent):
            code = int(pytest.main([*options, *tests]))
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


_own_copy: Path


def _start(into: str) -> None:
    """Give a worker a copy of its own."""
    global _own_copy  # noqa: PLW0603 - one for each process
    _own_copy = copy_of_the_repository(f"{into}/{os.getpid()}")


def _judge(asked: tuple[Mutant, int]) -> str:
    return noticed(asked[0], _own_copy, asked[1])


def main() -> None:
    """Print what no test notices, and the score by room."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=300, help="longest run of one mutant")
    parser.add_argument("paths", nargs="*", default=list(ROOMS))
    arguments = parser.parse_args()
    files = sorted(
        str(file.relative_to(REPOSITORY))
        for path in arguments.paths
        for file in ([REPOSITORY / path] if path.endswith(".py") else
                     (REPOSITORY / path).rglob("*.py"))
    )  # fmt: skip
    everything = [mutant for file in files for mutant in mutants_of(file)]
    count = min(arguments.sample, len(everything))
    sample = random.Random(arguments.seed).sample(everything, count)  # noqa: S311 - repeatable
    for name in PRELOADED:
        importlib.import_module(name)
    print(f"{count} of {len(everything)} mutants, seed {arguments.seed}", flush=True)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as into:
        # Only processes with one thread may fork, so that each worker is a process.
        pool = multiprocessing.get_context("fork").Pool(arguments.workers, _start, [into])
        verdicts: list[str] = []
        asked = [(mutant, arguments.seconds) for mutant in sample]
        unchanged = Mutant(sample[0].file, 0, "nothing", -1)
        if (verdict := pool.apply(_judge, [(unchanged, arguments.seconds)])) != "alive":
            sys.exit(f"{verdict} without any fault: the tests of {unchanged.file}")
        for mutant, verdict in zip(sample, pool.imap(_judge, asked), strict=True):
            verdicts.append(verdict)
            if verdict != "killed":
                print(f"{verdict}: {mutant.file}:{mutant.line}: {mutant.what}", flush=True)
            if len(verdicts) % 25 == 0:
                print(f"... {len(verdicts)} done", flush=True)
        pool.terminate()
    for room in arguments.paths:
        found = Counter(
            verdict for mutant, verdict in zip(sample, verdicts, strict=True)
            if mutant.file.startswith(room)
        )  # fmt: skip
        total = found.total()
        if total:
            print(f"{room}: {found['killed'] + found['endless']} of {total} noticed")
    total = verdicts.count("killed") + verdicts.count("endless")
    share = 100 * total / max(1, len(verdicts))
    print(f"all: {total} of {len(verdicts)} ({share:.0f} %) in {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
