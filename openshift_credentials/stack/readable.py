"""The part of a group of settings that can be read, however wrong the rest of it is."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

from pydantic import ValidationError

from openshift_credentials.base.json_values import is_object
from openshift_credentials.stack.base import Settings

S = TypeVar("S", bound=Settings)


def readable(
    model: type[S], given: object, assume: Mapping[str, object] = MappingProxyType({})
) -> S | None:
    """The group without its wrong settings, which the model reports; they count as absent.

    ``None`` if there is no group, or if a required setting of it is wrong or missing, unless
    ``assume`` has a value for it: one that no rule of the caller minds.
    """
    earlier = None
    while is_object(given) and given != earlier:
        earlier = given
        try:
            return model.model_validate({**assume, **given}, by_name=False)
        except ValidationError as error:
            rest: object = given
            for wrong in error.errors(include_url=False, include_input=False):
                location = wrong["loc"][:-1] if wrong["type"] == "missing" else wrong["loc"]
                rest = _without(rest, [*_names(location)])
            given = rest
    return None


def readable_items(
    model: type[S], given: Sequence[object], assume: Mapping[str, object] = MappingProxyType({})
) -> Iterator[tuple[int, S]]:
    """The readable entries of a list, with their positions in it."""
    for index, item in enumerate(given):
        if (entry := readable(model, item, assume)) is not None:
            yield index, entry


def _names(location: Sequence[int | str]) -> Iterator[str]:
    """The settings that lead to a wrong value: a list with a wrong entry is wrong as a whole.

    After the wrong key of a map, pydantic writes ``[key]``.
    """
    for part in location:
        if not isinstance(part, str) or part == "[key]":
            return
        yield part


def _without(group: object, names: Sequence[str]) -> Mapping[str, object] | None:
    """The group without the setting that the names lead to; nothing is left of an empty path."""
    if not names or not is_object(group):
        return None
    name, below = names[0], names[1:]
    rest = {key: value for key, value in group.items() if key != name}
    if below and (inner := _without(group.get(name), below)) is not None:
        rest[name] = inner
    return rest
