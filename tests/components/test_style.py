"""Components can be offered to other Pulumi languages: what their arguments and outputs are."""

import dataclasses
import importlib
import inspect
import pkgutil
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, get_args, get_origin

import pulumi
import pytest

import components.aws
import components.azure

FORWARD = {"Output": pulumi.Output, "T": str}
"""Names in ``pulumi.Input``, whose own type is what stands first in it."""
PLAIN = (str, int, float, bool, type(None))


def modules() -> Iterator[types.ModuleType]:
    for room in (components.aws, components.azure):
        for found in pkgutil.iter_modules(room.__path__):
            yield importlib.import_module(f"{room.__name__}.{found.name}")


def of(kind: type) -> list[type]:
    """All classes of the building blocks: components, or their arguments."""
    found = {
        each
        for module in modules()
        for _, each in inspect.getmembers(module, inspect.isclass)
        if each.__module__ == module.__name__
    }
    if kind is pulumi.ComponentResource:
        return sorted((each for each in found if issubclass(each, kind)), key=str)
    return sorted((each for each in found if each.__name__.endswith("Args")), key=str)


def foreign(annotation: Any) -> Iterator[str]:  # noqa: ANN401 - any annotation
    """What of an argument another language could not hand over."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation in PLAIN or (
        inspect.isclass(annotation)
        and (issubclass(annotation, StrEnum) or dataclasses.is_dataclass(annotation))
    ):
        if dataclasses.is_dataclass(annotation) and inspect.isclass(annotation):
            for name, each in typing.get_type_hints(annotation, localns=FORWARD).items():
                yield from (f"{name}: {what}" for what in foreign(each))
    elif origin in (typing.Union, types.UnionType):
        # Input[T] is T, an awaitable or an output of it
        for each in arguments:
            if get_origin(each) is not pulumi.Output and "Awaitable" not in str(each):
                yield from foreign(each)
    elif origin is Sequence or (origin is Mapping and arguments[0] is str):
        yield from foreign(arguments[-1])
    else:
        yield str(annotation)


@pytest.mark.parametrize("arguments", of(object), ids=lambda each: each.__name__)
def test_arguments_are_frozen_and_plain(arguments: type) -> None:
    assert dataclasses.is_dataclass(arguments)
    assert getattr(arguments, "__dataclass_params__").frozen  # noqa: B009 - not declared
    assert all(each.kw_only for each in dataclasses.fields(arguments))
    assert list(foreign(arguments)) == []


@pytest.mark.parametrize("component", of(pulumi.ComponentResource), ids=lambda each: each.__name__)
def test_annotations_of_a_component_are_its_outputs(component: type) -> None:
    for name, annotation in component.__annotations__.items():
        assert get_origin(annotation) is pulumi.Output, f"{name} would be taken for an output"
