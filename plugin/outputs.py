"""Outputs of each component of the package, as models: from the frozen class of its facade."""

import importlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints, is_typeddict

import pulumi
from pydantic import BaseModel, Field, SecretStr, create_model

from openshift_credentials.stack.outputs import Outputs, about_of, export_name
from openshift_credentials.stack.system import SYSTEMS


@cache
def outputs_of(key: str) -> type[BaseModel]:
    """Model of the outputs of a system's facade, groups dissolved, by the names of the package."""
    module, _, class_name = SYSTEMS[key].facade.partition(":")
    facade = getattr(importlib.import_module(module), class_name)
    (outputs,) = get_args(facade.__orig_bases__[0])
    found: dict[str, Any] = {}
    for name, annotation, is_required in _leaves(outputs, is_required=True):
        about = about_of(annotation)
        type_ = _plain(get_args(annotation)[0], is_secret=about.is_secret)
        default = ... if is_required else None
        alias = about.in_package or export_name(name)
        found[name] = (type_, Field(default, alias=alias, description=about.description))
    return create_model(outputs.__name__, __doc__=outputs.__doc__, **found)


def _leaves(outputs: type[Outputs], *, is_required: bool) -> Iterator[tuple[str, Any, bool]]:
    """Outputs of a class and of its groups; those of an optional group are optional."""
    for field in fields(outputs):
        if get_origin(field.type) is Annotated:
            optional = NoneType in get_args(get_args(field.type)[0])
            yield field.name, field.type, is_required and not optional
            continue
        groups: tuple[Any, ...] = get_args(field.type) or (field.type,)
        for group in groups:
            if group is not NoneType:
                yield from _leaves(group, is_required=is_required and len(groups) == 1)


def _plain(annotation: Any, *, is_secret: bool) -> Any:  # noqa: ANN401 - a type
    """The type of the value, without what Pulumi puts around it."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        # pulumi.Input[T] is a union that starts with T
        return _plain(inner[0], is_secret=is_secret)
    if origin is pulumi.Output:
        return _plain(inner[0], is_secret=is_secret)
    if origin in (list, Sequence):
        return list[_plain(inner[0], is_secret=is_secret)]
    if origin in (dict, Mapping):
        return dict[str, _plain(inner[1], is_secret=is_secret)]
    if annotation is object:
        return Any
    if is_typeddict(annotation):
        return _object(annotation)
    return SecretStr if is_secret else annotation


@cache
def _object(typed_dict: type) -> type[BaseModel]:
    """The model of an object, whose members keep their names."""
    members: dict[str, Any] = {
        name: (get_args(annotation)[0], Field(description=about_of(annotation).description))
        for name, annotation in get_type_hints(typed_dict, include_extras=True).items()
    }
    return create_model(typed_dict.__name__, __doc__=typed_dict.__doc__, **members)
