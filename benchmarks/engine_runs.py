"""One run of the Pulumi CLI, timed, with the memory of the engine and of the program."""

import compileall
import os
import resource
import shutil
import signal
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yaml

from benchmarks.stacks import ROOT, write_stack
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
    """Run a command once and watch its processes."""
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
    """CPU seconds of all processes that ended, with those that they waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def watch(process: "subprocess.Popen[str]", peaks: dict[str, float]) -> None:
    """Note the peak memory of the CLI and of the program that it starts (Linux only)."""
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
    """Peak memory in MiB so far."""
    lines = (process / "status").read_text().splitlines()
    fields = dict(line.split(":", 1) for line in lines)
    return float(fields.get("VmHWM", "0").split()[0]) / 1024


def state_of(workspace: Workspace, stack: str) -> float:
    """Size of the state in MiB."""
    (file,) = (workspace.directory.parent / "state" / ".pulumi" / "stacks").rglob(f"{stack}.json")
    return file.stat().st_size / 2**20
