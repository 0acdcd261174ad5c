"""Empty input is no answer: every verb that reads a file or standard input ends with code 2."""

import io
import shutil
from pathlib import Path

import pytest

from tests.cli.command import call
from tests.documentation.pages import BACKUP, SECRET
from tests.kit.places import REPOSITORY

READERS = (
    "detect FILE",
    "validate FILE",
    "diagnose --log FILE",
    "job --backup FILE --secret secret.yaml",
    "job --backup backup.yaml --secret FILE",
    "job --backup backup.yaml --secret secret.yaml --service-account FILE",
    "azure-identities hosted-cluster FILE",
    "image-pulls match --config FILE example.com/a",
    "image-pulls simulate --scenario FILE",
    "cco mode FILE",
    "cco secrets FILE",
    "fleet check --inventory FILE",
    "fleet status FILE",
    "issuer documents --cloud aws --name a --region us-east-1 --public-key-file FILE",
)


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "backup.yaml").write_text(BACKUP)
    (tmp_path / "secret.yaml").write_text(SECRET)


@pytest.mark.parametrize("content", ["", "\n", " \n\t"])
@pytest.mark.parametrize("command", READERS)
def test_an_empty_file_is_no_answer(tmp_path: Path, command: str, content: str) -> None:
    (tmp_path / "empty").write_text(content)

    outcome = call(*command.replace("FILE", "empty").split())

    assert outcome.code == 2, outcome
    assert "usage:" not in outcome.others
    assert outcome.others.startswith("error: ") or " is empty" in outcome.others


FOLDERS = (
    "cco requests DIR",
    "cco diff DIR full",
    "cco diff full DIR",
    "cco permissions --cloud aws --mode manual --requests DIR",
    (
        "issuer identities --cloud azure --name a --region westeurope --subscription-id "
        "11111111-2222-3333-4444-555555555555 --issuer-url https://o.example.com --requests DIR"
    ),
)


@pytest.mark.parametrize("command", FOLDERS)
def test_an_empty_folder_is_no_answer(tmp_path: Path, command: str) -> None:
    (tmp_path / "none").mkdir()
    shutil.copytree(REPOSITORY / "examples/sts-aws-public/credrequests", tmp_path / "full")

    outcome = call(*command.replace("DIR", "none").split())

    assert outcome.code == 2, outcome
    assert "usage:" not in outcome.others
    assert outcome.others.startswith("error: none: contains no ")


@pytest.mark.parametrize(
    "command",
    ["detect -", "validate -", "diagnose --log -", "cco secrets -", "azure-identities check -", "image-pulls check -"],
)
def test_empty_standard_input_is_no_answer(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))

    outcome = call(*command.split())

    assert outcome.code == 2, outcome
    assert "standard input" in outcome.others
