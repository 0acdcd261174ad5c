"""Engine, program and providers killed at many points, and what brings the stack back."""

import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Final

import pytest

from tests.engine.examples import make_stack
from tests.engine.workspace import Workspace
from tests.kit import tokens
from tests.kit.killing import strike

KILLS: Final = int(os.environ.get("KILLS", "30"))
"""How many processes are killed; fewer for a quick look."""

VERBS: Final = ("up", "refresh", "destroy")
VICTIMS: Final = ("", "pulumi", "pulumi-language-python-exec", "tests.engine.fake_provider")
"""A word of the command line of what is killed; everything together, where it is empty."""

GOLDEN: Final = 0.618
"""Multiples of it, without what is before the point, are spread evenly over 0 to 1."""

AT: Final = ("--yes", "--skip-preview", "--stack", "dev")
ONCE: Final = (tokens.S3_BUCKET, tokens.IAM_ROLE)


@pytest.mark.timeout(7200)
def test_killed_at_any_point_a_stack_is_whole_again_after_cancel_and_up(workspace: Workspace) -> None:
    make_stack(workspace, "dev")
    seconds = {verb: duration(workspace, verb) for verb in VERBS}
    workspace.succeed("up", *AT)
    whole = sorted(urns(workspace))
    for number in range(KILLS):
        verb, victim = VERBS[number % 3], VICTIMS[number // 3 % 4]
        if verb == "up":
            duration(workspace, "destroy")
        unprotect(workspace)
        kill(workspace, verb, victim, seconds[verb] * (number * GOLDEN % 1))
        restore_checkpoint(workspace)
        workspace.pulumi("cancel", "--yes", "--stack", "dev")

        if verb == "destroy":
            workspace.succeed("refresh", "--clear-pending-creates", *AT)
        workspace.up_as_told("dev")

        told = f"{verb}, {victim or 'everything'} killed, number {number}"
        assert sorted(urns(workspace)) == whole, told
        for each in workspace.stack("dev"):
            if each["type"] in ONCE:
                assert workspace.clouds.world.find(each["type"], each["id"]), told
    workspace.succeed("up", "--expect-no-changes", *AT)


def urns(workspace: Workspace) -> list[str]:
    """What is in the state, but for what the engine adds when a stack has been updated before."""
    found = workspace.stack("dev")
    return [each["urn"] for each in found if not each["type"].startswith("pulumi:")]


def duration(workspace: Workspace, verb: str) -> float:
    """Run a verb to its end, and say how long it took."""
    if verb == "destroy":
        unprotect(workspace)
    start = time.monotonic()
    workspace.succeed(verb, *AT)
    return time.monotonic() - start


def test_a_checkpoint_that_a_killed_write_left_is_brought_back_from_the_one_before(workspace: Workspace) -> None:
    make_stack(workspace, "dev")
    workspace.succeed("up", *AT)
    whole = sorted(urns(workspace))
    checkpoint(workspace).write_bytes(checkpoint(workspace).read_bytes()[:5000])
    assert "failed to load checkpoint" in workspace.pulumi("up", *AT).text
    restore_checkpoint(workspace)
    workspace.up_as_told("dev")
    checkpoint(workspace).unlink()
    assert "no stack named 'dev' found" in workspace.pulumi("up", *AT).text
    restore_checkpoint(workspace)
    workspace.up_as_told("dev")
    assert sorted(urns(workspace)) == whole
    workspace.succeed("up", "--expect-no-changes", *AT)


def checkpoint(workspace: Workspace) -> Path:
    """The state of the stack in the file backend."""
    stacks = workspace.directory.parent / "state" / ".pulumi" / "stacks"
    return stacks / "openshift-credentials" / "dev.json"


def restore_checkpoint(workspace: Workspace) -> None:
    """Do what docs/operating.md says if the checkpoint cannot be read."""
    file = checkpoint(workspace)
    try:
        json.loads(file.read_text())
    except (FileNotFoundError, json.JSONDecodeError):
        shutil.copy(file.with_name("dev.json.bak"), file)


def unprotect(workspace: Workspace) -> None:
    workspace.clouds.empty_stores()
    workspace.succeed("state", "unprotect", "--all", "--yes", "--stack", "dev")


def kill(workspace: Workspace, verb: str, victim: str, seconds: float) -> None:
    """Run a verb, kill one part of it after so many seconds, and wait for the rest."""
    process = workspace.start(verb, *AT)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        strike(process.pid, victim)
    try:
        process.wait(120)
    finally:
        strike(process.pid)
        process.wait()
