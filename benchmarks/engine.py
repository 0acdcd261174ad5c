"""Whole runs of the Pulumi CLI beside a flat program, on stand-in clouds and a file backend.

Time and peak memory of preview, up, up without change and refresh, and what the writing of
checkpoints costs. Both programs take turns. Usage: ``python -m benchmarks.engine [--backups N ...]
[--rounds N] [--minutes N] [--verbs VERB ...] [--write]``. Ratios are ours to flat.
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

from benchmarks.engine_report import (
    MOST_WITH_CHECKPOINTS,
    ONE_WRITE,
    Checkpoints,
    Report,
    Runs,
    Writes,
    command_line,
)
from benchmarks.engine_runs import (
    Run,
    checkpoints_of,
    measure,
    median,
    new_stack,
    prepare,
    state_of,
)
from tests.engine.workspace import Workspace

UP: Final = ("up", "--yes", "--skip-preview")
VERBS: Final[Mapping[str, Sequence[str]]] = {
    "preview": ("preview",),
    "up": UP,
    "no change": (*UP, "--expect-no-changes"),
    "refresh": ("refresh", "--yes", "--skip-preview"),
}
PROGRAMS: Final = ("ours", "flat")
SETTINGS: Final = ("PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS", "PULUMI_DIY_BACKEND_GZIP")
"""Environment variables of the Pulumi CLI; ``sdk/go/common/env/env.go`` describes them."""

RETAINED: Final = {"PULUMI_DIY_BACKEND_RETAIN_CHECKPOINTS": "true"}

Workspaces = Mapping[tuple[int, str], Workspace]
"""By number of backups and program."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backups", type=int, nargs="+", default=[1, 100, 1000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--minutes", type=float, default=60, help="nothing begins that would end later"
    )
    parser.add_argument("--verbs", choices=VERBS, nargs="+", default=list(VERBS))
    parser.add_argument("--write", action="store_true", help="write table and plot to docs/")
    arguments = parser.parse_args()
    verbs = [each for each in VERBS if each in arguments.verbs]
    if shutil.which("pulumi") is None:
        raise SystemExit("the Pulumi CLI is not on PATH; 'make cli' installs it")
    deadline = time.monotonic() + 60 * arguments.minutes
    runs: Runs = defaultdict(list)
    with ExitStack() as places:
        workspaces = {
            (backups, program): prepare(
                Path(places.enter_context(tempfile.TemporaryDirectory())), program, backups
            )
            for backups in arguments.backups
            for program in PROGRAMS
        }
        for number in range(arguments.rounds):
            begin = time.monotonic()
            play_round(workspaces, number, verbs, runs)
            tell(Report(command_line(), runs, None), write=arguments.write)
            if 2 * time.monotonic() - begin > deadline:
                break
        if "up" in verbs:
            checkpoints = write_checkpoints(workspaces, runs, deadline)
            tell(Report(command_line(), runs, checkpoints), write=arguments.write)


def tell(report: Report, *, write: bool) -> None:
    """Show what is known after each round, so that nothing is lost of a run that is stopped."""
    if write:
        report.write()
    print(report.text, flush=True)


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


def write_checkpoints(workspaces: Workspaces, runs: Runs, deadline: float) -> Checkpoints:
    """How often ``up`` writes how much, and its time with settings of the file backend."""
    writes: list[Writes] = []
    for backups in sorted({each for each, _ in workspaces if each <= MOST_WITH_CHECKPOINTS}):
        workspace = workspaces[backups, "ours"]
        new_stack(workspace, "retained", "ours", backups)
        measure(workspace, UP, "retained", RETAINED)
        sizes = checkpoints_of(workspace, "retained")
        state = state_of(workspace, "retained")
        writes.append(Writes(backups, len(sizes), sum(sizes) / 2**20, state))
    most = max(backups for backups, _ in workspaces)
    cases = [("default", "ours"), ("default", "flat"), *((each, "ours") for each in SETTINGS)]
    found: dict[tuple[str, str], Run] = {}
    if most > MOST_WITH_CHECKPOINTS:
        for program in PROGRAMS:
            found[ONE_WRITE, program] = median(runs[most, "up", program])
    for number, (setting, program) in enumerate(cases):
        longest = max((each.seconds for each in found.values()), default=0)
        if time.monotonic() + longest > deadline:
            break
        workspace, stack = workspaces[most, program], f"case-{number}"
        new_stack(workspace, stack, program, most)
        environment = {} if setting == "default" else {setting: "true"}
        found[setting, program] = measure(workspace, UP, stack, environment)
    return Checkpoints(most, found, writes)


if __name__ == "__main__":
    main()
