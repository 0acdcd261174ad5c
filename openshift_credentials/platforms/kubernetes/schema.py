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
from typing import Any, Final

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
    message: str
    holds: Callable[[Any, Any], bool]


SchemaRule = ValidationRule | TransitionRule


def matches(pattern: str, message: str) -> ValidationRule:
    compiled = re.compile(pattern)
    return ValidationRule(message, lambda text: compiled.fullmatch(text) is not None)


def immutable(name: str, *, fillable: bool = False) -> TransitionRule:
    """A value that no update changes; if ``fillable``, an empty one can still be set."""
    return TransitionRule(f"{name} is immutable", lambda old, new: old == new or (fillable and not old))


def never_removed(member: str) -> TransitionRule:
    return TransitionRule(f"{member} cannot be removed once set", lambda old, new: member not in old or member in new)


def _read_rule(data: Members) -> SchemaRule:
    match data:
        case {"matches": pattern, "message": message}:
            return matches(pattern, message)
        case {"lacks": part, "message": message}:
            return ValidationRule(message, lambda text: part not in text)
        case {"onlyWith": [member, name, value]}:
            return ValidationRule(
                f"{member} is required when {name} is {value}, and forbidden otherwise",
                lambda members: (members[name] == value) == (member in members),
            )
        case {"immutable": name}:
            return immutable(name, fillable=data.get("fillable", False))
        case {"neverRemoved": member}:
            return never_removed(member)
        case _:
            raise KeyError(f"no rule of a schema: {data}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """A part of a schema; one without a ``kind`` is not checked.

    ``minimum`` and ``maximum`` are numbers of code points, of items or of members.
    """

    kind: str = ""
    default: object = None
    rules: tuple[SchemaRule, ...] = ()
    minimum: int = 0
    maximum: int | None = None
    pattern: str | None = None
    choices: tuple[str, ...] = ()
    items: "Schema | None" = None
    unique: bool = False
    properties: Mapping[str, "Schema"] = field(default_factory=dict[str, "Schema"])
    required: tuple[str, ...] = ()


_COUNTED: Final = {"string": "Length", "array": "Items", "object": "Properties"}


def read_packaged_schema(
    package: str, file: str, rules: Mapping[str, tuple[SchemaRule, ...]] | None = None
) -> Mapping[str, Schema]:
    """The definitions in a file of a package, with further rules by the path of what they judge.

    A path is a definition and members below it, such as ``Storage.s3``; ``[]`` is an item. Raises
    KeyError where a path or a reference names nothing.
    """
    definitions: Mapping[str, Members] = json.loads(package_text(package, file))
    left = dict(rules or {})
    used: set[str] = set()

    def read(data: Members, path: str) -> Schema:
        """A part of the schema; a reference has the rules of its target and its own."""
        used.add(path)
        own = (*map(_read_rule, data.get("rules", ())), *left.get(path, ()))
        if "$ref" in data:
            target = read(definitions[data["$ref"]], data["$ref"])
            return replace(target, rules=(*target.rules, *own))
        kind = data.get("type", "")
        counted = _COUNTED.get(kind, "")
        return Schema(
            kind=kind,
            default=data.get("default"),
            rules=own,
            minimum=data.get(f"min{counted}", 0),
            maximum=data.get(f"max{counted}"),
            pattern=data.get("pattern"),
            choices=tuple(data.get("enum", ())),
            items=read(data["items"], f"{path}[]") if kind == "array" else None,
            unique=data.get("uniqueItems", False),
            properties={name: read(member, f"{path}.{name}") for name, member in data.get("properties", {}).items()},
            required=tuple(data.get("required", ())),
        )

    schemas = {name: read(data, name) for name, data in definitions.items()}
    if unknown := left.keys() - used:
        raise KeyError(f"{file} has no {', '.join(sorted(unknown))}")
    return schemas


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


def prune(value: object, node: Schema | None, path: str, pruned: list[str]) -> object:
    """A copy of a value without members that are not in the schema.

    Their paths are added to ``pruned``. Scalars are kept, whatever their type.
    """
    if node is not None and not node.kind:
        return value
    if is_object(value):
        known: Mapping[str, Schema] = node.properties if node else {}
        pruned.extend(child(path, name) for name in value if name not in known)
        return {
            name: prune(member, known[name], child(path, name), pruned)
            for name, member in value.items()
            if name in known
        }
    if is_array(value):
        items = node.items if node else None
        return [prune(item, items, f"{path}[{index}]", pruned) for index, item in enumerate(value)]
    return value


def without_nulls(value: object) -> object:
    """A copy of a value without null members, which the API server treats as absent."""
    if is_object(value):
        return {name: without_nulls(member) for name, member in value.items() if member is not None}
    return [without_nulls(item) for item in value] if is_array(value) else value


def with_defaults(members: Mapping[str, object], node: Schema) -> JsonObject:
    filled = dict(members)
    for name, part in node.properties.items():
        if name not in filled and part.default is not None:
            filled[name] = deepcopy(part.default)
        value = filled.get(name)
        if part.kind == "object" and is_object(value):
            filled[name] = with_defaults(value, part)
    return filled


def shape_problems(value: object, node: Schema, path: str) -> Iterator[StatusCause]:
    """Problems with types, required members, choices, lengths and patterns."""
    if node.kind == "string":
        yield from _text_problems(value, node, path)
    elif not _is_kind(value, node.kind):
        yield _wrong_type(path, node.kind, value)
    elif is_object(value) and node.kind:
        for place, inner, part in _inside(value, node, path):
            yield from shape_problems(inner, part, place)
        for name in node.required:
            if name not in value:
                yield StatusCause(child(path, name), "Required value", Reason.REQUIRED)
        if len(value) < node.minimum:
            yield StatusCause(path, f"Invalid value: must have at least {node.minimum} members")
    elif is_array(value) and node.kind:
        if node.maximum is not None and len(value) > node.maximum:
            message = f"Too many: {len(value)}: must have at most {node.maximum} items"
            yield StatusCause(path, message, Reason.TOO_MANY)
        if len(value) < node.minimum:
            yield StatusCause(path, f"Invalid value: must have at least {node.minimum} items")
        for index, (place, item, part) in enumerate(_inside(value, node, path)):
            yield from shape_problems(item, part, place)
            if node.unique and item in value[:index]:
                yield StatusCause(place, "Duplicate value", Reason.DUPLICATE)


def _is_kind(value: object, kind: str) -> bool:
    match kind:
        case "object":
            return is_object(value)
        case "array":
            return is_array(value)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case _:
            return True


def rule_problems(value: object, node: Schema, path: str) -> Iterator[StatusCause]:
    shown = f"{quote(value)}: " if isinstance(value, str) else ""
    for rule in node.rules:
        if isinstance(rule, ValidationRule) and not _holds(rule, value):
            yield StatusCause(path, f"Invalid value: {shown}{rule.message}")
    for place, inner, part in _inside(value, node, path):
        yield from rule_problems(inner, part, place)


def _inside(value: object, node: Schema, path: str) -> Iterator[tuple[str, object, Schema]]:
    if is_object(value):
        known = ((name, part) for name, part in node.properties.items() if name in value)
        yield from ((child(path, name), value[name], part) for name, part in known)
    elif is_array(value) and node.items is not None:
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
    if node.kind == "object" and not is_object(old):
        return
    for rule in node.rules:
        if isinstance(rule, TransitionRule) and not _holds(rule, old, new):
            yield StatusCause(path, f"Invalid value: {rule.message}")
    if is_object(old) and is_object(new):
        for name, part in node.properties.items():
            if name in old and name in new:
                yield from transition_problems(old[name], new[name], part, child(path, name))


def child(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def quote(text: str) -> str:
    limit = 120
    shown = text if len(text) <= limit else f"{text[:limit]}..."
    return '"' + shown.encode("unicode_escape").decode("ascii").replace('"', '\\"') + '"'


_JSON_TYPES: Final[Mapping[type, str]] = {
    type(None): "null",
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    dict: "object",
    **dict.fromkeys((list, tuple), "array"),
}


def json_type(value: object) -> str:
    """Name of a value's JSON type in the API server's messages."""
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        return "number"
    return _JSON_TYPES.get(type(value), type(value).__name__)


def _text_problems(value: object, node: Schema, path: str) -> Iterator[StatusCause]:
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
