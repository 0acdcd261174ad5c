"""The stand-in cluster refuses what an API server refuses."""

import pytest

from tests.engine.fake_provider import cluster
from tests.engine.fake_provider.world import RefusedError, World
from tests.kit import tokens


def test_a_secret_of_another_resource_is_adopted_only_if_it_is_equal() -> None:
    world = World()
    place = "hypershift/cloud-credentials"
    cluster.create(world, tokens.SECRET, place, {"data": {"credentials": "YQ=="}}, {})
    cluster.create(world, tokens.SECRET, place, {"data": {"credentials": "YQ=="}}, {})
    with pytest.raises(RefusedError, match="conflict with"):
        cluster.create(world, tokens.SECRET, place, {"data": {"credentials": "Yg=="}}, {})
