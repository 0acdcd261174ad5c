import shutil
from pathlib import Path

import pytest

from tests.cli.running import Runner
from tests.cli.samples import PlayedIssuer
from tests.kit.places import REPOSITORY


@pytest.fixture
def verbs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(tmp_path, capsys)


@pytest.fixture
def in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    """A verb looks for the program where it is called."""
    monkeypatch.chdir(REPOSITORY)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the program whose files a test may change."""
    for name in ("__main__.py", "Pulumi.yaml", "Pulumi.dev.yaml", "Pulumi.aro.yaml"):
        shutil.copy(REPOSITORY / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> PlayedIssuer:
    return PlayedIssuer(monkeypatch)
