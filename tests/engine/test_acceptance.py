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


def report_in(directory: Path) -> dict[str, Any]:
    (file,) = directory.glob("report-*.json")
    return json.loads(file.read_text())


@pytest.mark.parametrize("cloud", list(Cloud))
def test_stacks_live_and_nothing_is_left(tmp_path: Path, cloud: Cloud) -> None:
    chosen = ("--stacks", "dev,kms,import", "--key", f"{VAULT}/keys/etcd")
    assert main(["--cloud", cloud, *STAND_IN, *chosen, "--directory", str(tmp_path)]) == 0
    report = report_in(tmp_path)
    assert {step["stack"] for step in report["steps"]} == {"account", "dev", "kms", "import"}
    assert report["left"] == []
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
    assert "stack dev is destroyed" in capfd.readouterr().out
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
