"""A change of a file that a rule follows reaches a person, and so does what was not compared."""

import subprocess
from pathlib import Path

import pytest

from tests.upstream.__main__ import read_table

ROOT = Path(__file__).parents[2]


def git(checkout: Path, *arguments: str) -> str:
    names = ("-c", "user.name=a", "-c", "user.email=a@example.com")
    command = ("git", "-C", str(checkout), *names, *arguments)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "program"
    (folder / "pkg").mkdir(parents=True)
    git(folder, "init", "--quiet")
    (folder / "go.mod").write_text("module github.com/example/program\n\ngo 1.24\n")
    (folder / "pkg/a.go").write_text("const Limit = 1\n")
    (folder / "pkg/b.go").write_text("const Other = 1\n")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "First")
    return folder


def change(checkout: Path, file: str, text: str) -> None:
    (checkout / file).write_text(text)
    git(checkout, "commit", "--quiet", "-a", "-m", f"Change {file}")


def test_every_row_has_a_module_a_commit_and_files() -> None:
    for row in read_table():
        module = ROOT / row.rule.replace(".", "/")
        assert module.with_suffix(".py").is_file() or (module / "__init__.py").is_file(), row
        assert row.commit, row
        assert row.files, row
