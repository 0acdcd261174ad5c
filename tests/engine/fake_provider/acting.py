"""Calls of the stand-in clouds, for tests that need no engine."""

from collections.abc import Generator
from contextlib import contextmanager

import pytest

from tests.engine.fake_provider.platforms import Platform, answered, identifier_of, platform_of
from tests.engine.fake_provider.world import Properties, RefusedError, World, refuse
from tests.kit.cloud_rows import RULES


def make(world: World, type_: str, **inputs: object) -> str:
    """Create a resource; return its ID."""
    identifier, computed = answered(type_, "test", inputs)
    identifier = identifier_of(type_, identifier, inputs, computed)
    platform(type_).create(world, type_, identifier, inputs, computed)
    return identifier


def change(world: World, type_: str, identifier: str, **inputs: object) -> None:
    """Update a resource of which the state knows what is there."""
    platform(type_).update(world, type_, identifier, inputs, world.find(type_, identifier) or {})


def drop(world: World, type_: str, identifier: str) -> None:
    """Delete a resource of which the state knows what is there."""
    platform(type_).delete(world, type_, identifier, world.find(type_, identifier) or {})


def read(world: World, type_: str, identifier: str) -> Properties | None:
    """What the cloud says of a resource that can be set."""
    found = platform(type_).read(world, type_, identifier)
    return found[0] if found else None


def platform(type_: str) -> Platform:
    found = platform_of(type_)
    assert found
    return found


@contextmanager
def refused(rule: str) -> Generator[None]:
    """What happens within is refused by this rule of the tables; tests may leave out parts."""
    with pytest.raises(RefusedError) as error:
        yield
    beginning = RULES[rule].refusal.partition("{")[0]
    assert str(error.value).startswith(beginning), error.value
    assert beginning or str(refuse(rule))
