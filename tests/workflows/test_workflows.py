"""The workflows: pinned, with least permissions, without secrets where forks run them."""

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.cli.program import VERBS
from tests.kit.nonempty import nonempty
from tests.kit.places import REPOSITORY

GITHUB = REPOSITORY / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yaml"))
ACTIONS = sorted((GITHUB / "actions").glob("*/action.yaml"))
GITLAB = REPOSITORY / "examples" / "ci" / "gitlab-ci.yml"
USES = re.compile(r"uses: (\S+?)(?:@(\S+))?(?: # (\S+))?$", re.MULTILINE)


class _Loader(yaml.SafeLoader):
    """Knows GitLab's tag for what is written elsewhere in the file."""


def _referred(loader: yaml.SafeLoader, node: yaml.Node) -> object:
    assert isinstance(node, yaml.SequenceNode)
    return loader.construct_sequence(node)


_Loader.add_constructor("!reference", _referred)


def read(path: Path) -> dict[Any, Any]:
    return yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)  # noqa: S506 - a safe one


@pytest.mark.parametrize("path", [*WORKFLOWS, *ACTIONS], ids=lambda path: path.parent.name)
def test_actions_of_others_are_pinned_by_digest_and_say_their_version(path: Path) -> None:
    for action, reference, version in USES.findall(path.read_text(encoding="utf-8")):
        if action.startswith("./"):
            assert (REPOSITORY / action / "action.yaml").is_file(), (action, reference, version)
        else:
            assert re.fullmatch("[0-9a-f]{40}", reference), action
            assert re.fullmatch(r"v\d+\.\d+\.\d+", version), action


def test_an_action_has_one_digest_everywhere() -> None:
    pins: dict[str, set[str]] = {}
    for path in (*WORKFLOWS, *ACTIONS):
        for action, reference, _ in USES.findall(path.read_text(encoding="utf-8")):
            pins.setdefault(action, set()).add(reference)
    assert all(len(references) == 1 for references in nonempty(pins.values())), pins


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_writes_only_where_a_job_asks_for_it(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] in ({}, {"contents": "read"})
    for job in nonempty(workflow["jobs"].values()):
        assert job["timeout-minutes"] <= 120


def test_a_checkout_keeps_no_credentials() -> None:
    steps = [step for path in WORKFLOWS for job in read(path)["jobs"].values() for step in job["steps"]]
    checkouts = [each for each in steps if each.get("uses", "").startswith("actions/checkout@")]
    for each in nonempty(checkouts):
        assert each["with"]["persist-credentials"] is False, each


def test_what_forks_run_sees_no_secret_and_writes_nothing() -> None:
    for name in ("preview", "ci"):
        path = GITHUB / "workflows" / f"{name}.yaml"
        text = path.read_text(encoding="utf-8")
        assert "secrets." not in text
        assert "pull_request_target" not in text
        assert all("permissions" not in job for job in nonempty(read(path)["jobs"].values())), name


@pytest.mark.parametrize("path", [*WORKFLOWS, GITLAB], ids=lambda path: path.stem)
def test_the_verbs_that_are_called_exist(path: Path) -> None:
    called = re.findall(r"-m openshift_credentials (\S+)", path.read_text(encoding="utf-8"))
    assert set(called) <= set(VERBS)


@pytest.mark.parametrize("path", [*WORKFLOWS, *ACTIONS], ids=lambda path: path.parent.name)
def test_no_expression_stands_in_a_script(path: Path) -> None:
    document = read(path)
    jobs = document["jobs"].values() if "jobs" in document else [document["runs"]]
    scripts = [step["run"] for job in jobs for step in job["steps"] if "run" in step]
    assert all("${{" not in script for script in scripts)
    for script in scripts:
        checked = subprocess.run(["bash", "-n"], input=script, text=True, check=False)  # noqa: S607
        assert checked.returncode == 0


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_an_input_reaches_a_shell_in_quotes_alone_and_never_make(path: Path) -> None:
    """A variable that make puts into a recipe is not quoted there."""
    document = read(path)
    for job in document["jobs"].values():
        for step in job["steps"]:
            given = {**document.get("env", {}), **job.get("env", {}), **step.get("env", {})}
            inputs = [name for name, value in given.items() if "inputs." in str(value)]
            script = step.get("run", "").replace("${", "$").replace("}", "")
            for name in inputs:
                assert f"${name}" not in script.replace(f'"${name}"', ""), script
                assert not (f"${name}" in script and re.search(r"\bmake\b", script)), script


def test_gitlab_has_the_same_four_tasks() -> None:
    jobs = read(GITLAB)
    assert {"offline-preview", "pulumi-preview", "drift", "trigger"} <= set(jobs)
    assert "$" not in str(jobs["offline-preview"].get("variables", ""))
    assert "CLOUD_TOKEN" not in str(jobs["offline-preview"])


@pytest.mark.parametrize("existing", [None, "4711"])
def test_a_comment_is_made_once_and_then_updated(tmp_path: Path, existing: str | None) -> None:
    log = tmp_path / "calls"
    gh = tmp_path / "gh"
    gh.write_text(f'#!/bin/sh\necho "$@" >> {log}\ncase "$*" in *--paginate*) printf "%s" "$EXISTING";; esac\n')
    gh.chmod(gh.stat().st_mode | stat.S_IXUSR)
    text = tmp_path / "text.md"
    text.write_text("x" * 100_000)
    (step,) = read(GITHUB / "actions" / "comment" / "action.yaml")["runs"]["steps"]
    environment = {
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "EXISTING": existing or "",
        "GITHUB_REPOSITORY": "owner/name",
        "NUMBER": "7",
        "FILE": str(text),
        "MARKER": "<!-- offline-preview -->",
    }
    subprocess.run(["bash", "-eo", "pipefail", "-c", step["run"]], env=environment, check=True)  # noqa: S607
    last = log.read_text().splitlines()[-1]
    if existing:
        assert last.startswith("api --method PATCH repos/owner/name/issues/comments/4711 ")
    else:
        assert last.startswith("api --method POST repos/owner/name/issues/7/comments ")


def test_the_linter_finds_nothing() -> None:
    zizmor = shutil.which("zizmor", path=f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}")
    if zizmor is None:
        pytest.skip("zizmor is not installed here; requirements-dev.txt has it")
    found = subprocess.run(
        [zizmor, "--offline", "--no-progress", str(GITHUB)], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stdout
