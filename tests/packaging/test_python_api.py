"""The typed components of the wheel: examples run on plain mocks, and type checkers know them."""

import importlib
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

import pytest

from tests.kit.places import REPOSITORY
from tests.kit.unchanged import answer_to

pytestmark = pytest.mark.release

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
