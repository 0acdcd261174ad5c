"""``make`` and the commands of the README, run in a copy of the tree as a user runs them.

A block of commands in README.md is run when the line above it is ``<!-- tested -->``. Commands
are lines that start with ``$``, or all lines of a block of type ``sh``. What a ``console`` block
shows below a command must be in its output line by line; ``...`` stands for lines left out.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", ".cache", "__pycache__", ".pytest_cache", ".ruff_cache", ".hypothesis"
)


@dataclass
class Example:
    """One command of the README, and what it is said to print."""

    command: str
    shown: list[str] = field(default_factory=list[str])


def examples(markdown: str) -> Iterator[Example]:
    """The tested commands of a page, in their order."""
    blocks = re.findall(
        r"^<!-- tested -->\n+```(console|sh|bash|shell)\n(.*?)^```$",
        markdown,
        re.DOTALL | re.MULTILINE,
    )
    for kind, block in blocks:
        found: list[Example] = []
        for line in str(block).splitlines():
            if line.startswith("$ "):
                found.append(Example(line.removeprefix("$ ")))
            elif kind == "console" and found:
                found[-1].shown.append(line)
            elif kind != "console" and line and not line.startswith("#"):
                found.append(Example(line))
        yield from found


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with an environment that is installed already."""
    copy = tmp_path_factory.mktemp("clone") / "hcp-etcd-backup"
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


def test_the_commands_of_the_readme_do_what_they_show(tree: Path) -> None:
    readme = tree / "README.md"
    if not readme.is_file():
        pytest.skip("README.md is not written yet")
    commands = list(examples(readme.read_text()))

    assert commands, "no block of the README is marked with <!-- tested -->"
    for example in commands:
        process = shell(tree, example.command)
        assert process.returncode == 0, f"{example.command}\n{process.stderr}"
        printed = [line.rstrip() for line in process.stdout.splitlines()]
        for line in example.shown:
            if line.strip() not in ("", "...", "…"):
                assert line.rstrip() in printed, f"{example.command} does not print: {line}"


def test_only_marked_blocks_are_run() -> None:
    page = (
        "```sh\nrm -rf /\n```\n"
        "<!-- tested -->\n```console\n$ echo a\na\n...\n$ echo b\n```\n"
        "<!-- tested -->\n\n```sh\n# a remark\necho c\n```\n"
    )

    assert list(examples(page)) == [
        Example("echo a", ["a", "..."]),
        Example("echo b"),
        Example("echo c"),
    ]
