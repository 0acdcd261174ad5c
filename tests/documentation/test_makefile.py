"""``make``, run in a copy of the tree as a user runs it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documentation.pages import blocks
from tests.kit.places import REPOSITORY

pytestmark = pytest.mark.release

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
    return copy


def shell(tree: Path, command: str) -> subprocess.CompletedProcess[str]:
    """Run a command line as a user does, at no terminal."""
    hidden = ("MAKE", "MFLAGS", "PYTEST_", "PULUMI_")
    kept = {name: text for name, text in os.environ.items() if not name.startswith(hidden)}
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],  # noqa: S607 - that of the user
        cwd=tree,
        env=kept,
        capture_output=True,
        text=True,
        check=False,
    )


needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="make is not on PATH")


@needs_make
@pytest.mark.parametrize(
    ("command", "mode"), [("make preview", "aws-sts"), ("make preview STACK=aro", "azure-workload-identity")]
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
    assert "Pulumi.nowhere.yaml: does not exist" in process.stderr


@needs_make
def test_make_alone_lists_the_targets(tree: Path) -> None:
    process = shell(tree, "make")

    assert process.returncode == 0
    for target in ("preview", "test", "benchmark"):
        assert re.search(rf"^{target} +\S", process.stdout, re.MULTILINE), target


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
@pytest.mark.skipif(shutil.which("git") is None, reason="git is not on PATH")
def test_getting_started_begins_in_an_empty_directory(tmp_path: Path) -> None:
    page = (REPOSITORY / "docs/getting-started.md").read_text(encoding="utf-8")
    clone, enter, preview, activate = next(blocks(page, "sh")).splitlines()
    source = clone.split()[-1]
    origin = tmp_path / "origin"
    shutil.copytree(REPOSITORY, origin, ignore=NOT_COPIED)
    commit = "git -c user.name=t -c user.email=t@example.com -c commit.gpgsign=false commit -q -m x"
    assert shell(origin, f"git init -q && git add --all && {commit}").returncode == 0
    empty = tmp_path / "empty"
    empty.mkdir()

    script = "\n".join((clone.replace(source, str(origin)), "cd origin", f"{preview} --dry-run"))
    assert enter == f"cd {Path(source).stem}"
    process = shell(empty, script)

    assert process.returncode == 0, process.stderr
    assert activate == ". .venv/bin/activate"
    for step in ("-m venv .venv", "-r requirements.txt", "> .venv/bin/openshift-credentials"):
        assert step in process.stdout, step
