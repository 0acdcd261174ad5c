"""The command in examples, as the user has called it."""

import sys
from pathlib import Path

import pytest

from openshift_credentials.cli.argument_parser import spell_command, spelling


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with the command and an interpreter, in which the user is."""
    for name in ("openshift-credentials", "python"):
        (tmp_path / "bin" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "bin" / name).write_text("#!/bin/sh\n")
        (tmp_path / "bin" / name).chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    return tmp_path


def called(monkeypatch: pytest.MonkeyPatch, path: object) -> str:
    monkeypatch.setattr(sys, "argv", [str(path)])
    return spelling()


def test_it_is_the_name_if_the_shell_finds_it(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = place / "bin" / "openshift-credentials"
    assert called(monkeypatch, command) == "bin/openshift-credentials"
    monkeypatch.setenv("PATH", str(place / "bin"))
    assert called(monkeypatch, command) == "openshift-credentials"
    assert called(monkeypatch, "bin/openshift-credentials") == "openshift-credentials"


def test_it_is_the_whole_path_from_elsewhere(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = place / "bin" / "openshift-credentials"
    (place / "other").mkdir()
    monkeypatch.chdir(place / "other")
    assert called(monkeypatch, command) == str(command)


def test_a_module_is_run_by_the_same_interpreter(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = place / "openshift_credentials" / "__main__.py"
    assert called(monkeypatch, module) == "bin/python -m openshift_credentials"
    assert called(monkeypatch, place / "__main__.py") == "openshift-credentials"
    monkeypatch.setattr(sys, "argv", [str(module)])
    text = "run 'openshift-credentials init' or /x/openshift-credentials init"
    assert spell_command(text) == ("run 'bin/python -m openshift_credentials init' or /x/openshift-credentials init")
