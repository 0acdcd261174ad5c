"""A fault of the Pulumi program is one line for the engine, and no answer of a preview."""

import asyncio
from collections.abc import Callable

import pulumi
import pytest

from components.base import program
from components.base.errors import guard_hook
from openshift_credentials.base.errors import ContractError, unusable_input
from openshift_credentials.preview.stack_files import FaultError
from tests.cli.command import call
from tests.kit.harness import record_stack

SECRET = "AKIAIOSFODNN7EXAMPLE"


def broken(*_: object) -> None:
    raise KeyError(SECRET)


def test_the_engine_is_reported_in_one_line_with_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
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


async def broken_hook(_: object) -> None:
    broken()


async def refusing(error: Exception) -> None:
    raise error


async def answering(value: int) -> int:
    return value + 1


def test_a_fault_of_a_hook_is_reported_with_its_place_and_without_its_text() -> None:
    with pytest.raises(FaultError, match=r"KeyError in components\.base\.errors") as told:
        asyncio.run(guard_hook(broken_hook)(None))
    assert SECRET not in str(told.value)


@pytest.mark.parametrize("error", [pulumi.RunError, ContractError, unusable_input])
def test_what_a_hook_refuses_keeps_its_words(error: Callable[[str], Exception]) -> None:
    with pytest.raises(pulumi.RunError, match=r"^set another name$") as told:
        asyncio.run(guard_hook(refusing)(error("set another name")))
    assert not isinstance(told.value, FaultError)


def test_the_answer_of_a_hook_is_passed_on() -> None:
    assert asyncio.run(guard_hook(answering)(1)) == 2
