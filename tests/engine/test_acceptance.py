"""``make acceptance`` on the stand-ins, and on a real AWS provider with moto where one is given."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.__main__ import main
from tests.acceptance.arguments import STACKS
from tests.acceptance.run import Cloud
from tests.engine.real_provider import PROVIDER, VARIABLE
from tests.engine.stacks import VAULT
from tests.kit.places import REPOSITORY
from tests.kit.waiting import wait_until

STAND_IN = ("--against", "stand-in", "--yes")


WHOLE_SECONDS = 5400
"""All stacks of a cloud: some 40 runs of the CLI, each of half a minute on a busy machine."""

OF_EACH = ("up", "no change", "refresh", "up --refresh", "protection off", "destroy")


def _passed(step: dict[str, Any]) -> bool:
    return bool(step["state"] == "passed")


def report_in(directory: Path) -> dict[str, Any]:
    (file,) = directory.glob("report-*.json")
    return json.loads(file.read_text())


@pytest.mark.timeout(WHOLE_SECONDS)
@pytest.mark.parametrize("cloud", list(Cloud))
def test_every_stack_lives_on_the_stand_ins_and_nothing_is_left(
    tmp_path: Path, cloud: Cloud
) -> None:
    key = ("--key", f"{VAULT}/keys/etcd")
    assert main(["--cloud", cloud, *STAND_IN, *key, "--directory", str(tmp_path)]) == 0
    report = report_in(tmp_path)
    passed = {(step["stack"], step["name"]) for step in report["steps"] if _passed(step)}
    for stack in STACKS:
        assert {name for name in OF_EACH if (stack, name) not in passed} == set(), stack
    not_run = [step for step in report["steps"] if not _passed(step)]
    assert {step["detail"] for step in not_run} == {"no cluster was given"}
    assert report["left"] == []
    assert "no provider and no account" in report["meaning"]
    assert {each["answered_by"] for each in report["providers"]} == {"stand-in of this repository"}
    assert [path for path in tmp_path.iterdir() if path.is_dir()] == [], "the state is gone"


def test_a_killed_run_is_cleaned_up(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    at = ("--cloud", "aws", *STAND_IN, "--directory", str(tmp_path))
    command = [sys.executable, "-m", "tests.acceptance", *at, "--stacks", "dev"]
    run = subprocess.Popen(command, cwd=REPOSITORY, start_new_session=True)

    def has_begun() -> bool:
        return any(tmp_path.glob("*/clouds/journal"))

    wait_until(has_begun, seconds=300)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()

    assert main([*at, "--clean"]) == 0
    told = capfd.readouterr().out
    # A kill can break the state, too: then what carries the tags of the run is removed.
    assert "stack dev is destroyed" in told or "removed aws:s3/bucket:Bucket" in told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not PROVIDER, reason=f"{VARIABLE} names no pulumi-resource-aws")
def test_every_stack_lives_on_the_provider(tmp_path: Path) -> None:
    local = ("--against", "moto", "--yes", "--provider", str(PROVIDER))
    assert main(["--cloud", "aws", *local, "--directory", str(tmp_path)]) == 0
    report = report_in(tmp_path)
    lived = {step["stack"] for step in report["steps"] if step["state"] == "passed"}
    assert {*STACKS} < lived
    (aws,) = [each for each in report["providers"] if each["name"] == "aws"]
    assert "AWS was moto" in aws["answered_by"]
    assert "real account" not in report["meaning"]
