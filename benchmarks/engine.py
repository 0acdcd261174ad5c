"""Whole runs of the Pulumi CLI beside a flat program, on stand-in clouds and a file backend.

Time and peak memory of preview, up, up without change and refresh. Both programs take turns.
Usage: ``python -m benchmarks.engine [--backups N ...] [--rounds N] [--minutes N]
[--verbs VERB ...]``. Ratios are ours to flat.
"""

import argparse
import compileall
import os
import platform
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yaml

from benchmarks.offline_preview import ROOT, write_stack
from tests.engine.workspace import Workspace

LONGEST_SECONDS: Final = 900
"""A run that takes longer is killed, and ends the benchmark."""

SAMPLE_SECONDS: Final = 0.1
FLAT: Final = """
from flat_program import program
program({backups})
"""


@dataclass(frozen=True)
class Run:
    """Seconds of a command, CPU seconds of all its processes, and peak memory in MiB."""

    seconds: float
    cpu: float
    engine: float
    program: float


def median(runs: Sequence[Run]) -> Run:
    return Run(
        statistics.median(each.seconds for each in runs),
        statistics.median(each.cpu for each in runs),
        statistics.median(each.engine for each in runs),
        statistics.median(each.program for each in runs),
    )


def prepare(place: Path, program: str, backups: int) -> Workspace:
    """A workspace with either program, compiled as after its first run, and the stack ``dev``."""
    workspace = Workspace.create(place)
    directory = workspace.directory
    for file in directory.glob("Pulumi.*.yaml"):
        file.unlink()
    if program == "flat":
        shutil.copy(ROOT / "benchmarks" / "flat_program.py", directory)
        (directory / "__main__.py").write_text(FLAT.format(backups=backups))
    for each in ("components", "openshift_credentials"):
        if program == "flat":
            shutil.rmtree(directory / each)
        else:
            compileall.compile_dir(directory / each, quiet=1, workers=0)
    new_stack(workspace, "dev", program, backups)
    return workspace


def new_stack(workspace: Workspace, name: str, program: str, backups: int) -> None:
    """Make another stack with the same settings, and no resource of it in any cloud."""
    shutil.rmtree(workspace.clouds.directory, ignore_errors=True)
    if program == "ours":
        with tempfile.TemporaryDirectory() as place:
            content = yaml.safe_load(write_stack(Path(place), backups).read_text())
        (workspace.directory / f"Pulumi.{name}.yaml").write_text(yaml.safe_dump(content))
    workspace.succeed("stack", "init", name)


def measure(
    workspace: Workspace, command: Sequence[str], stack: str = "dev", environment: Mapping[str, str] | None = None
) -> Run:
    inherited = dict(workspace.environment)
    inherited.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody compiles a program at every run
    start, before = time.perf_counter(), cpu_of_children()
    process = subprocess.Popen(
        workspace.command(*command, "--stack", stack),
        cwd=workspace.directory,
        env={**inherited, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    peaks = {"engine": 0.0, "program": 0.0}
    watcher = threading.Thread(target=watch, args=(process, peaks), daemon=True)
    watcher.start()
    try:
        output, _ = process.communicate(timeout=LONGEST_SECONDS)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise
    seconds = time.perf_counter() - start
    watcher.join()
    if process.returncode:
        raise SystemExit(output)
    return Run(seconds, cpu_of_children() - before, **peaks)


def cpu_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def watch(process: "subprocess.Popen[str]", peaks: dict[str, float]) -> None:
    names: dict[str, str] = {str(process.pid): "engine"}
    while process.poll() is None:
        for place in Path("/proc").glob("[0-9]*"):
            try:
                if place.name not in names:
                    names[place.name] = _part(place, process.pid)
                if name := names[place.name]:
                    peaks[name] = max(peaks[name], peak_of(place))
            except OSError:
                continue
        time.sleep(SAMPLE_SECONDS)


def _part(place: Path, session: int) -> str:
    """Whether a process is the program of this run; others may run programs at the same time."""
    is_program = b"pulumi-language-python-exec" in (place / "cmdline").read_bytes()
    return "program" if is_program and os.getsid(int(place.name)) == session else ""


def peak_of(process: Path) -> float:
    lines = (process / "status").read_text().splitlines()
    fields = dict(line.split(":", 1) for line in lines)
    return float(fields.get("VmHWM", "0").split()[0]) / 1024


def state_of(workspace: Workspace, stack: str) -> float:
    (file,) = (workspace.directory.parent / "state" / ".pulumi" / "stacks").rglob(f"{stack}.json")
    return file.stat().st_size / 2**20


ONE_WRITE: Final = "PULUMI_SKIP_CHECKPOINTS"
"""Setting with which an update writes its state once, at its end."""

MOST_WITH_CHECKPOINTS: Final = 100
"""Backups; with more, writing checkpoints takes nearly all of the time of either program."""

Runs = dict[tuple[int, str, str], list[Run]]
"""By number of backups, verb and program."""


def report(runs: Runs) -> Iterator[str]:
    """Everything that was measured so far, with the command that measures the same again."""
    command = " ".join([".venv/bin/python -m benchmarks.engine", *sys.argv[1:]])
    rounds = min(len(each) for each in runs.values())
    yield f"`{command}`, {rounds} round(s), load {os.getloadavg()[0]:.1f} at the end."
    yield f"Machine: {machine()}."
    if any(backups > MOST_WITH_CHECKPOINTS for backups, _, _ in runs):
        yield (
            f"With more than {MOST_WITH_CHECKPOINTS} backups every command runs with "
            f"`{ONE_WRITE}=true`, so that the table compares programs and not the backend."
        )
    yield ""
    yield (
        "| backups | command | this program | flat program | time ratio | CPU ratio "
        "| memory of the engine | memory of the program |"
    )
    yield f"| ---: | --- |{' ---: |' * 6}"
    for backups, verb in dict.fromkeys((backups, verb) for backups, verb, _ in runs):
        ours, flat = (median(runs[backups, verb, each]) for each in PROGRAMS)
        cells = (
            f"{backups:,}",
            verb,
            f"{ours.seconds:.1f} s",
            f"{flat.seconds:.1f} s",
            f"{ours.seconds / flat.seconds:.2f}",
            f"{ours.cpu / flat.cpu:.2f}",
            f"{ours.engine:.0f} MiB (flat: {flat.engine:.0f})",
            f"{ours.program:.0f} MiB (flat: {flat.program:.0f})" if ours.program else "not run",
        )
        yield f"| {' | '.join(cells)} |"


def machine() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    cpuinfo = Path("/proc/cpuinfo")
    model = re.search(r"model name\s*: (.*)", cpuinfo.read_text()) if cpuinfo.exists() else None
    pulumi = [shutil.which("pulumi") or "pulumi", "version"]
    version = subprocess.run(pulumi, capture_output=True, text=True, check=True)
    return (
        f"{os.cpu_count()} cores ({model[1] if model else platform.machine()}), {memory:.0f} GiB, {platform.system()}, "
        f"Python {platform.python_version()}, Pulumi {version.stdout.strip()}"
    )


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
            print("\n".join(report(runs)), flush=True)
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
