"""Inputs of a component as plain values, with their properties: secret, late, or dependent."""

from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import pulumi
from pulumi.output import Unknown

from openshift_credentials.base.json_values import is_array, is_object
from openshift_credentials.stack.problems import dotted_path
from openshift_credentials.stack.secret_texts import SEALED

T = TypeVar("T")


@dataclass(slots=True)
class Settled:
    """Plain values, and the paths, such as ``storage.s3.bucket``, of secret and of late ones.

    A late value is known only in the update; :data:`SEALED` is its placeholder. ``resources`` are
    those that any value came from.
    """

    values: dict[str, object] = field(default_factory=dict[str, object])
    secret: set[str] = field(default_factory=set[str])
    late: set[str] = field(default_factory=set[str])
    resources: set[pulumi.Resource] = field(default_factory=set[pulumi.Resource])

    @classmethod
    def of(cls, inputs: Mapping[str, pulumi.Input[object]]) -> "Settled":
        """Resolve outputs; a plugin receives only completed ones."""
        settled = cls()
        for name, value in sorted(inputs.items()):  # the wire format has no order
            plain = _now(settled._open(value, (name,)))
            if plain is not None:
                settled.values[name] = plain
        return settled

    async def _open(self, value: object, location: tuple[int | str, ...]) -> object:
        if isinstance(value, pulumi.Output):
            output = cast("pulumi.Output[object]", value)
            self.resources |= await output.resources()
            if await output.is_secret():
                self.secret.add(dotted_path(location))
            inside = await output.future(with_unknowns=True)
            is_late = inside is None and not await output.is_known()
            return await self._open(Unknown() if is_late else inside, location)
        if isinstance(value, Unknown):
            self.late.add(dotted_path(location))
            return SEALED
        if is_object(value):
            opened = {key: await self._open(item, (*location, key)) for key, item in sorted(value.items())}
            return {key: item for key, item in opened.items() if item is not None}
        if is_array(value):
            return [await self._open(item, (*location, i)) for i, item in enumerate(value)]
        if isinstance(value, float) and value.is_integer():
            return int(value)  # the wire format has only this type of number
        return value


def _now(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that does not wait."""
    try:
        coroutine.send(None)
    except StopIteration as ended:
        return cast("T", ended.value)
    coroutine.close()
    raise AssertionError("unreachable: the engine calls a component only with completed inputs")
