"""A change of a file that a rule follows reaches a person, and so does what was not compared."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.upstream.__main__ import main, read_table

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


def table(checkout: Path, *rows: str) -> Path:
    file = checkout.parent / "table.csv"
    commit = git(checkout, "rev-parse", "HEAD")
    lines = [row.replace("COMMIT", commit[:12]) for row in rows]
    file.write_text("\n".join(["rule,repository,commit,files", *lines]) + "\n")
    return file


def change(checkout: Path, file: str, text: str) -> None:
    (checkout / file).write_text(text)
    git(checkout, "commit", "--quiet", "-a", "-m", f"Change {file}")


def test_a_change_is_shown_once_and_named_by_each_rule(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = table(checkout, *(f"rules.{name},example/program,COMMIT,pkg" for name in ("x", "y")))
    assert main(str(checkout), rows) == 0
    assert capsys.readouterr().out == "example/program: rules: 2, changed files: 0\n"
    change(checkout, "pkg/a.go", "const Limit = 2\n")
    assert main(str(checkout), rows) == 1
    shown = capsys.readouterr().out
    assert re.fullmatch(
        r"==> rules\.x\n\w+ Change pkg/a\.go\ndiff .*-const Limit = 1\n\+const Limit = 2\n\n"
        r"==> rules\.y\npkg/a\.go: see rules\.x\n\n"
        r"example/program: rules: 2, changed files: 1\n",
        shown,
        re.DOTALL,
    )


def test_other_files_and_other_programs_are_not_shown(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = table(checkout, "x,example/program,COMMIT,pkg/b.go", "y,example/other,COMMIT,pkg/a.go")
    change(checkout, "pkg/a.go", "const Limit = 2\n")
    assert main(str(checkout), rows) == 0
    assert "rules: 1, changed files: 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("row", "error"),
    [
        ("x,example/program,COMMIT,pkg/a.go pkg/c.go", "no pkg/c.go, which x follows"),
        ("x,example/program,0123456789ab,pkg/a.go", "no commit 0123456789ab of example/program"),
        ("x,example/other,COMMIT,pkg/a.go", "no rule follows this program; .* example/other"),
    ],
)
def test_what_is_not_compared_is_an_error(
    checkout: Path, row: str, error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(str(checkout), table(checkout, row)) == 2
    assert re.search(f"{re.escape(str(checkout))}: {error}", capsys.readouterr().err)


def test_every_row_has_a_module_a_commit_and_files() -> None:
    for row in read_table():
        module = ROOT / row.rule.replace(".", "/")
        assert module.with_suffix(".py").is_file() or (module / "__init__.py").is_file(), row
        assert row.commit, row
        assert row.files, row
