"""What the tests of backups need."""

import pytest


@pytest.fixture
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("components.etcd_backup.backups.FIRST_PAUSE_SECONDS", 0.001)
    monkeypatch.setattr("components.etcd_backup.backups.LONGEST_PAUSE_SECONDS", 0.01)
