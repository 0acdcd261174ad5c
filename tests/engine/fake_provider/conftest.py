"""A world with one bucket, for the tests of the stand-in for AWS."""

import pytest

from tests.engine.fake_provider.acting import make
from tests.engine.fake_provider.world import World
from tests.kit import tokens


@pytest.fixture
def world() -> World:
    world = World()
    make(world, tokens.S3_BUCKET, bucket="snapshots")
    return world
