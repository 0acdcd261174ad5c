"""Processing of an object with its schema by the API server: prune, drop nulls, check.

Source: kubernetes/apiextensions-apiserver ``pkg/apiserver/schema/{pruning,defaulting}`` and
``pkg/registry/customresource/strategy.go``; kubernetes/kube-openapi ``pkg/validation/validate``.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final, Protocol, assert_never

from openshift_credentials.base.json_values import (
    JsonObject,
    is_array,
    is_object,
    object_items,
    object_member,
    text_items,
    text_member,
)
from openshift_credentials.base.package_data import package_text

from ..go.numbers import parse_rfc3339

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


_LABEL: Final = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_DNS_LABEL: Final = re.compile(_LABEL)
_DNS_SUBDOMAIN: Final = re.compile(rf"{_LABEL}(\.{_LABEL})*")
_QUALIFIED: Final = re.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]")

LABEL_LIMIT: Final = 63
SUBDOMAIN_LIMIT: Final = 253

_ENDS: Final = "starting and ending with a letter or digit"


def subdomain_problems(name: str) -> Iterator[str]:
    """Why ``name`` is not a lowercase RFC 1123 subdomain."""
    yield from _too_long(name, SUBDOMAIN_LIMIT)
    if not _DNS_SUBDOMAIN.fullmatch(name):
        yield (
            f"a lowercase RFC 1123 subdomain must consist of a-z, 0-9, '-' and '.', each part between periods {_ENDS}"
        )


def dns_label_problems(name: str) -> Iterator[str]:
    """Why ``name`` is not a lowercase RFC 1123 label."""
    yield from _too_long(name, LABEL_LIMIT)
    if not _DNS_LABEL.fullmatch(name):
        yield f"a lowercase RFC 1123 label must consist of a-z, 0-9 and '-', {_ENDS}"


def qualified_name_problems(key: str) -> Iterator[str]:
    """Why ``key`` cannot be the key of a label."""
    prefix, slash, name = key.rpartition("/")
    if "/" in prefix:
        yield "a qualified name must be NAME or DNS-SUBDOMAIN/NAME, with at most one '/'"
        return
    if slash and not prefix:
        yield "prefix part must be non-empty"
    elif slash:
        yield from (f"prefix part {problem}" for problem in subdomain_problems(prefix))
    if not name:
        yield "name part must be non-empty"
    yield from (f"name part {problem}" for problem in _too_long(name, LABEL_LIMIT))
    if not _QUALIFIED.fullmatch(name):
        yield f"name part must consist of A-Z, a-z, 0-9, '-', '_' and '.', {_ENDS}"


def annotation_key_problems(key: str) -> Iterator[str]:
    """Why ``key`` cannot be the key of an annotation: only its lower case has to be a key.

    Go converts each code point to lower case: U+0130 becomes "i", in Python two code points.
    """
    yield from qualified_name_problems(key.replace("\u0130", "i").lower())


def label_value_problems(value: str) -> Iterator[str]:
    """Why ``value`` cannot be the value of a label."""
    yield from _too_long(value, LABEL_LIMIT)
    if value and not _QUALIFIED.fullmatch(value):
        yield (f"a valid label must be empty or consist of A-Z, a-z, 0-9, '-', '_' and '.', {_ENDS}")


def byte_length(text: str) -> int:
    """Length in bytes of UTF-8; a lone surrogate counts as the three bytes that replace it."""
    return len(text.encode("utf-8", "surrogatepass"))


def _too_long(text: str, limit: int) -> Iterator[str]:
    if byte_length(text) > limit:
        yield f"must be no more than {limit} characters"


@dataclass(slots=True)
class DecodingFindings:
    """Findings of the decoding."""

    problems: list[StatusCause] = field(default_factory=list[StatusCause])
    unknown: list[str] = field(default_factory=list[str])

    def wrong_type(self, path: str, expected: str, value: object) -> None:
        """Record a value that does not match its Go type."""
        self.problems.append(StatusCause(path, f"must be {expected}, not {json_type(value)}"))


class FieldDecoder(Protocol):
    """Reads a value of one Go type; mismatches go to ``findings``."""

    def __call__(self, value: object, path: str, findings: DecodingFindings, /) -> object:
        """The value, or the empty value of the type."""
        ...


def decode_metadata(value: object, findings: DecodingFindings) -> Mapping[str, object]:
    """The fields of ``metadata``; problems and unknown fields go to ``findings``."""
    return _OBJECT_META(value, "metadata", findings)


def _string(value: object, path: str, findings: DecodingFindings) -> str:
    if isinstance(value, str):
        return value
    if value is not None:
        findings.wrong_type(path, "a string", value)
    return ""


def _boolean(value: object, path: str, findings: DecodingFindings) -> bool | None:
    if value is None or isinstance(value, bool):
        return value
    findings.wrong_type(path, "true or false", value)
    return None


def _int64(value: object, path: str, findings: DecodingFindings) -> int:
    if value is None:
        return 0
    if isinstance(value, int | float) and not isinstance(value, bool):
        number = Decimal(repr(float(value))) if json_type(value) == "number" else Decimal(value)
        if number == number.to_integral_value() and -(2**63) <= number < 2**63:
            return int(number)
    findings.wrong_type(path, "a whole number of 64 bits", value)
    return 0


def _time(value: object, path: str, findings: DecodingFindings) -> str:
    text = _string(value, path, findings)
    if isinstance(value, str) and parse_rfc3339(value) is None:
        findings.problems.append(StatusCause(path, "must be a time such as 2026-08-01T00:00:00Z (RFC 3339)"))
    return text


def _anything(value: object, path: str, findings: DecodingFindings) -> object:
    del path, findings
    return value


def _strings(value: object, path: str, findings: DecodingFindings) -> Mapping[str, str]:
    if is_object(value):
        return {key: _string(member, path, findings) for key, member in value.items()}
    if value is not None:
        findings.wrong_type(path, "an object", value)
    return {}


@dataclass(frozen=True, slots=True)
class _Array:
    item: FieldDecoder

    def __call__(self, value: object, path: str, findings: DecodingFindings, /) -> Sequence[object]:
        if is_array(value):
            return [self.item(item, f"{path}[{index}]", findings) for index, item in enumerate(value)]
        if value is not None:
            findings.wrong_type(path, "a list", value)
        return []


@dataclass(frozen=True, slots=True)
class _Struct:
    fields: Mapping[str, FieldDecoder]

    def __call__(self, value: object, path: str, findings: DecodingFindings, /) -> Mapping[str, object]:
        members: Mapping[str, object] = value if is_object(value) else {}
        if value is not None and not is_object(value):
            findings.wrong_type(path, "an object", value)
        findings.unknown.extend(child(path, name) for name in members if name not in self.fields)
        return {name: decoder(members.get(name), child(path, name), findings) for name, decoder in self.fields.items()}


_OWNER_REFERENCE: Final = _Struct(
    {
        "apiVersion": _string,
        "kind": _string,
        "name": _string,
        "uid": _string,
        "controller": _boolean,
        "blockOwnerDeletion": _boolean,
    }
)
_MANAGED_FIELDS_ENTRY: Final = _Struct(
    {
        "manager": _string,
        "operation": _string,
        "apiVersion": _string,
        "time": _time,
        "fieldsType": _string,
        "fieldsV1": _anything,
        "subresource": _string,
    }
)
_OBJECT_META: Final = _Struct(
    {
        "name": _string,
        "generateName": _string,
        "namespace": _string,
        "selfLink": _string,
        "uid": _string,
        "resourceVersion": _string,
        "generation": _int64,
        "creationTimestamp": _time,
        "deletionTimestamp": _time,
        "deletionGracePeriodSeconds": _int64,
        "labels": _strings,
        "annotations": _strings,
        "ownerReferences": _Array(_OWNER_REFERENCE),
        "finalizers": _Array(_string),
        "managedFields": _Array(_MANAGED_FIELDS_ENTRY),
    }
)


ANNOTATIONS_LIMIT: Final = 256 * 1024
"""Bytes of all keys and values together."""

_GENERATED_FRONT: Final = 58
_ORPHAN: Final = "orphan"
_FOREGROUND: Final = "foregroundDeletion"


@dataclass(frozen=True, slots=True)
class ObjectMeta:
    """Relevant fields of ``metadata``; ``fields`` are decoded and complete."""

    fields: Mapping[str, object]

    def text(self, name: str) -> str:
        """A field that is a string, empty if it is not set."""
        return text_member(self.fields, name)

    def texts(self, name: str) -> Mapping[str, str]:
        """A field that maps strings to strings."""
        members = object_member(self.fields, name)
        return {key: value for key, value in members.items() if isinstance(value, str)}


def metadata_problems(meta: ObjectMeta) -> Iterator[StatusCause]:
    """Why the API server would reject a new object with this metadata.

    A missing namespace is not an error: the request contains the namespace.
    """
    yield from _name_problems(meta)
    namespace = meta.text("namespace")
    if namespace:
        yield from _invalid("metadata.namespace", namespace, dns_label_problems(namespace))
    for key, value in meta.texts("labels").items():
        yield from _invalid("metadata.labels", key, qualified_name_problems(key))
        yield from _invalid("metadata.labels", value, label_value_problems(value))
    yield from _annotation_problems(meta.texts("annotations"))
    yield from _owner_problems(object_items(meta.fields, "ownerReferences"))
    yield from _finalizer_problems(text_items(meta.fields, "finalizers"))
    if _is_version_number(meta.text("resourceVersion")):
        yield StatusCause("metadata.resourceVersion", "must not be set on a new object")


def _name_problems(meta: ObjectMeta) -> Iterator[StatusCause]:
    name, front = meta.text("name"), meta.text("generateName")
    if front:
        masked = f"{front[:-2]}a" if len(front) > 1 and front.endswith("-") else front
        yield from _invalid("metadata.generateName", front, subdomain_problems(masked))
        # The API server adds five letters or digits, which do not matter here.
        name = name or front.encode("utf-8", "replace")[:_GENERATED_FRONT].decode("utf-8", "replace") + "xxxxx"
    if name:
        yield from _invalid("metadata.name", name, subdomain_problems(name))
    else:
        yield StatusCause("metadata.name", "Required value: name or generateName is required", Reason.REQUIRED)


def _annotation_problems(annotations: Mapping[str, str]) -> Iterator[StatusCause]:
    for key in annotations:
        yield from _invalid("metadata.annotations", key, annotation_key_problems(key))
    size = sum(byte_length(key) + byte_length(value) for key, value in annotations.items())
    if size > ANNOTATIONS_LIMIT:
        yield StatusCause(
            "metadata.annotations",
            f"Too long: may not be more than {ANNOTATIONS_LIMIT} bytes, has {size}",
            Reason.TOO_LONG,
        )


def _owner_problems(references: Sequence[Mapping[str, object]]) -> Iterator[StatusCause]:
    path = "metadata.ownerReferences"
    controllers = 0
    for reference in references:
        group, version = _group_version(text_member(reference, "apiVersion"))
        if not version:
            yield StatusCause(f"{path}.apiVersion", "Invalid value: version must not be empty")
        for name in ("kind", "name", "uid"):
            if not reference[name]:
                yield StatusCause(f"{path}.{name}", 'Invalid value: "": must not be empty')
        if (group, version, reference["kind"]) == ("", "v1", "Event"):
            yield StatusCause(path, "Invalid value: a v1 Event cannot be an owner")
        controllers += reference["controller"] is True
        if controllers > 1 and reference["controller"] is True:
            yield StatusCause(path, "Invalid value: only one reference can be the controller")


def _finalizer_problems(finalizers: Sequence[str]) -> Iterator[StatusCause]:
    path = "metadata.finalizers"
    for finalizer in finalizers:
        yield from _invalid(path, finalizer, qualified_name_problems(finalizer))
    if {_ORPHAN, _FOREGROUND} <= set(finalizers):
        yield StatusCause(path, f"Invalid value: {_ORPHAN} and {_FOREGROUND} exclude each other")


def _group_version(api_version: str) -> tuple[str, str]:
    match api_version.split("/"):
        case [version]:
            return "", version
        case [group, version]:
            return group, version
        case _:
            return "", ""


def _is_version_number(text: str) -> bool:
    """Whether the API server reads a resource version other than none: an unsigned 64-bit one."""
    return text.isascii() and text.isdigit() and 0 < int(text) < 2**64


def _invalid(path: str, value: str, problems: Iterator[str]) -> Iterator[StatusCause]:
    for problem in problems:
        yield StatusCause(path, f"Invalid value: {quote(value)}: {problem}")


_HEAD: Final = ("apiVersion", "kind", "metadata")


@dataclass(frozen=True, slots=True)
class CustomResource:
    """A kind of custom resource, and the schema of its objects without type and metadata."""

    api_version: str
    kind: str
    root: Schema


@dataclass(frozen=True, slots=True)
class Admission:
    """The API server's answer; ``body`` is the object without type, metadata and status.

    ``rules_skipped``: an error blocked the validation rules, so there can be more errors.
    """

    errors: tuple[StatusCause, ...]
    pruned: tuple[str, ...]
    body: Mapping[str, object]
    rules_skipped: bool


def admit(resource: CustomResource, manifest: Mapping[str, object]) -> Admission:
    """The answer to a request to create ``manifest``."""
    head = tuple(_head_problems(resource, manifest))
    if head:
        return Admission(head, (), {}, rules_skipped=True)
    findings = DecodingFindings()
    meta = ObjectMeta(decode_metadata(manifest.get("metadata"), findings))
    if findings.problems:
        return Admission(tuple(findings.problems), (), {}, rules_skipped=True)
    unknown: list[str] = []
    members = {name: value for name, value in manifest.items() if name not in _HEAD}
    body = without_nulls(prune(members, resource.root, "", unknown))
    body.pop("status", None)
    body = with_defaults(body, resource.root)
    errors = (*metadata_problems(meta), *shape_problems(body, resource.root, ""))
    blocked = any(error.reason in BLOCKING for error in errors)
    if not blocked:
        errors = (*errors, *rule_problems(body, resource.root, ""))
    # Errors with the same text are reported once, as in the API server's answer.
    return Admission(
        tuple(dict.fromkeys(errors)), (*sorted(findings.unknown), *sorted(unknown)), body, rules_skipped=blocked
    )


def admit_update(resource: CustomResource, old: Mapping[str, object], new: Mapping[str, object]) -> Admission:
    """The answer to a request to replace ``old``, which was accepted, with ``new``.

    Name and namespace identify the object, so they cannot change either.
    """
    admission = admit(resource, new)
    errors = tuple(error for error in admission.errors if error.path != "metadata.resourceVersion")
    if not admission.rules_skipped:
        before = admit(resource, old).body
        errors += (*_renamed_members(old, new), *transition_problems(before, admission.body, resource.root, ""))
    return replace(admission, errors=errors)


def _head_problems(resource: CustomResource, manifest: Mapping[str, object]) -> Iterator[StatusCause]:
    for name, expected in (("apiVersion", resource.api_version), ("kind", resource.kind)):
        value = manifest.get(name)
        if value != expected:
            found = quote(value) if isinstance(value, str) else f'"{json_type(value)}"'
            yield StatusCause(name, f"Invalid value: {found}: must be {expected}")


def _renamed_members(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[StatusCause]:
    for name in ("name", "namespace"):
        before = text_member(old, "metadata", name)
        after = text_member(new, "metadata", name)
        if before != after:
            yield StatusCause(f"metadata.{name}", f"Invalid value: {quote(after)}: field is immutable")
