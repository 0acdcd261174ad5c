"""A live cluster for verb ``cco``."""

from collections.abc import Callable
from typing import Any

import pytest

from openshift_credentials.cli.verbs.cco import reading
from tests.cli.cco.objects import FakeCluster


@pytest.fixture
def live(monkeypatch: pytest.MonkeyPatch) -> Callable[..., FakeCluster]:
    def install(*objects: dict[str, Any], remake: Callable[[dict[str, Any]], Any]) -> FakeCluster:
        cluster = FakeCluster(list(objects), remake)

        def connect(_: object) -> FakeCluster:
            return cluster

        monkeypatch.setattr(reading, "connect", connect)
        return cluster

    return install
