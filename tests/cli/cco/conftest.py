"""A live cluster for verb ``cco``."""

import sys
import types
from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.cco.objects import ApiError, FakeCluster, options, same


@pytest.fixture
def live(monkeypatch: pytest.MonkeyPatch) -> Callable[..., FakeCluster]:
    def install(*objects: dict[str, Any], remake: Callable[[dict[str, Any]], Any]) -> FakeCluster:
        cluster = FakeCluster(list(objects), remake)

        def api_of(_: object) -> FakeCluster:
            return cluster

        client = types.SimpleNamespace(
            ApiException=ApiError,
            CoreV1Api=api_of,
            CustomObjectsApi=api_of,
            V1DeleteOptions=options,
            V1Preconditions=options,
        )
        api = types.SimpleNamespace(sanitize_for_serialization=same, configuration=types.SimpleNamespace())

        def connect(*_: object) -> object:
            return api

        config = types.SimpleNamespace(new_client_from_config=connect)
        module = types.ModuleType("kubernetes")
        module.__dict__.update(client=client, config=config)
        monkeypatch.setitem(sys.modules, "kubernetes", module)
        return cluster

    return install
