from pathlib import Path

import pytest

from tests.cli.running import Runner


@pytest.fixture
def verbs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(tmp_path, capsys)
