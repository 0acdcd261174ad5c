"""Structural schemas of custom resources, read from data, and their validation rules.

The data uses the keywords of a custom resource definition, with three differences: ``$ref`` names a
definition of the same file, a pattern matches the whole text, and ``{}`` is a part that is not
checked. The usual CEL rules are ``rules`` of a definition or of a member, by the names of the
functions here; any other rule is a function that the caller attaches to such a place.

Source: kubernetes/apiextensions-apiserver, structural schemas and ``x-kubernetes-validations``.
``matches`` of CEL is RE2, whose ``$`` is the very end of the text: a trailing newline is refused.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from openshift_credentials.base.package_data import package_text

Members = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ValidationRule:
    """A rule on one value. Access to a missing member or item fails the rule."""

    message: str
    holds: Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class TransitionRule:
    """A rule on the old and the new value of an update."""

    message: str
    holds: Callable[[Any, Any], bool]


SchemaRule = ValidationRule | TransitionRule


def matches(pattern: str, message: str) -> ValidationRule:
    """The whole text matches the pattern."""
    compiled = re.compile(pattern)
    return ValidationRule(message, lambda text: compiled.fullmatch(text) is not None)


def lacks(part: str, message: str) -> ValidationRule:
    """The text does not contain the part."""
    return ValidationRule(message, lambda text: part not in text)


def only_with(member: str, name: str, value: str) -> ValidationRule:
    """A member that is required with one value of another member and forbidden otherwise."""
    return ValidationRule(
        f"{member} is required when {name} is {value}, and forbidden otherwise",
        lambda members: (members[name] == value) == (member in members),
    )


def immutable(name: str, *, fillable: bool = False) -> TransitionRule:
    """A value that no update changes; if ``fillable``, an empty one can still be set."""
    return TransitionRule(
        f"{name} is immutable", lambda old, new: old == new or (fillable and not old)
    )


def never_removed(member: str) -> TransitionRule:
    """A member that no update removes."""
    return TransitionRule(
        f"{member} cannot be removed once set", lambda old, new: member not in old or member in new
    )


def _read_rule(data: Members) -> SchemaRule:
    match data:
        case {"matches": pattern, "message": message}:
            return matches(pattern, message)
        case {"lacks": part, "message": message}:
            return lacks(part, message)
        case {"onlyWith": [member, name, value]}:
            return only_with(member, name, value)
        case {"immutable": name}:
            return immutable(name, fillable=data.get("fillable", False))
        case {"neverRemoved": member}:
            return never_removed(member)
        case _:
            raise KeyError(f"no rule of a schema: {data}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ruled:
    """What every part of a schema can have."""

    default: object = None
    rules: tuple[SchemaRule, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Anything(_Ruled):
    """A part without known structure, which is not checked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(_Ruled):
    """A string; lengths count code points."""

    minimum: int = 0
    maximum: int | None = None
    pattern: str | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Integer(_Ruled):
    """A whole number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Array(_Ruled):
    """A list."""

    items: "Schema"
    minimum: int = 0
    maximum: int | None = None
    unique: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Object(_Ruled):
    """An object with known members."""

    properties: Mapping[str, "Schema"]
    required: tuple[str, ...] = ()
    minimum: int = 0


Schema = Anything | Text | Integer | Array | Object


def read_packaged_schema(
    package: str, file: str, rules: Mapping[str, tuple[SchemaRule, ...]] | None = None
) -> Mapping[str, Schema]:
    """The definitions in a file of a package, with further rules by the path of what they judge.

    A path is a definition and members below it, such as ``Storage.s3``; ``[]`` is an item. Raises
    KeyError where a path or a reference names nothing.
    """
    rules = rules or {}
    reader = _Reader(json.loads(package_text(package, file)), rules)
    schemas = {name: reader.read(data, name) for name, data in reader.definitions.items()}
    if unknown := rules.keys() - reader.paths:
        raise KeyError(f"{file} has no {', '.join(sorted(unknown))}")
    return schemas


@dataclass(frozen=True, slots=True)
class _Reader:
    definitions: Mapping[str, Members]
    rules: Mapping[str, tuple[SchemaRule, ...]]
    paths: set[str] = field(default_factory=set[str])

    def read(self, data: Members, path: str) -> Schema:
        """A part of the schema; a reference has the rules of its target and its own."""
        self.paths.add(path)
        reference = data.get("$ref")
        if reference is None:
            schema = self._structure(data, path)
        else:
            schema = self.read(self.definitions[reference], reference)
        written = map(_read_rule, data.get("rules", ()))
        return replace(schema, rules=(*schema.rules, *written, *self.rules.get(path, ())))

    def _structure(self, data: Members, path: str) -> Schema:
        default = data.get("default")
        match data.get("type"):
            case None:
                return Anything()
            case "string":
                return Text(
                    default=default,
                    minimum=data.get("minLength", 0),
                    maximum=data.get("maxLength"),
                    pattern=data.get("pattern"),
                    choices=tuple(data.get("enum", ())),
                )
            case "integer":
                return Integer(default=default)
            case "array":
                return Array(
                    default=default,
                    items=self.read(data["items"], f"{path}[]"),
                    minimum=data.get("minItems", 0),
                    maximum=data.get("maxItems"),
                    unique=data.get("uniqueItems", False),
                )
            case "object":
                return Object(
                    default=default,
                    properties={
                        name: self.read(member, f"{path}.{name}")
                        for name, member in data["properties"].items()
                    },
                    required=tuple(data.get("required", ())),
                    minimum=data.get("minProperties", 0),
                )
            case kind:
                raise KeyError(f"{path} has no known type: {kind}")
