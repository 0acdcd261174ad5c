"""docs/documents.md: the command of every row succeeds offline in a fresh checkout."""

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import call
from tests.kit.nonempty import nonempty
from tests.kit.places import REPOSITORY

pytestmark = pytest.mark.without_golden

PAGE = (REPOSITORY / "docs/documents.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?!section|---)(.+) \| (.+) \| `openshift-credentials (.+)` \|$", re.MULTILINE)
ROWS = ROW.findall(PAGE)
TITLES = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
EXPECTED = {
    "diagnose --log examples/documents/upload.log": 1,
    "cco mode examples/documents/install-config.yaml": 1,
    "cco diff examples/sts-aws-public/credrequests examples/workload-id-azure/credrequests": 1,
}
"""Commands whose answer is "no": a cause was found, the folders differ."""


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh checkout: what the repository has, and no file of anybody's own."""
    place = tmp_path_factory.mktemp("clone")
    for name in ("__main__.py", "components", "openshift_credentials", "examples", "docs"):
        (place / name).symlink_to(REPOSITORY / name)
    for name in ("Pulumi.yaml", "Pulumi.dev.yaml", "Pulumi.aro.yaml"):
        shutil.copy(REPOSITORY / name, place)
    return place


@pytest.mark.parametrize("command", dict.fromkeys(command for _, _, command in ROWS))
def test_the_command_of_a_row_succeeds(command: str, clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(clone)

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
