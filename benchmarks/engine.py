"""Whole runs of the Pulumi CLI, compared with a flat program, on stand-in clouds.

Time of preview, up, up without change and refresh, and the peak memory of engine and program. Both
programs take turns. Usage: ``python -m benchmarks.engine [--backups N ...] [--rounds N] [--plot
FILE] [--verbs VERB ...]``. Ratios are this program to flat.
"""

import argparse
import os
import platform
import resource
import shutil
import statistics
import subprocess
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yaml

from benchmarks.engine_plot import plot
from benchmarks.stacks import ROOT, write_stack
from tests.engine.workspace import Workspace

VERBS: Final[Mapping[str, Sequence[str]]] = {
    "preview": ("preview",),
    "up": ("up", "--yes", "--skip-preview"),
    "no change": ("up", "--yes", "--skip-preview", "--expect-no-changes"),
    "refresh": ("refresh", "--yes", "--skip-preview"),
}
FLAT: Final = """
from benchmarks.flat_program import program
program({backups})
"""


@dataclass(frozen=True)
class Run:
    """Seconds of a command, CPU seconds of all its processes, and peak memory in MiB."""

    seconds: float
    cpu: float
    engine: float
    program: float


Runs = dict[tuple[int, str, str], list[Run]]
"""By number of backups, verb and program."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backups", type=int, nargs="+", default=[1, 100, 1000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--verbs", choices=VERBS, nargs="+", default=list(VERBS))
    parser.add_argument("--plot", type=Path)
    arguments = parser.parse_args()
    if shutil.which("pulumi") is None:
        raise SystemExit("the Pulumi CLI is not on PATH; 'make cli' installs it")
    runs: Runs = defaultdict(list)
    for _ in range(arguments.rounds):
        for backups in arguments.backups:
            for program in ("ours", "flat"):
                with tempfile.TemporaryDirectory() as place:
                    workspace = prepare(Path(place), program, backups)
                    for verb in arguments.verbs:
                        run = measure(workspace, VERBS[verb])
                        runs[backups, verb, program].append(run)
    print(f"{os.cpu_count()} cores, {platform.system()}, load {os.getloadavg()[0]:.1f}")
    print(f"| backups | verb | {' | '.join(COLUMNS)} |")
    print(f"| ---: | --- | {' | '.join('---:' for _ in COLUMNS)} |")
    for backups in arguments.backups:
        for verb in arguments.verbs:
            print(row(runs, backups, verb))
    if arguments.plot:
        arguments.plot.write_text(plot({key: median(each) for key, each in runs.items()}))


COLUMNS: Final = (
    *("this program", "flat program", "time ratio", "CPU ratio"),
    *("memory: engine", "memory: program"),
)


def row(runs: Runs, backups: int, verb: str) -> str:
    ours, flat = (median(runs[backups, verb, program]) for program in ("ours", "flat"))
    cells = (
        f"{ours.seconds:.1f} s",
        f"{flat.seconds:.1f} s",
        f"{ours.seconds / flat.seconds:.2f}",
        f"{ours.cpu:.1f} s / {flat.cpu:.1f} s = {ours.cpu / flat.cpu:.2f}",
        f"{ours.engine:.0f} MiB, {flat.engine:.0f}",
        f"{ours.program:.0f} MiB, {flat.program:.0f}",
    )
    return f"| {backups:,} | {verb} | {' | '.join(cells)} |"


def median(runs: Sequence[Run]) -> Run:
    return Run(
        statistics.median(each.seconds for each in runs),
        statistics.median(each.cpu for each in runs),
        statistics.median(each.engine for each in runs),
        statistics.median(each.program for each in runs),
    )


def prepare(place: Path, program: str, backups: int) -> Workspace:
    """A workspace with one stack and one of the programs."""
    workspace = Workspace.create(place)
    file = workspace.directory / "Pulumi.dev.yaml"
    file.unlink()
    if program == "ours":
        content = yaml.safe_load(write_stack(place, backups).read_text())
        file.write_text(yaml.safe_dump(content))
    else:
        (workspace.directory / "__main__.py").write_text(FLAT.format(backups=backups))
    workspace.succeed("stack", "init", "dev")
    return workspace


def measure(workspace: Workspace, command: Sequence[str]) -> Run:
    """Run a verb once and watch its processes."""
    start, before = time.perf_counter(), cpu_of_children()
    process = subprocess.Popen(
        workspace.command(*command, "--stack", "dev"),
        cwd=workspace.directory,
        env={**workspace.environment, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    peaks: dict[str, float] = defaultdict(float)
    watcher = threading.Thread(target=watch, args=(process, peaks), daemon=True)
    watcher.start()
    output, _ = process.communicate()
    seconds = time.perf_counter() - start
    watcher.join()
    if process.returncode:
        raise SystemExit(output)
    return Run(seconds, cpu_of_children() - before, peaks["engine"], peaks["program"])


def cpu_of_children() -> float:
    """CPU seconds of all processes that ended, with those that they waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def watch(process: "subprocess.Popen[str]", peaks: dict[str, float]) -> None:
    """Record the peak memory of the CLI and of the program that it starts (Linux only)."""
    while process.poll() is None:
        for status in Path("/proc").glob("[0-9]*/status"):
            try:
                command = (status.parent / "cmdline").read_bytes().decode("utf-8", "replace")
                fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
            except OSError:
                continue
            peak = float(fields.get("VmHWM", "0").split()[0]) / 1024
            if status.parent.name == str(process.pid):
                peaks["engine"] = max(peaks["engine"], peak)
            elif "pulumi-language-python-exec" in command:
                peaks["program"] = max(peaks["program"], peak)
        time.sleep(0.2)


if __name__ == "__main__":
    main()
