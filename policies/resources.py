"""Resources for the rules: plain values, with a marker for values that are not known yet."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from typing import Final, cast

from openshift_credentials.base.json_values import is_array, is_object


class Unknown(Enum):
    """A value that is known only in the update; a preview does not check it."""

    UNKNOWN = "unknown"


UNKNOWN: Final = Unknown.UNKNOWN

_VERSION: Final = re.compile(r"/v\d+[a-z0-9]*(?=:)")


@dataclass(frozen=True, slots=True, kw_only=True)
class StackResource:
    """One resource of a stack; ``props`` are never shown, because they can be secret."""

    type: str
    name: str
    urn: str = ""
    props: Mapping[str, object] = field(default_factory=dict[str, object], repr=False)

    @property
    def kind(self) -> str:
        """The type without the API version of Azure: ``azure-native:storage:StorageAccount``."""
        return _VERSION.sub("", self.type) if self.type.startswith("azure-native:") else self.type

    def is_within(self, component: str) -> bool:
        """Whether a component of this type is among its parents."""
        types = self.urn.split("::")[2:3]
        return bool(types) and component in types[0].split("$")

    def at(self, *path: str | int) -> object:
        """The value at a path; ``None`` if there is none, UNKNOWN if it is not known."""
        return value_at(self.props, *path)


Resources = Sequence[StackResource]


def value_at(value: object, *path: str | int) -> object:
    """The value at a path of names and numbers, as :meth:`Resource.at` returns it."""
    for part in path:
        if value is UNKNOWN:
            return UNKNOWN
        if isinstance(part, int):
            value = value[part] if is_array(value) and part < len(value) else None
        else:
            value = value.get(part) if is_object(value) else None
    return value


def items_at(value: object, *path: str | int) -> list[object]:
    """The items of a list at a path; none if it is absent or not known."""
    found = value_at(value, *path)
    return list(found) if is_array(found) else []


def has_unknown(value: object) -> bool:
    """Whether any part of a value is not known."""
    if is_object(value):
        return any(map(has_unknown, value.values()))
    if is_array(value):
        return any(map(has_unknown, value))
    return value is UNKNOWN


def plain(value: object, unknown: type[Exception]) -> object:
    """A value of the policy SDK without its proxies, which raise ``unknown`` when touched."""
    if isinstance(value, str | bytes):
        return value
    if is_object(value):
        return {key: _item(partial(value.__getitem__, key), unknown) for key in value}
    if isinstance(value, Sequence):
        items = cast("Sequence[object]", value)
        return [_item(partial(items.__getitem__, index), unknown) for index in range(len(items))]
    return value


def _item(read: Callable[[], object], unknown: type[Exception]) -> object:
    try:
        return plain(read(), unknown)
    except unknown:
        return UNKNOWN
