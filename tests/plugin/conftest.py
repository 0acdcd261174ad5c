"""What all tests of the plugin need."""

import pytest

from tests.kit.places import REPOSITORY


@pytest.fixture
def in_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
