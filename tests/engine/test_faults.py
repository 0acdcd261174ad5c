"""Calls that fail in the middle, updates that meet, and what comes after."""

import os
import re
import signal
import time
from collections import Counter
from typing import Final

import pytest

from tests.engine.examples import make_stack
from tests.engine.fake_provider.cloud import Action
from tests.engine.workspace import Workspace
from tests.kit import tokens

REFUSED: Final = {
    "dev": [tokens.S3_BUCKET, tokens.S3_BUCKET_POLICY, tokens.IAM_ROLE, tokens.HCP_ETCD_BACKUP],
    "aro": [tokens.STORAGE_ACCOUNT, tokens.ROLE_ASSIGNMENT, tokens.SECRET],
}


@pytest.mark.parametrize(("stack", "type_"), [(stack, each) for stack, types in REFUSED.items() for each in types])
def test_a_call_that_fails_names_its_resource_and_the_next_update_goes_on(
    workspace: Workspace, stack: str, type_: str
) -> None:
    make_stack(workspace, stack)
    for action in (Action.REFUSE, Action.THROTTLE, Action.DIE):
        workspace.clouds.fail("create", type_, action)
        outcome = workspace.pulumi("up", "--yes", "--skip-preview", "--stack", stack)
        assert outcome.code != 0
        assert f"{shown(type_)} (etcd-backup" in outcome.text, action
        assert "KeyboardInterrupt" not in outcome.text

    workspace.up_as_told(stack)

    made = Counter(each["urn"] for each in workspace.stack(stack))
    assert set(made.values()) == {1}
    calls = Counter(workspace.clouds.calls("create", type_))
    assert max(calls.values()) <= 2, "only the call whose answer was lost is made again"


def shown(type_: str) -> str:
    """A type as the engine prints it."""
    return re.sub(r"/\w+:(?=[A-Z])", ":", type_) if type_.startswith("aws:") else type_


def test_two_updates_at_once_of_one_stack_lock_each_other_out(workspace: Workspace) -> None:
    make_stack(workspace, "dev")
    workspace.clouds.fail("create", tokens.S3_BUCKET, Action.HANG)
    first = workspace.start("up", "--yes", "--skip-preview", "--stack", "dev")
    try:
        locks = workspace.directory.parent / "state" / ".pulumi" / "locks"
        deadline = time.monotonic() + 60
        while not list(locks.rglob("*.json")) and time.monotonic() < deadline:
            time.sleep(0.2)
        second = workspace.pulumi("up", "--yes", "--skip-preview", "--stack", "dev")
    finally:
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
    assert second.code != 0
    assert "locked" in second.text
    assert "pulumi cancel" in second.text
