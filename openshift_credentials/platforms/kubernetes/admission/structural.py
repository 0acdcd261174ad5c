"""Processing of an object with its schema by the API server: prune, drop nulls, check.

Source: kubernetes/apiextensions-apiserver ``pkg/apiserver/schema/{pruning,defaulting}`` and
``pkg/registry/customresource/strategy.go``; kubernetes/kube-openapi ``pkg/validation/validate``.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, assert_never

from openshift_credentials.base.json_values import JsonObject, is_array, is_object
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
    return TransitionRule(f"{name} is immutable", lambda old, new: old == new or (fillable and not old))


def never_removed(member: str) -> TransitionRule:
    """A member that no update removes."""
    return TransitionRule(f"{member} cannot be removed once set", lambda old, new: member not in old or member in new)


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
        schema = self._structure(data, path) if reference is None else self.read(self.definitions[reference], reference)
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
                        name: self.read(member, f"{path}.{name}") for name, member in data["properties"].items()
                    },
                    required=tuple(data.get("required", ())),
                    minimum=data.get("minProperties", 0),
                )
            case kind:
                raise KeyError(f"{path} has no known type: {kind}")


class Reason(StrEnum):
    """Kind of problem, as the API server names it in the causes of its answer."""

    INVALID = "FieldValueInvalid"
    REQUIRED = "FieldValueRequired"
    NOT_SUPPORTED = "FieldValueNotSupported"
    TOO_LONG = "FieldValueTooLong"
    TOO_MANY = "FieldValueTooMany"
    WRONG_TYPE = "FieldValueTypeInvalid"
    DUPLICATE = "FieldValueDuplicate"


BLOCKING = frozenset((Reason.REQUIRED, Reason.NOT_SUPPORTED, Reason.TOO_LONG, Reason.TOO_MANY, Reason.WRONG_TYPE))
"""Problems that prevent the API server from checking the validation rules."""


@dataclass(frozen=True, slots=True)
class StatusCause:
    """One reason to reject an object; ``path`` is the API server's, empty for the whole object.

    It is not a notice: it must match the answer of a real API server.
    """

    path: str
    message: str
    reason: Reason = Reason.INVALID

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


_INT64_MINIMUM = -(2**63)
_INT64_MAXIMUM = 2**63 - 1


def prune(members: Mapping[str, object], node: Schema | None, path: str, pruned: list[str]) -> JsonObject:
    """A copy of an object without members that are not in the schema.

    Their paths are added to ``pruned``. Scalars are kept, whatever their type.
    """
    known = _properties(node)
    pruned.extend(child(path, name) for name in members if name not in known)
    return {
        name: _prune_value(value, known[name], child(path, name), pruned)
        for name, value in members.items()
        if name in known
    }


def _properties(node: Schema | None) -> Mapping[str, Schema]:
    return node.properties if isinstance(node, Object) else {}


def _prune_value(value: object, node: Schema | None, path: str, pruned: list[str]) -> object:
    if isinstance(node, Anything):
        return value
    if is_object(value):
        return prune(value, node, path, pruned)
    if is_array(value):
        items = node.items if isinstance(node, Array) else None
        return [_prune_value(item, items, f"{path}[{index}]", pruned) for index, item in enumerate(value)]
    return value


def without_nulls(members: Mapping[str, object]) -> JsonObject:
    """A copy of an object without null members, which the API server treats as absent."""
    return {name: _inside_without_nulls(value) for name, value in members.items() if value is not None}


def _inside_without_nulls(value: object) -> object:
    if is_object(value):
        return without_nulls(value)
    return [_inside_without_nulls(item) for item in value] if is_array(value) else value


def with_defaults(members: Mapping[str, object], node: Schema) -> JsonObject:
    """A copy of an object with the defaults of absent members."""
    filled = dict(members)
    for name, member_node in _properties(node).items():
        if name not in filled and member_node.default is not None:
            filled[name] = deepcopy(member_node.default)
        value = filled.get(name)
        if isinstance(member_node, Object) and is_object(value):
            filled[name] = with_defaults(value, member_node)
    return filled


def shape_problems(value: object, node: Schema, path: str) -> Iterator[StatusCause]:
    """Problems with types, required members, choices, lengths and patterns."""
    match node:
        case Object():
            yield from _object_problems(value, node, path)
        case Array():
            yield from _array_problems(value, node, path)
        case Text():
            yield from _text_problems(value, node, path)
        case Integer():
            if not isinstance(value, int) or isinstance(value, bool):
                yield _wrong_type(path, "integer", value)
        case Anything():
            pass
        case _:
            assert_never(node)


def _object_problems(value: object, node: Object, path: str) -> Iterator[StatusCause]:
    if not is_object(value):
        yield _wrong_type(path, "object", value)
        return
    for name, member_node in node.properties.items():
        if name in value:
            yield from shape_problems(value[name], member_node, child(path, name))
    for name in node.required:
        if name not in value:
            yield StatusCause(child(path, name), "Required value", Reason.REQUIRED)
    if len(value) < node.minimum:
        yield StatusCause(path, f"Invalid value: must have at least {node.minimum} members")


def _array_problems(value: object, node: Array, path: str) -> Iterator[StatusCause]:
    if not is_array(value):
        yield _wrong_type(path, "array", value)
        return
    if node.maximum is not None and len(value) > node.maximum:
        message = f"Too many: {len(value)}: must have at most {node.maximum} items"
        yield StatusCause(path, message, Reason.TOO_MANY)
    if len(value) < node.minimum:
        yield StatusCause(path, f"Invalid value: must have at least {node.minimum} items")
    for index, item in enumerate(value):
        place = f"{path}[{index}]"
        yield from shape_problems(item, node.items, place)
        if node.unique and item in value[:index]:
            yield StatusCause(place, "Duplicate value", Reason.DUPLICATE)


def rule_problems(value: object, node: Schema, path: str) -> Iterator[StatusCause]:
    """Rules that do not hold for a ``value`` with the right structure."""
    shown = f"{quote(value)}: " if isinstance(value, str) else ""
    for rule in node.rules:
        if isinstance(rule, ValidationRule) and not _holds(rule, value):
            yield StatusCause(path, f"Invalid value: {shown}{rule.message}")
    for place, inner, inner_node in _inside(value, node, path):
        yield from rule_problems(inner, inner_node, place)


def _inside(value: object, node: Schema, path: str) -> Iterator[tuple[str, object, Schema]]:
    """Path, value and schema of everything one level below."""
    if isinstance(node, Object) and is_object(value):
        for name, member_node in node.properties.items():
            if name in value:
                yield child(path, name), value[name], member_node
    elif isinstance(node, Array) and is_array(value):
        for index, item in enumerate(value):
            yield f"{path}[{index}]", item, node.items


def _holds(rule: SchemaRule, *values: object) -> bool:
    """Whether a rule holds; a rule that accesses a missing member does not hold, as in CEL."""
    try:
        return rule.holds(*values)
    except (KeyError, IndexError):
        return False


def transition_problems(old: object, new: object, node: Schema, path: str) -> Iterator[StatusCause]:
    """Rules of an update that do not hold; a member on only one side was added or removed.

    Items of a list are not matched with the old items and therefore not checked, nor is what was
    no object before: the API server accepted ``old``.
    """
    if isinstance(node, Object) and not is_object(old):
        return
    for rule in node.rules:
        if isinstance(rule, TransitionRule) and not _holds(rule, old, new):
            yield StatusCause(path, f"Invalid value: {rule.message}")
    if isinstance(node, Object) and is_object(old) and is_object(new):
        for name, member_node in node.properties.items():
            if name in old and name in new:
                yield from transition_problems(old[name], new[name], member_node, child(path, name))


def child(path: str, name: str) -> str:
    """Path of member ``name``, as the API server writes it: without quotes around any name."""
    return f"{path}.{name}" if path else name


def quote(text: str) -> str:
    """A value in a message, on one line and truncated."""
    limit = 120
    shown = text if len(text) <= limit else f"{text[:limit]}..."
    return '"' + shown.encode("unicode_escape").decode("ascii").replace('"', '\\"') + '"'


def json_type(value: object) -> str:
    """Name of a value's JSON type in the API server's messages."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer" if _INT64_MINIMUM <= value <= _INT64_MAXIMUM else "number"
        case float():
            return "number"
        case str():
            return "string"
        case Mapping():
            return "object"
        case list() | tuple():
            return "array"
        case _:
            return type(value).__name__


