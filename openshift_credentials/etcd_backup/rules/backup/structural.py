"""What the API server does with an object and its schema: prune, drop nulls, check.

Source: kubernetes/apiextensions-apiserver ``pkg/apiserver/schema/{pruning,defaulting}`` and
``pkg/registry/customresource/strategy.go``; kubernetes/kube-openapi ``pkg/validation/validate``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from openshift_credentials.etcd_backup.rules.backup.nodes import Array, Node, Object, Text
from openshift_credentials.etcd_backup.rules.backup.verdict import FieldProblem
from openshift_credentials.kubernetes.json_values import JsonObject, is_array, is_object

_INT64_MINIMUM = -(2**63)
_INT64_MAXIMUM = 2**63 - 1


@dataclass(frozen=True, slots=True)
class ShapeProblem(FieldProblem):
    """A problem with types and lengths; ``blocking`` ones keep rules from being looked at."""

    blocking: bool = True


def prune(
    members: Mapping[str, object], node: Node | None, path: str, pruned: list[str]
) -> JsonObject:
    """A copy of an object without the members that the schema does not know.

    The paths of those are added to ``pruned``. Scalars stay, whatever their type.
    """
    known: Mapping[str, Node] = node.properties if isinstance(node, Object) else {}
    pruned.extend(child(path, name) for name in members if name not in known)
    return {
        name: _prune_value(value, known[name], child(path, name), pruned)
        for name, value in members.items()
        if name in known
    }


def _prune_value(value: object, node: Node | None, path: str, pruned: list[str]) -> object:
    if is_object(value):
        return prune(value, node, path, pruned)
    if is_array(value):
        items = node.items if isinstance(node, Array) else None
        return [
            _prune_value(item, items, f"{path}[{index}]", pruned)
            for index, item in enumerate(value)
        ]
    return value


def without_nulls(members: Mapping[str, object]) -> JsonObject:
    """A copy of an object without members that are null: to the API server they are absent."""
    return {
        name: without_nulls(value) if is_object(value) else value
        for name, value in members.items()
        if value is not None
    }


def shape_problems(value: object, node: Node, path: str) -> Iterator[ShapeProblem]:
    """Problems with types, required members, choices and lengths."""
    match node:
        case Object():
            if not is_object(value):
                yield _wrong_type(path, "object", value)
                return
            for name, member_node in node.properties.items():
                if name in value:
                    yield from shape_problems(value[name], member_node, child(path, name))
            for name in node.required:
                if name not in value:
                    yield ShapeProblem(child(path, name), "Required value")
        case Array():
            if not is_array(value):
                yield _wrong_type(path, "array", value)
        case Text():
            yield from _text_problems(value, node, path)


def rule_problems(value: object, node: Node, path: str) -> Iterator[FieldProblem]:
    """Rules that do not hold of a ``value`` of the right shape."""
    if isinstance(node, Object) and is_object(value):
        for check in node.checks:
            if not check.holds(value):
                yield FieldProblem(path, f"Invalid value: {check.message}")
        for name, member_node in node.properties.items():
            if name in value:
                yield from rule_problems(value[name], member_node, child(path, name))
    elif isinstance(node, Text) and isinstance(value, str):
        for text_check in node.checks:
            if not text_check.holds(value):
                yield FieldProblem(path, f"Invalid value: {quoted(value)}: {text_check.message}")


def transition_problems(old: object, new: object, node: Node, path: str) -> Iterator[FieldProblem]:
    """Rules of an update that do not hold; a member that only one side has is new or gone."""
    if node.immutable is not None and old != new:
        yield FieldProblem(path, f"Invalid value: {node.immutable}")
    if isinstance(node, Object) and is_object(old) and is_object(new):
        for name, message in node.kept.items():
            if name in old and name not in new:
                yield FieldProblem(path, f"Invalid value: {message}")
        for name, member_node in node.properties.items():
            if name in old and name in new:
                yield from transition_problems(old[name], new[name], member_node, child(path, name))


def child(path: str, name: str) -> str:
    """Path of member ``name``, as the API server writes it: no quotes around odd names."""
    return f"{path}.{name}" if path else name


def quoted(text: str) -> str:
    """A value in a message: one line, and never endless."""
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


def _text_problems(value: object, node: Text, path: str) -> Iterator[ShapeProblem]:
    if not isinstance(value, str):
        yield _wrong_type(path, "string", value)
    elif node.maximum is not None and len(value) > node.maximum:
        yield ShapeProblem(
            path, f"Too long: may not be more than {node.maximum} characters, has {len(value)}"
        )
    elif len(value) < node.minimum:
        yield ShapeProblem(
            path,
            f"Invalid value: {quoted(value)}: {path} in body should be at least "
            f"{node.minimum} chars long",
            blocking=False,
        )
    if node.choices and value not in node.choices:
        shown = quoted(value) if isinstance(value, str) else f"of type {json_type(value)}"
        supported = ", ".join(quoted(choice) for choice in node.choices)
        yield ShapeProblem(path, f"Unsupported value: {shown}: supported values: {supported}")


def _wrong_type(path: str, expected: str, value: object) -> ShapeProblem:
    found = json_type(value)
    return ShapeProblem(
        path, f'Invalid value: "{found}": {path} in body must be of type {expected}: "{found}"'
    )
