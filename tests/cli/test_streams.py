"""Streams that are closed, full or not UTF-8, in the process of the program itself."""

import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.cli.program import main, visible


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


class Broken(io.StringIO):
    def write(self, _: str) -> int:
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize("form", ["text", "json"])
def test_results_on_a_closed_stream_are_refused_and_nothing_else_is(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout"):
        monkeypatch.setattr(sys, name, None)
    others = io.StringIO()
    monkeypatch.setattr(sys, "stderr", others)
    assert main(["cco", "mode", "-", "-o", form]) == 2
    sys.stdout.close()
    told = "error: standard output: is closed, so the result cannot be written; open it\n"
    assert others.getvalue().endswith(told)
    with sys.stdin as nothing:
        assert nothing.read() == ""


def test_messages_on_a_closed_or_broken_stream_change_no_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers: set[tuple[int, str]] = set()
    for stream in (io.StringIO(), Broken(), None):
        monkeypatch.setattr(sys, "stderr", stream)
        code = main(["detect", "/no/such/file", "-o", "json"])
        answers.add((code, capsys.readouterr().out))
        sys.stderr.close()
    [(code, results)] = answers
    assert code == 2
    assert json.loads(results)


def test_a_full_disk_is_reported_and_a_reader_that_goes_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch, Path("/dev/full").open("w") as full:
        patch.setattr(sys, "stdout", full)
        assert main(["completion", "bash"]) == 2
    assert capsys.readouterr().err == "error: standard output: No space left on device\n"
    reading, writing = os.pipe()
    os.close(reading)
    with monkeypatch.context() as patch, os.fdopen(writing, "w") as pipe:
        patch.setattr(sys, "stdout", pipe)
        assert main(["completion", "bash"]) == 0
    assert capsys.readouterr().err == ""


def test_an_answer_that_is_not_utf_8_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(io.BytesIO(b"\xff\n" * 9), "utf-8"))
    assert main(["init", "--stack", "new", "--from", "rosa-sts", "-C", str(tmp_path)]) == 2
    assert "error: openshift-credentials:cluster.name = " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "shown"),
    [("line\n\ttab", "line\n\ttab"), ("\x1b[1m\u202e\r", "\\u001b[1m\\u202e\\u000d"), ("\U000e0001", "\\udb40\\udc01")],
)
def test_what_cannot_be_seen_is_shown_as_in_json(text: str, shown: str) -> None:
    assert visible(text) == shown
    decoded: Any = json.loads(f'"{shown}"'.replace("\n", "\\n").replace("\t", "\\t"))
    assert decoded == text
