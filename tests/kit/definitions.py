"""Fields of a custom resource definition, and of a schema that the program carries."""

import json
from collections.abc import Iterator
from typing import Any, Final

from jsonschema import Draft202012Validator

from openshift_credentials.platforms.kubernetes.schema import Schema
from tests.kit.places import REPOSITORY

HEAD: Final = ("apiVersion", "kind", "metadata")
UNCHECKED: Final = "unchecked"
Field = tuple[str, str, object]


def defined_fields(node: dict[str, Any], path: str) -> Iterator[Field]:
    """Path, keyword and value of everything that a definition says about structure."""
    if "type" in node:
        yield path, "type", node["type"]
    for name, member in node.get("properties", {}).items():
        if path or name not in HEAD:
            yield from defined_fields(member, f"{path}.{name}")
    if "items" in node:
        yield from defined_fields(node["items"], f"{path}[]")
    if path.startswith(".status"):
        return
    for keyword in ("minLength", "maxLength", "minItems", "maxItems", "default"):
        if keyword in node:
            yield path, keyword, node[keyword]
    if "enum" in node:
        yield path, "enum", sorted(node["enum"])
    members = node.get("properties", {})
    # A default is there before anything is required.
    if needed := [name for name in node.get("required", ()) if "default" not in members[name]]:
        yield path, "required", sorted(needed)
    yield from ((path, "rule", number) for number in range(len(_rules(node))))


def _rules(node: dict[str, Any]) -> list[object]:
    return node.get("x-kubernetes-validations", [])


def carried_fields(node: Schema, path: str) -> Iterator[Field]:
    """The same of the schema that the program carries."""
    match node.kind:
        case "":
            yield path, UNCHECKED, True
            return
        case "object":
            given = {name for name, member in node.properties.items() if member.default is not None}
            limits: dict[str, object] = {"required": sorted(set(node.required) - given)}
        case "array":
            limits = {"minItems": node.minimum, "maxItems": node.maximum}
        case _:
            limits = {"minLength": node.minimum, "maxLength": node.maximum, "enum": sorted(node.choices)}
    yield path, "type", node.kind
    for name, member in node.properties.items():
        yield from carried_fields(member, f"{path}.{name}")
    if node.items is not None:
        yield from carried_fields(node.items, f"{path}[]")
    if node.default is not None:
        yield path, "default", node.default
    yield from ((path, keyword, value) for keyword, value in limits.items() if value)
    yield from ((path, "rule", number) for number in range(len(node.rules)))


def fields_apart(theirs: Iterator[Field], ours: Iterator[Field]) -> list[str]:
    """What only one of them says; what the program leaves unchecked has only to exist upstream."""
    own = list(ours)
    unchecked = {path for path, keyword, _ in own if keyword == UNCHECKED}
    known = [field for field in theirs if not _is_below(field[0], unchecked)]
    upstream = {f"{path} {keyword} {value}" for path, keyword, value in known}
    carried = {f"{path} {keyword} {value}" for path, keyword, value in own if keyword != UNCHECKED}
    return [
        *(f"only upstream: {line}" for line in sorted(upstream - carried)),
        *(f"only ours: {line}" for line in sorted(carried - upstream)),
    ]


def _is_below(path: str, unchecked: set[str]) -> bool:
    return any(path == part or path.startswith((f"{part}.", f"{part}[")) for part in unchecked)


# docs/output.schema.json, for tests that have an answer of a verb.

SCHEMA: Final[dict[str, Any]] = json.loads((REPOSITORY / "docs/output.schema.json").read_text())


def problems(form: str, document: Any) -> list[str]:  # noqa: ANN401 - any JSON
    """Where an answer differs from the schema of its verb."""
    schema = {"$ref": f"#/$defs/{form}", "$defs": SCHEMA["$defs"]}
    return [error.message for error in Draft202012Validator(schema).iter_errors(document)]
