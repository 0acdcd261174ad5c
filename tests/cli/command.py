"""Runs the command as a user does, in a process of its own or, quickly, in this one."""

import contextlib
import io
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from openshift_credentials.cli.program import main
from tests.kit.golden_answers import note
from tests.kit.places import REPOSITORY


@dataclass(frozen=True)
class Outcome:
    """Exit code, results (standard output) and everything else (standard error)."""

    code: int
    results: str
    others: str


def run(*arguments: str, directory: Path = REPOSITORY, **environment: str) -> Outcome:
    """Run a verb in a directory, with further environment variables."""
    process = subprocess.run(
        [sys.executable, "-m", "openshift_credentials", *arguments],
        cwd=directory,
        env={**_plain_environment(), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return Outcome(process.returncode, process.stdout, process.stderr)


def call(*arguments: str, encoding: str = "utf-8") -> Outcome:
    """Run a verb in this process; what it reads is given by options."""
    written = io.BytesIO(), io.BytesIO()
    results, others = (io.TextIOWrapper(each, encoding, write_through=True) for each in written)
    with contextlib.redirect_stdout(results), contextlib.redirect_stderr(others):
        try:
            code = main(arguments)
        except SystemExit as stopped:  # argparse
            code = int(stopped.code or 0)
    outcome = Outcome(code, *(each.getvalue().decode(encoding) for each in written))
    note(arguments, code, outcome.results, outcome.others)
    return outcome


def call_in_both_forms(*arguments: str) -> Outcome:
    """The answer of a verb as JSON; that for people is compared with the golden one."""
    call(*arguments)
    return call(*arguments, "-o", "json")


def _plain_environment() -> dict[str, str]:
    ours = ("PULUMI_", "NO_COLOR", "PYTHONPATH")
    kept = {name: text for name, text in os.environ.items() if not name.startswith(ours)}
    return {**kept, "PYTHONPATH": str(REPOSITORY)}
