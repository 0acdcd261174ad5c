"""``make`` and the commands of the README, run in a copy of the tree as a user runs them.

Every line of a ``console`` or ``sh`` block is a command. All are run but those that need the
Pulumi CLI and a cloud, or that are tested elsewhere; where a command asks a cluster or reads
files of the user's, the copy has a stand-in. What a ``text`` block shows must be printed by one
of them, line by line; ``...`` stands for lines left out.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documentation.pages import BACKUP, SECRET, blocks, commands
from tests.kit.places import REPOSITORY

NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", ".cache", "__pycache__", ".pytest_cache", ".ruff_cache", ".hypothesis"
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with an environment that is installed already."""
    copy = tmp_path_factory.mktemp("clone") / "openshift-credentials"
    shutil.copytree(REPOSITORY, copy, ignore=NOT_COPIED)
    environment = copy / ".venv"
    environment.mkdir()
    for name in ("bin", "lib", "pyvenv.cfg"):
        (environment / name).symlink_to(Path(sys.prefix) / name)
    for stamp in (".runtime", ".development"):
        (environment / stamp).touch()
    shutil.copy(copy / "Pulumi.dev.yaml", copy / "Pulumi.prod.yaml")
    (copy / "backup.yaml").write_text(BACKUP)
    (copy / "secret.yaml").write_text(SECRET)
    stand_ins = copy / "stand-ins"
    stand_ins.mkdir()
    (stand_ins / "kubectl").write_text("#!/bin/sh\nexec cat secret.yaml\n")
    (stand_ins / "kubectl").chmod(0o755)
    return copy


def shell(tree: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command line as a user does, at no terminal."""
    hidden = ("MAKE", "MFLAGS", "PYTEST_", "PULUMI_")
    kept = {name: text for name, text in os.environ.items() if not name.startswith(hidden)}
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],  # noqa: S607 - that of the user
        cwd=tree,
        env={**kept, "PATH": f"{tree / 'stand-ins'}{os.pathsep}{kept['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )


needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="make is not on PATH")


@needs_make
@pytest.mark.parametrize(
    ("command", "mode"),
    [
        ("make preview", "aws-sts"),
        ("make preview STACK=dev", "aws-sts"),
        ("make preview STACK=aro", "azure-workload-identity"),
    ],
)
def test_make_preview_shows_the_mode_and_nothing_else(tree: Path, command: str, mode: str) -> None:
    process = shell(tree, command)

    assert process.returncode == 0, process.stderr
    assert process.stdout.startswith("Previewing stack ")
    assert f" {mode}" in process.stdout
    assert process.stderr == ""


@needs_make
def test_make_preview_fails_where_the_preview_does(tree: Path) -> None:
    process = shell(tree, "make preview STACK=nowhere")

    assert process.returncode != 0
    assert "Pulumi.nowhere.yaml: there is no such file" in process.stderr


@needs_make
def test_make_alone_lists_the_targets(tree: Path) -> None:
    process = shell(tree, "make")

    assert process.returncode == 0
    for target in ("preview", "test", "benchmark"):
        assert re.search(rf"^{target} +\S", process.stdout, re.MULTILINE)


@needs_make
def test_a_fresh_clone_installs_what_is_locked_before_it_previews(tree: Path) -> None:
    fresh = shell(tree, "rm -rf ../fresh && mkdir ../fresh && cp Makefile requirements* ../fresh")
    assert fresh.returncode == 0

    process = shell(tree.parent / "fresh", "make --dry-run preview")

    steps = ["-m venv .venv", "--require-hashes -r requirements.txt", "preview --stack dev"]
    places = [process.stdout.find(step) for step in steps]
    assert places == sorted(places)
    assert -1 not in places


@needs_make
def test_the_commands_of_the_readme_do_what_it_shows(tree: Path) -> None:
    readme = (tree / "README.md").read_text()
    printed: set[str] = set()

    for command in commands(readme):
        process = shell(tree, command)
        assert process.returncode == 0, f"{command}\n{process.stderr}"
        printed |= {line.rstrip() for line in process.stdout.splitlines()}

    shown = {line.rstrip() for block in blocks(readme, "text") for line in block.splitlines()}
    assert shown - {"", "..."} <= printed
    assert "make preview" in commands(readme)


def test_only_commands_that_can_be_run_here_are_run() -> None:
    page = (
        "```sh\npulumi up\n# a remark\necho a\n```\n"
        "```console\n$ echo b\n```\n```python\nprint()\n```\n```text\nshown\n```\n"
    )

    assert commands(page) == ["echo a", "echo b"]
    assert list(blocks(page, "text")) == ["shown\n"]