def _text_problems(value: object, node: Text, path: str) -> Iterator[StatusCause]:
    """The first problem with type, length or pattern, and the one with the choices."""
    if not isinstance(value, str):
        yield _wrong_type(path, "string", value)
    elif node.maximum is not None and len(value) > node.maximum:
        message = f"Too long: may not be more than {node.maximum} characters, has {len(value)}"
        yield StatusCause(path, message, Reason.TOO_LONG)
    elif len(value) < node.minimum:
        yield StatusCause(
            path, f"Invalid value: {quote(value)}: {path} in body should be at least {node.minimum} chars long"
        )
    elif node.pattern is not None and not re.fullmatch(node.pattern, value):
        yield StatusCause(path, f"Invalid value: {quote(value)}: {path} in body must match {node.pattern}")
    if node.choices and value not in node.choices:
        shown = quote(value) if isinstance(value, str) else f"of type {json_type(value)}"
        supported = ", ".join(quote(choice) for choice in node.choices)
        message = f"Unsupported value: {shown}: supported values: {supported}"
        yield StatusCause(path, message, Reason.NOT_SUPPORTED)


def _wrong_type(path: str, expected: str, value: object) -> StatusCause:
    found = json_type(value)
    message = f'Invalid value: "{found}": {path} in body must be of type {expected}: "{found}"'
    return StatusCause(path, message, Reason.WRONG_TYPE)
