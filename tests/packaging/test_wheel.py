"""The wheel, as a user builds and installs it."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from openshift_credentials import __version__
from tests.kit.places import REPOSITORY

pytestmark = pytest.mark.release


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
