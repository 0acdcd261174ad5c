"""The policy pack under the real engine, on stacks that comply and on one that does not."""

import json
import shutil
from pathlib import Path

import pytest

from tests.engine.test_engine import of_stack
from tests.engine.workspace import Outcome, Workspace
from tests.kit.places import REPOSITORY


@pytest.fixture(autouse=True)
def pack(workspace: Workspace) -> Path:
    ignored = shutil.ignore_patterns("__pycache__")
    place = workspace.directory / "policies"
    shutil.copytree(REPOSITORY / "policies", place, ignore=ignored)
    return place


def previewed(workspace: Workspace, stack: str, *arguments: str) -> Outcome:
    return workspace.pulumi("preview", "--stack", stack, "--policy-pack", "policies", *arguments)


@pytest.mark.parametrize("stack", ["dev", "aro"])
def test_a_stack_of_the_components_complies(workspace: Workspace, stack: str) -> None:
    of_stack(workspace, stack)

    outcome = previewed(workspace, stack)

    assert outcome.code == 0, outcome.text
    assert "[mandatory]" not in outcome.text
    assert "policies" in outcome.text.lower()


def test_a_violation_stops_the_preview_unless_it_is_excepted(workspace: Workspace, tmp_path: Path) -> None:
    of_stack(workspace, "dev", ("etcdBackup.credentials.serviceAccounts[0]", "clusters/other"))
    wrong = ("--path", "etcdBackup.credentials.serviceAccounts[0]", "clusters/etcd-backup-job")
    workspace.succeed("config", "set", "--stack", "dev", *wrong)

    refused = previewed(workspace, "dev")
    assert refused.code != 0, refused.text
    assert "backup-subject-elsewhere" in refused.text
    assert "clusters:etcd-backup-job" in refused.text

    configuration = tmp_path / "policies.json"
    configuration.write_text(json.dumps({"backup-subject-elsewhere": "advisory"}))
    told = previewed(workspace, "dev", "--policy-pack-config", str(configuration))
    assert told.code == 0, told.text
    assert "backup-subject-elsewhere" in told.text
