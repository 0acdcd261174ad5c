"""Inputs of a resource as the SDK of its provider declares them: names, types, what is required.

The names are those of the provider (``bucketPrefix``). A resource of the SDK has its inputs in the
spelling of Python, an object that the program itself registers in that of Kubernetes.
"""

import importlib
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeGuard, Union, cast, get_args, get_origin

import pulumi
from pulumi import _types as sdk  # pyright: ignore[reportPrivateUsage] - the only way to the schema's names

from openshift_credentials.base.json_values import as_object

_GENERIC: Final = (Sequence, Mapping, list, dict, Literal)
_WORDS: Final[Mapping[object, str]] = {bool: "true or false", int: "a whole number", float: "a number", str: "a string"}


@dataclass(frozen=True)
class Inputs:
    """Types by the names of the provider, and the spelling of the program's own inputs."""

    types: Mapping[str, object]
    spelling: Mapping[str, str]
    required: frozenset[str]

    @classmethod
    def of(cls, arguments: type, *, in_python: bool) -> "Inputs":
        """The inputs of a class of arguments."""
        names = sdk.input_type_py_to_pulumi_names(arguments)
        parameters = inspect.signature(arguments).parameters
        return cls(
            types=cast("Mapping[str, object]", sdk.input_type_types(arguments)),
            spelling={name: own if in_python else name for own, name in names.items()},
            required=frozenset(
                name
                for own, name in names.items()
                if own in parameters and parameters[own].default is inspect.Parameter.empty
            ),
        )

    def spelled(self, existing: object) -> dict[str, object]:
        """The members of an existing group in the spelling of the program."""
        members: object = vars(existing) if sdk.is_input_type(type(existing)) else existing
        return {self.spelling.get(name, name): item for name, item in as_object(members).items()}


def names_of(arguments: type) -> list[str]:
    """The names of all inputs of a class of arguments."""
    return sorted(sdk.input_type_py_to_pulumi_names(arguments).values())


def arguments_of(args: pulumi.ResourceTransformationArgs) -> type:
    """The class of a resource's arguments."""
    _, module, kind = args.type_.split(":")
    own = type(args.resource)
    if args.type_.startswith("kubernetes:") and not own.__module__.startswith("pulumi_kubernetes."):
        is_core = module == "core/v1"
        package = f"pulumi_kubernetes.{'core.v1' if is_core else 'apiextensions'}"
        own = getattr(importlib.import_module(package), kind if is_core else "CustomResource")
    declared = sys.modules[own.__module__]
    names = (f"{own.__name__}InitArgs", f"{own.__name__}Args")
    return next(getattr(declared, name) for name in names if hasattr(declared, name))


def alternatives(annotation: object) -> Iterator[object]:
    """The types of a value; outputs are none, and nor is text beside an enumeration."""
    if get_origin(annotation) in (Union, UnionType):
        members = [each for each in get_args(annotation) if each is not NoneType]
        found = [one for each in members for one in alternatives(each)]
        is_listed = any(isinstance(one, type) and issubclass(one, Enum) for one in found)
        yield from (one for one in found if not (is_listed and one is str))
    elif annotation is Any or isinstance(annotation, type) or get_origin(annotation) in _GENERIC:
        yield annotation


def is_typed_group(kind: object) -> TypeGuard[type]:
    """Whether a type is a group with known members."""
    return isinstance(kind, type) and sdk.is_input_type(kind)


def is_group(kind: object) -> bool:
    """Whether a type is a group: with known members, or a map."""
    return is_typed_group(kind) or member_of(kind) is not None


def member_of(kind: object) -> object:
    """The type of the members of a map, ``None`` for anything else."""
    if get_origin(kind) in (Mapping, dict):
        return get_args(kind)[1]
    return Any if kind is Any or kind is dict else None


def item_of(kind: object) -> object:
    """The type of the entries of a list, ``None`` for anything else."""
    if get_origin(kind) in (Sequence, list):
        return get_args(kind)[0]
    return Any if kind is Any or kind is list else None


def fits(value: object, kind: object) -> bool:
    """Whether a single value has a type."""
    if kind is Any:
        return True
    if listed := _listed(kind):
        return value in listed
    if isinstance(value, bool):
        return kind is bool
    return kind in _WORDS and isinstance(value, (int, float) if kind is float else cast("type", kind))


def words(kind: object) -> str:
    """What a value of the type has to be."""
    if listed := _listed(kind):
        return f"one of {', '.join(map(str, listed))}"
    if item_of(kind) is not None:
        return "a list"
    return "a group (key: value)" if is_group(kind) else _WORDS.get(kind, "a file of the program")


def _listed(kind: object) -> tuple[object, ...]:
    """The values of an enumeration."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(member.value for member in kind)
    return ()
