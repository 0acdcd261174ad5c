"""The package compared with the plain program: start of the plugin, and previews on the engine.

The same stack as ``__main__.py`` and as a component of a YAML program run alternately. Usage:
``python -m benchmarks.plugin [--backups N ...] [--rounds N]``. It needs the Pulumi CLI and its
hosts for Python and YAML. Ratios are package to plain program.
"""

import argparse
import dataclasses
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

import yaml

from benchmarks.engine_runs import prepare
from benchmarks.stacks import ROOT
from openshift_credentials.stack.registry import SYSTEMS
from openshift_credentials.stack.system import PROJECT
from tests.engine.workspace import Workspace

NEEDED: Final = ("pulumi", "pulumi-language-python", "pulumi-language-yaml")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backups", type=int, nargs="+", default=[1, 1000])
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    if missing := [each for each in NEEDED if shutil.which(each) is None]:
        raise SystemExit(f"{' and '.join(missing)} not on PATH")
    starts = [start() for _ in range(arguments.rounds)]
    print(f"{os.cpu_count()} cores, {platform.system()}, load {os.getloadavg()[0]:.1f}")
    print(f"start of the plugin: {statistics.median(starts):.2f} s")
    print("| backups | package | plain program | ratio |")
    print("| ---: | ---: | ---: | ---: |")
    for backups in arguments.backups:
        seconds: dict[str, list[float]] = defaultdict(list)
        with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
            plain = prepare(Path(first), "ours", backups)
            package = of_package(prepare(Path(second), "ours", backups))
            for _ in range(arguments.rounds):
                seconds["plain"].append(preview(plain))
                seconds["package"].append(preview(package))
        ours, flat = statistics.median(seconds["package"]), statistics.median(seconds["plain"])
        print(f"| {backups:,} | {ours:.1f} s | {flat:.1f} s | {ours / flat:.2f} |")


def start() -> float:
    """Seconds from the command to the port that the plugin prints."""
    begin = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "plugin"), "127.0.0.1:1"], stdout=subprocess.PIPE
    )
    if process.stdout:
        process.stdout.readline()
    seconds = time.perf_counter() - begin
    process.kill()
    process.wait()
    return seconds


def of_package(plain: Workspace) -> Workspace:
    """A YAML program, in addition to the plain one, that creates the same as one component."""
    directory = plain.directory.parent / "consumer"
    directory.mkdir()
    shutil.copytree(ROOT / "plugin", plain.directory / "plugin")
    stack = yaml.safe_load((plain.directory / "Pulumi.dev.yaml").read_text())["config"]
    settings: dict[str, Any] = {key.removeprefix(f"{PROJECT}:"): stack[key] for key in stack}
    properties = {**settings.pop("etcdBackup"), **settings}
    component = {"type": SYSTEMS["etcdBackup"].type_token, "properties": properties}
    program = {
        "name": "consumer",
        "runtime": "yaml",
        "packages": {PROJECT: str(plain.directory / "plugin")},
        "resources": {"etcd-backup": component},
    }
    (directory / "Pulumi.yaml").write_text(yaml.safe_dump(program))
    package = dataclasses.replace(plain, directory=directory)
    package.succeed("stack", "init", "dev")
    return package


def preview(workspace: Workspace) -> float:
    """Seconds of one preview."""
    begin = time.perf_counter()
    workspace.succeed("preview", "--stack", "dev")
    return time.perf_counter() - begin


if __name__ == "__main__":
    main()
