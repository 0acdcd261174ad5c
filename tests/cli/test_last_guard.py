"""Whatever happens: no traceback, no answer without a result, one document with ``-o json``."""

import json
import os
import signal
import subprocess
import sys
from typing import Any

import pytest

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


def test_an_interrupt_during_the_imports_is_no_traceback() -> None:
    process = subprocess.Popen(
        [sys.executable, "-X", "importtime", "-m", "openshift_credentials", "preview", "-s", "dev"],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr
    for line in process.stderr:
        if line.endswith(" argparse\n"):  # one of the first imports of the verbs
            break
    os.kill(process.pid, signal.SIGINT)
    _, others = process.communicate(timeout=60)

    assert "Traceback" not in others
    assert process.returncode == 130
