"""docs/documents.md: the command of every row succeeds offline."""

import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import call
from tests.documentation.pages import SECRET
from tests.documentation.test_commands import reader
from tests.kit.nonempty import nonempty
from tests.kit.places import REPOSITORY
from tests.platforms.azure.managed_identity.bundles import file
from tests.systems.etcd_backup.rules.test_explanation import DOTENV

pytestmark = pytest.mark.without_golden

__all__ = ["reader"]

PAGE = (REPOSITORY / "docs/documents.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?!section|---)(.+) \| (.+) \| `openshift-credentials (.+)` \|$", re.MULTILINE)
ROWS = ROW.findall(PAGE)
TITLES = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
LOG = (
    "error: AADSTS700213: No matching federated identity record found for presented assertion "
    "subject 'system:serviceaccount:clusters-a:etcd-backup-job'\n"
)
INSTALL_CONFIG = """\
apiVersion: v1
metadata: {name: mycluster}
credentialsMode: Manual
platform: {aws: {region: us-east-1}}
"""
EXPECTED = {
    "diagnose --log upload.log": 1,
    "cco mode install-config.yaml": 1,
    "cco diff credrequests credrequests-azure": 1,
}
"""Commands whose answer is "no": a cause was found, the folders differ."""


def secret(namespace: str, key: str, text: str) -> str:
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    metadata = f"metadata: {{name: cloud-credentials, namespace: {namespace}}}"
    return f"apiVersion: v1\nkind: Secret\n{metadata}\nstringData:\n  {key}: |\n{lines}"


@pytest.fixture(scope="module")
def directory(reader: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a reader of the page has: the repository, and files of their own."""
    place = tmp_path_factory.mktemp("documents") / "reader"
    shutil.copytree(reader, place, symlinks=True)
    (place / "oadp-secret.yaml").write_text(secret("openshift-adp", "cloud", DOTENV))
    (place / "dotenv-secret.yaml").write_text(secret("hypershift", "cloud", DOTENV))
    keys = "aws_access_key_id: AKIAIOSFODNN7EXAMPLE\n  aws_secret_access_key: " + "a" * 40
    root = SECRET.partition("metadata")[0] + "metadata: {name: aws-creds, namespace: kube-system}\n"
    (place / "root-secret.yaml").write_text(f"{root}stringData:\n  {keys}\n")
    (place / "upload.log").write_text(LOG)
    recorded = REPOSITORY / "tests/data/identity/hosted_cluster_api.json"
    hosted_cluster = json.loads(recorded.read_text())["bases"]["managed"]
    (place / "hosted-cluster.yaml").write_text(json.dumps(hosted_cluster))
    (place / "install-config.yaml").write_text(INSTALL_CONFIG)
    for year in (2025, 2026):
        content = file(not_before=f"{year}-01-01T00:00:00Z")
        (place / f"cpo-{year}.json").write_bytes(content)
    return place


@pytest.mark.parametrize("command", dict.fromkeys(command for _, _, command in ROWS))
def test_the_command_of_a_row_succeeds(command: str, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(directory)

    outcome = call(*shlex.split(command))

    assert outcome.code == EXPECTED.get(command, 0), outcome.others
    assert outcome.results


def test_every_row_has_a_command_and_every_document_rows() -> None:
    tables = [line for line in PAGE.splitlines() if line.startswith("| ")]
    assert len(tables) == len(ROWS) + 2 * len(TITLES)
    assert len(TITLES) == 5
    for part in nonempty(PAGE.split("\n## ")[1:]):
        assert "`openshift-credentials " in part


def settings() -> Iterator[str]:
    """The settings that the second column names."""
    for _, cell, _ in ROWS:
        for path in re.findall(r"`([a-z]\w+(?:\.[\w<>]+)+)(?::[^`]*)?`", cell):
            if path.endswith((".md", ".yaml")):
                continue
            yield path


@pytest.mark.parametrize("path", sorted(set(settings())))
def test_a_setting_that_a_row_names_exists(path: str) -> None:
    page = (REPOSITORY / "docs/settings.md").read_text(encoding="utf-8")
    known = {re.sub(r"\[\]", "", each) for each in re.findall(r"^(?:- |### )`([^`]+)`", page, re.MULTILINE)}
    parts = path.replace(".<name>", ".cloudProvider")
    assert parts in known, f"{path} is no setting"
