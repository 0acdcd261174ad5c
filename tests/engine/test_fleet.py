"""A member of a fleet on the real engine: its first night, the next one, and a kill in between."""

import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Final

import pytest

from openshift_credentials.fleet.rules.inventory import Engine, Topology
from openshift_credentials.fleet.rules.objects.ci import UP_SCRIPT
from openshift_credentials.fleet.rules.tree import files_of
from tests.engine.fake_provider.cloud import Action
from tests.engine.workspace import Outcome, Workspace
from tests.fleet.rows import aws_row, fleet_of
from tests.kit import tokens

STACK_FILE: Final = "clusters/mc-1/Pulumi.mc-1.yaml"
SECONDS_TO_WRITE_THE_STATE: Final = 5.0
"""A kill while the file of the state is written would leave half of it."""

FIRST, SECOND = "2026-11-21", "2026-11-22"


@pytest.fixture
def member(workspace: Workspace) -> Workspace:
    """The workspace with the rendered stack file of a member in the checkout of a fleet."""
    root = workspace.directory.parent
    fleet = fleet_of(root / "fleet.csv", [aws_row()])
    path = root / "fleet" / STACK_FILE
    path.parent.mkdir(parents=True)
    path.write_text(files_of(fleet, Topology.CLUSTER, Engine.CI)[STACK_FILE])
    return workspace


def job(workspace: Workspace, task: str, trigger: str) -> Outcome:
    """Run the script of the job of the workflow."""
    done = subprocess.run(
        ["/bin/sh", "-c", UP_SCRIPT],
        env=environment(workspace, task, trigger),
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def environment(workspace: Workspace, task: str, trigger: str) -> dict[str, str]:
    return workspace.environment | {
        "FLEET": "fleet",
        "GITHUB_WORKSPACE": str(workspace.directory.parent),
        "KUBECONFIG_CONTENT": "",
        "NAME": "mc-1",
        "PROGRAM": str(workspace.directory),
        "PROVIDER": "",
        "RUNNER_TEMP": str(workspace.directory.parent),
        "STACK": "mc-1",
        "TASK": task,
        "TRIGGER": trigger,
    }


def backups(workspace: Workspace) -> int:
    """How many were started; what the stand-in changes the real provider replaces."""
    calls = workspace.clouds.calls
    return sum(len(calls(verb, tokens.HCP_ETCD_BACKUP)) for verb in ("create", "update"))


def test_a_member_lives_through_its_nights_and_the_look_for_drift(member: Workspace) -> None:
    file = member.directory.parent / "fleet" / STACK_FILE
    member.succeed("stack", "init", "mc-1")
    member.succeed("up", "--yes", "--skip-preview", "--stack", "mc-1", "--config-file", str(file))
    assert backups(member) == 0, "no trigger yet"
    assert member.clouds.calls("create", tokens.S3_BUCKET)

    night = job(member, "up", FIRST)
    assert night.code == 0, night.text
    assert backups(member) == 2
    looked = job(member, "drift", FIRST)
    assert looked.code == 0, looked.text
    with_another_trigger = job(member, "drift", SECOND)
    assert with_another_trigger.code != 0
    assert "no changes were expected" in with_another_trigger.text
    assert backups(member) == 2
    assert not locks(member)


def test_a_killed_update_is_cancelled_and_the_next_trigger_backs_up(member: Workspace) -> None:
    assert job(member, "up", FIRST).code == 0
    for verb in ("create", "update"):
        member.clouds.fail(verb, tokens.HCP_ETCD_BACKUP, Action.HANG)
    process = subprocess.Popen(
        ["/bin/sh", "-c", UP_SCRIPT],
        env=environment(member, "up", SECOND),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
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

    locked = job(member, "up", SECOND)
    assert locked.code != 0
    assert "the stack is currently locked by 1 lock(s)" in locked.text
    assert "pulumi cancel" in locked.text
    member.succeed("cancel", "--yes", "--stack", "mc-1")
    outcome = job(member, "up", "2026-11-22-again")
    assert outcome.code == 0, outcome.text
    assert not locks(member)


def locks(workspace: Workspace) -> list[Path]:
    return list((workspace.directory.parent / "state" / ".pulumi" / "locks").rglob("*.json"))
