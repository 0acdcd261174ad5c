"""Which files a change can touch, and when nothing or everything is checked."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.kit import type_check
from tests.kit.type_check import affected, imported, main

FILES = {
    "base/__init__.py": "",
    "base/text.py": "A = 1",
    "base/other.py": "",
    "middle/__init__.py": "from .deep import B",
    "middle/deep.py": "from base.text import A\nB = A",
    "top.py": "def late() -> None:\n    from middle import B\n    print(B)",
    "whole.py": "import base.text",
    "relative/__init__.py": "",
    "relative/a.py": "from ..base import text",
    "package.py": "from base import other, text",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, source in FILES.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(source)
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (
            "base/text.py",
            ["base/text.py", "middle/__init__.py", "middle/deep.py", "top.py", "whole.py",
             "relative/a.py", "package.py"],
        ),
        ("base/other.py", ["base/other.py", "package.py"]),
        ("top.py", ["top.py"]),
        ("gone.py", []),
        (
            "base/__init__.py",
            ["base/__init__.py", "relative/a.py", "whole.py", "package.py"],
        ),
    ],
)  # fmt: skip
def test_a_change_touches_what_imports_it_by_any_way(
    tree: Path, changed: str, expected: list[str]
) -> None:
    assert affected(tree, FILES, [changed]) == set(expected)


def test_a_module_that_comes_or_goes_touches_whoever_names_it(tree: Path) -> None:
    (tree / "top.py").write_text("from middle import more")
    assert affected(tree, FILES, ["middle/more.py"]) == {"top.py"}


def test_relative_imports_are_those_of_python() -> None:
    assert set(imported("a/b/c.py", "from . import d\nfrom ..e import f\nfrom .g import *")) == {
        *("a.b", "a.b.d", "a.e", "a.e.f", "a.b.g", "a.b.g.*")
    }
    assert set(imported("a/b/__init__.py", "from .d import e")) == {"a.b.d", "a.b.d.e"}


def test_only_a_check_without_an_error_counts(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[Sequence[str]] = []
    answer = 0

    def run(command: Sequence[str], **_: object) -> subprocess.CompletedProcess[str]:
        checked.append([name for name in command if name.endswith(".py")])
        return subprocess.CompletedProcess(command, answer)

    monkeypatch.setattr(type_check, "REPOSITORY", tree)
    monkeypatch.setattr(type_check, "RIGHT", tree / "types.json")
    monkeypatch.setattr(type_check.subprocess, "run", run)
    for name in type_check.SETTINGS:
        (tree / name).write_text("")

    assert main(FILES) == 0
    assert main(FILES) == 0
    assert [len(names) for names in checked] == [len(FILES)], "the second had nothing to do"

    (tree / "top.py").write_text("wrong")
    answer = 1
    assert (main(FILES), main(FILES)) == (1, 1)
    answer = 0
    assert main(FILES) == 0
    assert checked[1:] == [["top.py"]] * 3
    assert main(FILES) == 0

    (tree / "pyproject.toml").write_text("[tool.basedpyright]")
    assert main(FILES) == 0
    assert [len(names) for names in checked[4:]] == [len(FILES)]
    assert json.loads((tree / "types.json").read_text()).keys() == {"settings", *FILES}
