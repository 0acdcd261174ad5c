"""Whole runs of the Pulumi CLI beside a flat program, on stand-in clouds and a file backend.

Time and peak memory of preview, up, up without change and refresh. Both programs take turns.
Usage: ``python -m benchmarks.engine [--backups N ...] [--rounds N] [--minutes N]
[--verbs VERB ...]``. Ratios are ours to flat.
"""

import argparse
import shutil
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from benchmarks.engine_report import MOST_WITH_CHECKPOINTS, ONE_WRITE, Report, Runs, command_line
from benchmarks.engine_runs import measure, new_stack, prepare
from tests.engine.workspace import Workspace

UP: Final = ("up", "--yes", "--skip-preview")
VERBS: Final[Mapping[str, Sequence[str]]] = {
    "preview": ("preview",),
    "up": UP,
    "no change": (*UP, "--expect-no-changes"),
    "refresh": ("refresh", "--yes", "--skip-preview"),
}
PROGRAMS: Final = ("ours", "flat")
Workspaces = Mapping[tuple[int, str], Workspace]
"""By number of backups and program."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backups", type=int, nargs="+", default=[1, 100, 1000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=60, help="nothing begins that would end later")
    parser.add_argument("--verbs", choices=VERBS, nargs="+", default=list(VERBS))
    arguments = parser.parse_args()
    verbs = [each for each in VERBS if each in arguments.verbs]
    if shutil.which("pulumi") is None:
        raise SystemExit("the Pulumi CLI is not on PATH; 'make cli' installs it")
    deadline = time.monotonic() + 60 * arguments.minutes
    runs: Runs = defaultdict(list)
    with ExitStack() as places:
        workspaces = {
            (backups, program): prepare(Path(places.enter_context(tempfile.TemporaryDirectory())), program, backups)
            for backups in arguments.backups
            for program in PROGRAMS
        }
        for number in range(arguments.rounds):
            begin = time.monotonic()
            play_round(workspaces, number, verbs, runs)
            # After each round, so that nothing is lost of a run that is stopped.
            print(Report(command_line(), runs).text, flush=True)
            if 2 * time.monotonic() - begin > deadline:
                break


def play_round(workspaces: Workspaces, number: int, verbs: Sequence[str], runs: Runs) -> None:
    """Every verb once with every number of backups; who begins changes from round to round."""
    turns = PROGRAMS if number % 2 == 0 else PROGRAMS[::-1]
    stack = f"round-{number}"
    for backups in sorted({each for each, _ in workspaces}):
        for program in PROGRAMS:
            new_stack(workspaces[backups, program], stack, program, backups)
        environment = {ONE_WRITE: "true"} if backups > MOST_WITH_CHECKPOINTS else {}
        for verb in verbs:
            for program in turns:
                run = measure(workspaces[backups, program], VERBS[verb], stack, environment)
                runs[backups, verb, program].append(run)


if __name__ == "__main__":
    main()
