"""``preview --against``: what a change does to resources, verdicts and encrypted settings."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import call
from tests.kit.definitions import problems
from tests.kit.places import REPOSITORY

pytestmark = [pytest.mark.without_golden, pytest.mark.skipif(shutil.which("git") is None, reason="git is not on PATH")]
STACK = "Pulumi.dev.yaml"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with the stack ``dev``, whose last commit is before the change."""
    for name in ("Pulumi.yaml", "__main__.py", STACK):
        shutil.copy(REPOSITORY / name, tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(REPOSITORY))
    monkeypatch.chdir(tmp_path)
    commit = "git -c user.name=t -c user.email=t@example.com -c commit.gpgsign=false commit -q -m x"
    subprocess.run(["bash", "-ec", f"git init -q && git add --all && {commit}"], check=True)  # noqa: S607
    return tmp_path


def change(project: Path, before: str, after: str) -> None:
    text = (project / STACK).read_text()
    assert before in text
    (project / STACK).write_text(text.replace(before, after))


def against(earlier: str, *more: str, code: int = 0) -> str:
    outcome = call("preview", "--stack", "dev", "--against", earlier, *more)
    assert outcome.code == code, outcome.others
    return outcome.results


def test_inputs_and_replacements_are_told(project: Path) -> None:
    change(project, "etcd-backup-role", "another-role")
    shown = against("HEAD")
    assert shown.startswith("Stack dev against HEAD: 2 replaced\n")
    assert '- replaced aws:iam/role:Role etcd-backup-upload\n  - name: "etcd-backup-role" -> "another-role"\n' in shown
    document = json.loads(against("HEAD", "-o", "json"))
    assert problems("preview", document) == []
    difference = document["difference"]
    assert [each["name"] for each in difference["changed"]] == ["etcd-backup-upload", "etcd-backup-upload-permissions"]
    assert against("HEAD", "-o", "markdown").startswith(
        "### :white_check_mark: Stack `dev` against `HEAD`: 2 replaced\n"
    )


def test_an_encrypted_setting_is_compared_by_the_digest_of_its_ciphertext(project: Path) -> None:
    change(project, "config:\n", "config:\n  other:token:\n    secure: AAABmarker\n")
    shown = against("HEAD")
    assert "Stack dev against HEAD: 1 encrypted setting changed\n- encrypted other:token: not set -> " in shown
    assert "marker" not in shown


def test_a_stack_that_fails_says_so_and_nothing_of_its_resources(project: Path) -> None:
    change(project, "storageType: S3", "storageType: S4")
    shown = against("HEAD", "-o", "markdown", code=2)
    assert shown.startswith("### :x: Stack `dev` against `HEAD`: cannot be deployed, so no resource was compared\n")
    assert "**verdict** of the stack: `none` -> `cannot be deployed`" in shown
    assert "removed" not in shown


def test_a_file_and_a_new_stack_are_compared(project: Path) -> None:
    whole = call("preview", "--stack", "dev", "-o", "json").results
    (project / "before.json").write_text(whole)
    assert against("before.json") == "Stack dev against before.json: no resource changes\n"
    shutil.copy(STACK, "Pulumi.new.yaml")
    outcome = call("preview", "--stack", "new", "--against", "HEAD")
    assert outcome.results.startswith("Stack new against HEAD, which does not have the stack: ")
    assert " added\n" in outcome.results


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("earlier", ["no-revision", "--help", "Pulumi.yaml"])
def test_what_is_no_preview_is_refused(earlier: str) -> None:
    outcome = call("preview", "--stack", "dev", f"--against={earlier}")
    assert outcome.code == 2
    assert f"--against {earlier}: " in outcome.others
