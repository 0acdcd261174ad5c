"""Calls of the stand-in clouds, for tests that need no engine."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn, cast
from unittest import mock

import grpc
import pytest
from pulumi.runtime.proto import provider_pb2

from tests.engine.fake_provider.platforms import answered, identifier_of, serving
from tests.engine.fake_provider.service import FakeProvider, plain, struct
from tests.engine.fake_provider.world import Properties, RefusedError, World, refuse
from tests.kit.cloud_rows import RULES


def make(world: World, type_: str, **inputs: object) -> str:
    """Create a resource; return its ID."""
    identifier, computed = answered(type_, "test", inputs)
    identifier = identifier_of(type_, identifier, inputs, computed)
    serving(type_).create(world, type_, identifier, inputs, computed)
    return identifier


def change(world: World, type_: str, identifier: str, **inputs: object) -> None:
    """Update a resource of which the state knows what is there."""
    serving(type_).update(world, type_, identifier, inputs, world.find(type_, identifier) or {})


def drop(world: World, type_: str, identifier: str) -> None:
    """Delete a resource of which the state knows what is there."""
    serving(type_).delete(world, type_, identifier, world.find(type_, identifier) or {})


def read(world: World, type_: str, identifier: str) -> Properties | None:
    """What the cloud says of a resource that can be set."""
    found = serving(type_).read(world, type_, identifier)
    return found[0] if found else None


@contextmanager
def refused(rule: str) -> Generator[None]:
    """What happens within is refused by this rule of the tables; tests may leave out parts."""
    with pytest.raises(RefusedError) as error:
        yield
    beginning = RULES[rule].refusal.partition("{")[0]
    assert str(error.value).startswith(beginning), error.value
    assert beginning or str(refuse(rule))


class AbortedError(Exception):
    """A call that the provider has refused."""


class Call:
    """What the engine does with one resource; the state is as the last answer left it."""

    def __init__(self, type_: str, name: str, provider: FakeProvider) -> None:
        self.type, self.name, self.id, self._provider = type_, name, "", provider
        self.inputs: Mapping[str, Any] = {}
        self.state: Mapping[str, Any] = {}
        context = mock.Mock()
        context.abort.side_effect = self._abort
        self._context = cast("grpc.ServicerContext", context)

    @staticmethod
    def _abort(_: grpc.StatusCode, text: str) -> NoReturn:
        raise AbortedError(text)

    def check(self, **inputs: object) -> provider_pb2.CheckResponse:
        request = provider_pb2.CheckRequest(type=self.type, name=self.name, news=struct(inputs))
        return self._provider.Check(request, self._context)

    def create(self, **inputs: object) -> "Call":
        self.inputs = plain(self.check(**inputs).inputs)
        properties = struct(self.inputs)
        request = provider_pb2.CreateRequest(type=self.type, name=self.name, properties=properties)
        answer = self._provider.Create(request, self._context)
        self.id, self.state = answer.id, plain(answer.properties)
        return self

    def diff(self, **inputs: object) -> provider_pb2.DiffResponse:
        request = provider_pb2.DiffRequest(
            id=self.id,
            type=self.type,
            name=self.name,
            olds=struct(self.state),
            old_inputs=struct(self.inputs),
            news=self.check(**inputs).inputs,
        )
        return self._provider.Diff(request, self._context)

    def update(self, **inputs: object) -> None:
        news = self.check(**inputs).inputs
        request = provider_pb2.UpdateRequest(
            id=self.id,
            type=self.type,
            name=self.name,
            olds=struct(self.state),
            old_inputs=struct(self.inputs),
            news=news,
        )
        answer = self._provider.Update(request, self._context)
        self.inputs, self.state = plain(news), plain(answer.properties)

    def refresh(self) -> bool:
        """Whether it is still there."""
        request = provider_pb2.ReadRequest(
            id=self.id,
            type=self.type,
            name=self.name,
            properties=struct(self.state),
            inputs=struct(self.inputs),
        )
        answer = self._provider.Read(request, self._context)
        self.inputs, self.state = plain(answer.inputs), plain(answer.properties)
        return bool(answer.id)

    def read(self, identifier: str) -> "Call":
        """Read for the first time, as an import does."""
        self.id = identifier
        assert self.refresh()
        return self

    def delete(self) -> None:
        request = provider_pb2.DeleteRequest(
            id=self.id, type=self.type, name=self.name, properties=struct(self.state)
        )
        self._provider.Delete(request, self._context)
