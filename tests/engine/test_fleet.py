"""A member of a fleet on the real engine: its first night, the next one, and a kill in between."""

import os
import signal
import time
from pathlib import Path
from typing import Final

import pytest
import yaml

from openshift_credentials.fleet.rendering import TRIGGER_PATH, files_of
from tests.engine.fake_provider.cloud import Action
from tests.engine.workspace import Outcome, Workspace
from tests.fleet.samples import aws_row, fleet_of
from tests.kit import tokens

SECONDS_TO_WRITE_THE_STATE: Final = 5.0
"""A kill while the file of the state is written would leave half of it."""

UP: Final = ("up", "--yes", "--skip-preview", "--continue-on-error", "--stack", "mc-1")
FIRST, SECOND = "2026-11-21", "2026-11-22"


@pytest.fixture
def member(workspace: Workspace) -> Workspace:
    """The workspace with the stack file that the operator writes from a rendered Stack."""
    root = workspace.directory.parent
    files = files_of(fleet_of(root / "fleet.yaml", [aws_row()]))
    config = yaml.safe_load(files["clusters/mc-1/stack.yaml"])["spec"]["config"]
    (workspace.directory / "Pulumi.mc-1.yaml").write_text(yaml.safe_dump({"config": config}))
    workspace.succeed("stack", "init", "mc-1")
    return workspace


def set_trigger(member: Workspace, trigger: str) -> None:
    path = ("--stack", "mc-1", "--path", ".".join(TRIGGER_PATH))
    member.succeed("config", "set", *path, trigger)


def night(member: Workspace, trigger: str) -> Outcome:
    set_trigger(member, trigger)
    return member.pulumi(*UP)


def backups(member: Workspace) -> int:
    """How many were started; what the stand-in changes the real provider replaces."""
    calls = member.clouds.calls
    return sum(len(calls(verb, tokens.HCP_ETCD_BACKUP)) for verb in ("create", "update"))


def test_a_trigger_backs_up_once_and_a_preview_never(member: Workspace) -> None:
    member.succeed(*UP)
    assert backups(member) == 0, "no trigger yet"
    assert member.clouds.calls("create", tokens.S3_BUCKET)

    for _ in range(2):
        outcome = night(member, FIRST)
        assert outcome.code == 0, outcome.text
        assert backups(member) == 2
    set_trigger(member, SECOND)
    member.succeed("preview", "--stack", "mc-1")
    assert backups(member) == 2
    assert not locks(member)


def test_a_killed_update_is_cancelled_and_the_next_trigger_backs_up(member: Workspace) -> None:
    assert night(member, FIRST).code == 0
    for verb in ("create", "update"):
        member.clouds.fail(verb, tokens.HCP_ETCD_BACKUP, Action.HANG)
    set_trigger(member, SECOND)
    process = member.start(*UP)
    try:
        deadline = time.monotonic() + 120
        while backups(member) < 3:
            assert time.monotonic() < deadline, "the update never waited"
            time.sleep(0.2)
        time.sleep(SECONDS_TO_WRITE_THE_STATE)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    (member.clouds.directory / "faults").unlink()

    locked = night(member, SECOND)
    assert locked.code != 0
    assert "the stack is currently locked by 1 lock(s)" in locked.text
    assert "pulumi cancel" in locked.text
    member.succeed("cancel", "--yes", "--stack", "mc-1")
    outcome = night(member, "2026-11-22-again")
    assert outcome.code == 0, outcome.text
    assert not locks(member)


def locks(member: Workspace) -> list[Path]:
    return list((member.directory.parent / "state" / ".pulumi" / "locks").rglob("*.json"))
