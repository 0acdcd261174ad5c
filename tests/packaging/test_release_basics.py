"""What a maintainer and a contributor rely on beside the code."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials import __version__
from openshift_credentials.stack.system import PROJECT
from tests.kit.nonempty import nonempty

pytestmark = pytest.mark.release

REPOSITORY = Path(__file__).parents[2]
needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="make is not on PATH")

PIP = """\
#!/bin/sh
for number in 1 2 3; do echo "Collecting requirement $number"; done
echo "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES" >&2
exit {code}
"""


def test_the_workflow_runs_commands_of_the_readme() -> None:
    jobs: Any = yaml.safe_load((REPOSITORY / ".github/workflows/ci.yaml").read_text())["jobs"]
    commands = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    readme = (REPOSITORY / "README.md").read_text()

    assert {"make preview", "make test-all"} <= set(commands)
    assert all(command in readme for command in commands)


def test_the_extra_of_google_cloud_adds_to_the_lock_and_changes_nothing_of_it() -> None:
    locks = [
        set(re.findall(r"^\S+==\S+", (REPOSITORY / name).read_text(), re.MULTILINE))
        for name in ("requirements.txt", "requirements-gcp.txt")
    ]

    assert [name.partition("==")[0] for name in nonempty(locks[1] - locks[0])] == ["pulumi-gcp"]
    assert locks[0] < locks[1]


def test_the_changelog_has_a_section_for_what_comes_and_no_release_beyond_the_version() -> None:
    text = (REPOSITORY / "CHANGELOG.md").read_text()
    sections = re.findall(r"^## \[([^\]]+)\](.*)$", text, re.MULTILINE)
    groups = set(re.findall(r"^### (.*)$", text, re.MULTILINE))

    assert sections[0] == ("Unreleased", "")
    assert groups <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    unreleased = text.partition("## [Unreleased]")[2].partition("\n### ")[0]
    if all(version != __version__ for version, _ in sections):
        assert f"The next release is {__version__};" in unreleased
    for version, date in sections[1:2]:
        assert version == __version__
        assert re.fullmatch(r" - \d{4}-\d\d-\d\d", date), (version, date)


@needs_make
@pytest.mark.parametrize("code", [0, 1])
def test_an_installation_is_one_line_and_a_failure_has_the_text_of_pip(tmp_path: Path, code: int) -> None:
    for name in ("Makefile", *(path.name for path in REPOSITORY.glob("requirements*.txt"))):
        shutil.copy(REPOSITORY / name, tmp_path / name)
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(PIP.format(code=code))
    python.chmod(0o755)

    process = subprocess.run(
        ["make", ".venv/.development"],  # noqa: S607 - that of the user
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    lines = process.stdout.splitlines()
    assert all(line.startswith("==> ") for line in nonempty(lines) if "make" not in line)
    assert bool(process.returncode) == bool(code)
    assert ("THESE PACKAGES DO NOT MATCH" in process.stderr) == bool(code)
    assert "Collecting requirement 3" not in process.stdout
    assert (tmp_path / ".venv/.runtime").exists() != bool(code)


@needs_make
def test_the_virtual_environment_has_the_command_and_its_help_names_it_without_a_directory(tmp_path: Path) -> None:
    for name in ("Makefile", "requirements.txt", "requirements-uv.txt", "openshift_credentials"):
        (tmp_path / name).symlink_to(REPOSITORY / name)
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(PIP.format(code=0))
    python.chmod(0o755)
    subprocess.run(["make", ".venv/.runtime"], cwd=tmp_path, check=True, capture_output=True)  # noqa: S607
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')

    def shown(command: str, directory: Path) -> str:
        called = [*command.split(), "preview", "--help"]
        return subprocess.run(called, cwd=directory, check=True, capture_output=True, text=True).stdout

    for called, place in ((".venv/bin", tmp_path), (f"{tmp_path}/.venv/bin", tmp_path.parent)):
        spelled = shown(f"{called}/openshift-credentials", place)
        assert spelled.startswith("usage: openshift-credentials preview ")
        assert "\n  openshift-credentials preview --stack dev\n" in spelled
    as_module = shown(f"{sys.executable} -m openshift_credentials", REPOSITORY)
    assert " -m openshift_credentials preview --stack dev\n" in as_module
    assert "openshift-credentials" not in as_module


def test_the_project_declares_no_setting_so_that_a_stack_can_leave_systems_out() -> None:
    project: Any = yaml.safe_load((REPOSITORY / "Pulumi.yaml").read_text())

    assert project["name"] == PROJECT
    assert "config" not in project


@needs_make
@pytest.mark.parametrize("installed", [True, False])
def test_types_of_components_on_google_cloud_are_checked_where_its_sdk_is(tmp_path: Path, installed: bool) -> None:
    for name in ("Makefile", *(path.name for path in REPOSITORY.glob("requirements*.txt"))):
        shutil.copy(REPOSITORY / name, tmp_path / name)
    sdk = tmp_path / ".venv/lib/python3.11/site-packages/pulumi_gcp"
    if installed:
        sdk.mkdir(parents=True)
        (sdk / "py.typed").touch()

    printed = subprocess.run(
        ["make", "-n", "check"],  # noqa: S607 - that of the user
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    ).stdout

    (command,) = (line for line in printed.splitlines() if "tests.kit.type_check" in line)
    assert ("-not -path '*components/*gcp*'" in command) == (not installed)
