"""The wheel, as a user builds and installs it, and what a release rests on."""

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from openshift_credentials import __version__
from openshift_credentials.stack.system import PROJECT
from tests.kit.places import REPOSITORY
from tests.kit.tables import nonempty
from tests.kit.unchanged import answer_to

pytestmark = pytest.mark.release

UNREACHABLE = ("hatchling was not found", "error sending request", "Temporary failure")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [
            *(sys.executable, "-m", "uv", "build", "--quiet", "--wheel", "--no-create-gitignore"),
            *("--out-dir", str(directory), str(REPOSITORY)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    if built.returncode and any(reason in built.stderr for reason in UNREACHABLE):
        pytest.skip("uv reaches no package index, and building a wheel needs hatchling")
    assert built.returncode == 0, built.stderr
    [path] = directory.iterdir()
    return path


# The wheel, as a user builds and installs it.


def test_it_holds_the_two_packages_and_the_stack_files_of_examples(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}

    expected = {
        str(Path(name, path.relative_to(REPOSITORY / folder)))
        for folder, name in (
            ("openshift_credentials", "openshift_credentials"),
            ("components", "openshift_credentials_components"),
        )
        for path in (REPOSITORY / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    stacks = {
        f"openshift_credentials/examples/{file.parent.name}/{file.name}"
        for file in (REPOSITORY / "examples").glob("*/Pulumi.*.yaml")
    }
    assert names == expected | stacks


def test_it_has_the_version_of_the_package(wheel: Path) -> None:
    assert wheel.name == f"openshift_credentials-{__version__}-py3-none-any.whl"


def test_it_gives_the_command_which_works_from_any_directory(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "venv"
    venv.create(environment, system_site_packages=False, with_pip=False)
    # The requirements are those of this environment; they are large, and not the wheel's to test.
    [site] = environment.glob("lib/python*/site-packages")
    requirements = next(path for path in sys.path if path.endswith("site-packages"))
    (site / "requirements.pth").write_text(requirements)
    subprocess.run(
        [
            *(sys.executable, "-m", "uv", "pip", "install", "--quiet", "--no-deps", "--no-index"),
            *("--python", str(environment / "bin/python"), str(wheel)),
        ],
        check=True,
    )

    for command in (
        [str(environment / "bin/openshift-credentials"), "preview"],
        [str(environment / "bin/python"), "-m", "openshift_credentials", "explain"],
    ):
        done = subprocess.run(
            [*command, "--stack", "dev", "-C", str(REPOSITORY)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        assert "etcd-backup" in done.stdout
    names = {"cluster.name": "mc-9", "cluster.oidcIssuer": "https://oidc.example.com/abc",
             "etcdBackup.storage.s3.region": "eu-west-1",
             "etcdBackup.storage.s3.accountId": "000000000012",
             "etcdBackup.backups[0].hostedCluster": "clusters/one"}  # fmt: skip
    done = subprocess.run(
        [
            *(str(environment / "bin/openshift-credentials"), "init", "--stack", "new"),
            *("--from", "rosa-sts", *(f"--set={path}={value}" for path, value in names.items())),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "Pulumi.new.yaml\n"), done.stderr


# The typed components of the wheel: examples run on plain mocks, and type checkers know them.

EXAMPLES: Final = [
    *sorted((REPOSITORY / "examples" / "python").glob("*/__main__.py")),
    *sorted((REPOSITORY / "examples" / "compose").glob("*.py")),
]
ON_MOCKS: Final = """
import gc, runpy, sys
import pulumi

gc.disable()  # Pulumi's mocks leave event loops open, which can print a traceback as garbage

class MyMocks(pulumi.runtime.Mocks):
    def new_resource(self, args):
        sys.stdout.write(args.typ + "\\n")  # in one piece: threads write at the same time
        return args.name + "_id", args.inputs

    def call(self, args):
        return {}

pulumi.runtime.set_mocks(MyMocks())

@pulumi.runtime.test
def program():
    runpy.run_path(sys.argv[1])

program()
gc.freeze()
"""
WRONG: Final = """
from openshift_credentials_components.etcd_backup import (
    AwsSts, Cluster, EtcdBackup, EtcdBackupArgs, S3Storage,
)

storage = S3Storage(bucket="b", region="us-east-1")
cluster = Cluster(name="mc", oidc_issuer="https://oidc.example.com", naem="x")
args = EtcdBackupArgs(cluster=cluster, storage=storage, credentials=AwsSts(role_name=5))
backup = EtcdBackup("rosa", {"storage": {}})
"""


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(directory)
    return directory


def test_the_components_are_typed(site: Path) -> None:
    assert (site / "openshift_credentials_components" / "py.typed").exists()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_example_runs_on_plain_mocks_without_the_repository(example: Path, site: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ON_MOCKS, str(example)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    types = done.stdout.splitlines()
    assert types.count("openshift-credentials:etcd-backup:EtcdBackup") == 1
    assert types.count("kubernetes:hypershift.openshift.io/v1beta1:HCPEtcdBackup") == 1
    assert types.count("kubernetes:core/v1:Secret") == 1


def test_type_checkers_accept_the_examples_and_find_what_is_wrong(site: Path, tmp_path: Path) -> None:
    for example in EXAMPLES:
        (tmp_path / f"of_{example.parent.name}_{example.stem}.py").write_text(example.read_text())
    (tmp_path / "wrong.py").write_text(WRONG)
    (tmp_path / "pyrightconfig.json").write_text(
        json.dumps({"typeCheckingMode": "standard", "extraPaths": [str(site)]})
    )

    def check() -> str:
        done = subprocess.run(
            [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        found = json.loads(done.stdout)["generalDiagnostics"]
        return json.dumps([(Path(error["file"]).name, error["range"]["start"]["line"]) for error in found])

    read = (*tmp_path.glob("*.py"), *site.rglob("*.py"))
    answer = answer_to("type-errors-of-python-examples.json", read, site, check)
    found: list[tuple[str, int]] = json.loads(answer)
    errors = {(file, line) for file, line in found}
    lines = WRONG.splitlines()
    assert errors == {("wrong.py", line) for line in range(lines.index("") + 5, len(lines)) if lines[line]}


def test_a_checkout_and_the_wheel_have_the_same_public_names(site: Path) -> None:
    public = subprocess.run(
        [*(sys.executable, "-c"), "import openshift_credentials_components.etcd_backup as api; print(*api.__all__)"],
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    checkout = importlib.import_module("components.etcd_backup")

    assert public == checkout.__all__


# What a maintainer and a contributor rely on beside the code.

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
