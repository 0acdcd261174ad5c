"""Whatever happens: no traceback, no answer without a result, one document with ``-o json``."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.cli.program import main, visible
from openshift_credentials.cli.verbs import detect
from tests.cli.command import call
from tests.kit.places import REPOSITORY

SECRET = "AKIAIOSFODNN7EXAMPLE"
OPENING_MARK = "\u202e"


def raising(error: BaseException) -> Any:  # noqa: ANN401
    def stand_in(*_: object, **__: object) -> None:
        print("[")  # noqa: T201 - a part of a result
        raise error

    return stand_in


FAULTS = [
    ValueError(SECRET),
    AssertionError(SECRET),
    RecursionError(SECRET),
    MemoryError(SECRET),
    KeyError(SECRET),
    OSError(5, "Input/output error"),
    BrokenPipeError(32, "Broken pipe"),
]


@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
def test_a_fault_of_the_program_is_reported_in_one_line_with_its_place(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detect, "read_documents", raising(error))

    outcome = call("detect", "secret.yaml")

    assert outcome.code == 70
    assert outcome.others.startswith(f"error: internal error: {type(error).__name__}")
    assert "in openshift_credentials.cli.verbs.detect, line " in outcome.others
    assert "report this line" in outcome.others
    assert outcome.others.count("\n") == 1
    assert SECRET not in outcome.results + outcome.others


@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
def test_a_fault_is_one_document_instead_of_a_part_of_the_result(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detect, "read_documents", raising(error))

    outcome = call("detect", "secret.yaml", "-o", "json")

    assert outcome.code == 70
    (told,) = json.loads(outcome.results)["errors"]
    assert (told["code"], told["severity"]) == ("internal", "error")
    assert outcome.others == f"error: {told['message']}\n"
    assert SECRET not in outcome.results


def test_a_file_that_the_system_refuses_is_unusable_input(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = PermissionError(13, "Permission denied", "/etc/shadow")
    monkeypatch.setattr(detect, "read_documents", raising(refused))

    outcome = call("detect", "secret.yaml", "-o", "json")

    assert outcome.code == 2
    (told,) = json.loads(outcome.results)["errors"]
    assert (told["code"], told["message"]) == ("file", "/etc/shadow: Permission denied")


def test_an_interrupt_is_one_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detect, "read_documents", raising(KeyboardInterrupt()))

    outcome = call("detect", "secret.yaml", "-o", "json")

    assert outcome.code == 130
    (told,) = json.loads(outcome.results)["errors"]
    assert told["code"] == "interrupted"
    assert outcome.others == "error: interrupted\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("preview", "--stack", f"\x1b[2J{OPENING_MARK}dev"),
        ("detect", f"\x1b]0;title\x07{OPENING_MARK}.yaml"),
        ("detect", "secret.yaml", "--\x9b31m"),
        (f"{OPENING_MARK}preview",),
        ("explain", "--stack", "dev", "-C", "/nowhere/\x1b[1m\r\u2066\u2028"),
    ],
    ids=ascii,
)
def test_what_comes_from_outside_cannot_control_a_terminal(arguments: tuple[str, ...]) -> None:
    outcome = call(*arguments)

    assert outcome.code == 2
    shown = (outcome.results + outcome.others).replace("\n", "")
    assert shown.isprintable()
    assert "\\u" in shown or "\\x" in shown


INTERRUPTED = """
import os, runpy, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "argparse":  # one of the first imports of the verbs
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
sys.meta_path.insert(0, Interrupting())
sys.argv = ["openshift_credentials", "preview", "-s", "dev"]
runpy.run_module("openshift_credentials", run_name="__main__", alter_sys=True)
"""


def test_an_interrupt_during_the_imports_is_no_traceback() -> None:
    process = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )

    assert "Traceback" not in process.stderr
    assert process.returncode == 130


# Streams that are closed, full or not UTF-8, in the process of the program itself.


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


# Every verb has its errors as JSON, where its results would be.

FAILING = {
    "preview": ("--stack", "nowhere"),
    "explain": ("--stack", "nowhere"),
    "detect": ("nowhere.yaml",),
    "validate": ("nowhere.yaml",),
    "job": ("--backup", "nowhere.yaml", "--secret", "nowhere.yaml"),
    "image-pulls": ("check", "nowhere.yaml"),
    "cco": ("mode", "nowhere.yaml"),
}


@pytest.mark.parametrize("verb", FAILING)
def test_an_error_is_json_on_standard_output_and_text_on_standard_error(verb: str) -> None:
    first, *rest = FAILING[verb]
    options = (first, "-o", "json", *rest) if verb in ("image-pulls", "cco") else None

    outcome = call(verb, *(options or (*FAILING[verb], "-o", "json")))

    assert outcome.code == 2
    document: Any = json.loads(outcome.results)
    items: list[Any] = document if verb in ("detect", "validate") else [document]
    errors: list[Any] = [error for item in items for error in item.get("errors") or item.get("diagnostics") or ()]
    assert errors
    assert "".join(f"error: {error['message']}\n" for error in errors) == outcome.others
    assert all(error["severity"] == "error" and error["code"] for error in errors)
