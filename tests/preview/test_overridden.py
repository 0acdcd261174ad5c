"""What a preview shows of overridden inputs, in each of its forms, and what ``explain`` says."""

import json
from pathlib import Path

import pytest
import yaml

from openshift_credentials.preview.formats import to_json
from tests.cli.command import call
from tests.kit.places import REPOSITORY
from tests.kit.previews import preview_of

pytestmark = pytest.mark.without_golden  # whole previews stand elsewhere

PREFIX = "etcdBackup.overrides.etcd-backup-snapshots"
SETTINGS = (f"{PREFIX}.allowedCopyScope=AAD", f"{PREFIX}.tags.team=storage")
NOTE = f'{PREFIX}: overrides allowedCopyScope = "AAD", tags.team = "storage"'
MARKER = "v1:planted0marker:AAAA"


def test_json_has_the_paths_of_each_step() -> None:
    document = json.loads(to_json(preview_of("aro", *SETTINGS)))

    steps = {each["newState"]["type"]: each.get("overridden") for each in document["steps"]}
    assert {type_: paths for type_, paths in steps.items() if paths} == {
        "azure-native:storage:StorageAccount": ["allowedCopyScope", "tags.team"]
    }
    shown = json.loads(document["config"]["openshift-credentials:etcdBackup"])["overrides"]
    assert shown == {"etcd-backup-snapshots": {"allowedCopyScope": "AAD", "tags": {"team": "storage"}}}
    assert any(NOTE in each["message"] for each in document["diagnostics"])


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    """Stack ``aro`` with encrypted overrides, one of them below an input that does not exist."""
    content = yaml.safe_load((REPOSITORY / "Pulumi.aro.yaml").read_text())
    content["config"]["openshift-credentials:etcdBackup"]["overrides"] = {
        "etcd-backup-snapshots": {"tags": {"owner": {"secure": MARKER}, "team": "storage"}}
    }
    content["encryptionsalt"] = "v1:none"
    file = tmp_path / "Pulumi.aro.yaml"
    file.write_text(yaml.safe_dump(content))
    return file


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_an_encrypted_override_is_shown_as_a_secret(sealed: Path, form: str) -> None:
    outcome = call("preview", "--stack", "aro", "--config-file", str(sealed), "-o", form)

    assert outcome.code == 0, outcome.others
    assert "tags.owner = [secret]" in outcome.results.replace("\\", "")
    assert MARKER not in outcome.results + outcome.others


def test_explain_shows_an_encrypted_override_as_a_secret(sealed: Path) -> None:
    outcome = call("explain", "--stack", "aro", "--config-file", str(sealed))

    assert 'overrides tags.owner = [secret], tags.team = "storage"' in outcome.results


def test_a_problem_has_the_line_of_its_setting(sealed: Path) -> None:
    sealed.write_text(sealed.read_text().replace("tags:", "labels:"))
    outcome = call("preview", "--stack", "aro", "--config-file", str(sealed), "-o", "json")

    assert outcome.code == 2
    (problem,) = json.loads(outcome.results)["diagnostics"]
    lines = sealed.read_text().splitlines()
    assert "labels:" in lines[problem["line"] - 1]
    assert problem["setting"] == f"{PREFIX}.labels"
    assert "is not an input of azure-native:storage:StorageAccount" in problem["message"]
    assert MARKER not in outcome.results + outcome.others
