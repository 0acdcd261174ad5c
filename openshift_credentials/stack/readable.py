"""The part of a group of settings that can be read, however wrong the rest of it is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType, UnionType
from typing import Annotated, Any, Final, TypeVar, Union, cast, get_args, get_origin

from pydantic import Field, ValidationError, create_model

from openshift_credentials.base.json_values import is_object
from openshift_credentials.base.notices import Notice

from .base import Settings, UnreadableSettingError

S = TypeVar("S", bound=Settings)

_HOLE: Final = object()


def readable(model: type[S], given: object) -> S | None:
    """The group without its wrong settings, which the model reports; they count as absent.

    A required setting that is missing or wrong leaves a hole: whoever asks for it gets
    :class:`UnreadableSettingError`, and everything else can be read. ``None`` if there is no group.
    """
    if not is_object(given):
        return None
    try:
        return model.model_validate(given, by_name=False)
    except ValidationError:
        read = _read(_with_holes(model), given)
        return None if read is None else _dug(model, read)


def readable_items(
    model: type[S], given: Sequence[object], assume: Mapping[str, object] = MappingProxyType({})
) -> Iterator[tuple[int, S]]:
    """The readable entries of a list, with their positions in it.

    An entry without one of its required settings is none, unless ``assume`` has a value for it:
    one that no rule of the caller minds.
    """
    for index, item in enumerate(given):
        if (entry := _read(model, item, assume)) is not None:
            yield index, entry


def as_far_as_readable(rules: Iterable[Iterator[Notice]]) -> Iterator[Notice]:
    """The problems of all rules; a rule ends where it needs what could not be read."""
    for rule in rules:
        try:
            yield from rule
        except UnreadableSettingError:
            continue


def _read(model: type[S], given: object, assume: Mapping[str, object] = MappingProxyType({})) -> S | None:
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


@cache
def _with_holes(model: type[S]) -> type[S]:
    """The same model, in which no setting is required, and none of a group in it."""
    fields: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        kind = _groups_with_holes(field.annotation)
        if field.is_required() or kind is not field.annotation:
            default = _HOLE if field.is_required() else field.get_default()
            annotation = Annotated[kind, *field.metadata] if field.metadata else kind
            fields[name] = (annotation, Field(default, alias=field.alias))
    return create_model(model.__name__, __base__=model, **fields)


def _groups_with_holes(annotation: object) -> object:
    members: list[object] = [
        _with_holes(member) if isinstance(member, type) and issubclass(member, Settings) else member
        for member in _members(annotation)
    ]
    return annotation if members == _members(annotation) else cast("object", Union[*members])


def _members(annotation: object) -> list[object]:
    is_union = get_origin(annotation) in (Union, UnionType)
    return [*get_args(annotation)] if is_union else [annotation]


def _dug(model: type[S], group: Settings) -> S:
    """The group as the model itself, without the stand-ins of what could not be read."""
    values: dict[str, Any] = {}
    for name, value in group.__dict__.items():
        base = type(value).__base__
        if isinstance(base, type) and issubclass(base, Settings) and base is not Settings:
            values[name] = _dug(base, value) if _with_holes(base) is type(value) else value
        elif value is not _HOLE:
            values[name] = value
    return model.model_construct(group.model_fields_set, **values)


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
