"""A fault of the Pulumi program is one line for the engine, and no answer of a preview."""

import pulumi
import pytest

from components.base import program
from openshift_credentials.preview.fault import FaultError
from tests.cli.command import call
from tests.kit.harness import record_stack

SECRET = "AKIAIOSFODNN7EXAMPLE"


def broken(*_: object) -> None:
    raise KeyError(SECRET)


def test_the_engine_is_told_in_one_line_with_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "load_settings", broken)
    told = record_stack("dev", ["etcdBackup.backups="], preview=True, stops=True).error
    assert isinstance(told, FaultError)
    assert isinstance(told, pulumi.RunError), "the engine prints a traceback of anything else"
    assert str(told).startswith("internal error: KeyError in components.base.program, line ")
    assert "report this line" in str(told)
    assert SECRET not in str(told)


def test_a_preview_ends_with_the_code_of_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "load_settings", broken)
    outcome = call("preview", "--stack", "dev")
    assert outcome.code == 70
    assert outcome.others.startswith("error: internal error: KeyError in components.base.program")
    assert SECRET not in outcome.results + outcome.others
