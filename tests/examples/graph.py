"""The resource graph of an offline preview, as text that can be read in a review."""

import json
from collections.abc import Mapping
from typing import Any, Final, cast

import yaml

from tests.kit.golden import REFRESH

_UNKNOWN: Final = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
_STACK: Final = "pulumi:pulumi:Stack"


def golden_text(preview: Mapping[str, Any]) -> str:
    """Resources in the order of the tree, credentials, and messages."""
    steps = [step for step in preview["steps"] if step["newState"]["type"] != _STACK]
    document = {
        "resources": [_resource(step["op"], step["newState"]) for step in steps],
        "credentials": _readable(preview["credentials"]),
        "messages": [f"{each['severity']}: {each['message']}" for each in preview["diagnostics"]],
    }
    text = yaml.dump(document, Dumper=_Dumper, sort_keys=False, width=100, allow_unicode=True)
    return f"# Written by: {REFRESH}\n{text}"


def _resource(operation: str, state: Mapping[str, Any]) -> dict[str, object]:
    name = state["urn"].rpartition("::")[2]
    shown: dict[str, object] = {"resource": f"{state['type']} {name}"}
    if operation != "create":
        shown["operation"] = operation
    if state.get("parent") and not state["parent"].partition("::")[2].endswith(_stack_of(state)):
        shown["parent"] = _short(state["parent"])
    if state.get("protect"):
        shown["protect"] = True
    if state.get("retainOnDelete"):
        shown["retainOnDelete"] = True
    if state.get("provider"):
        shown["provider"] = _short(state["provider"].rpartition("::")[0])
    if state.get("dependencies"):
        shown["dependsOn"] = sorted(_short(urn) for urn in state["dependencies"])
    shown["inputs"] = _readable(state.get("inputs", {}))
    return shown


def _stack_of(state: Mapping[str, Any]) -> str:
    _, _, stack_and_project = state["urn"].partition("urn:pulumi:")
    stack, project = stack_and_project.split("::")[:2]
    return f"{_STACK}::{project}-{stack}"


def _short(urn: str) -> str:
    """``type name`` of a URN; its parents' types are in the entries of the parents."""
    *_, types, name = urn.split("::")
    return f"{types.rpartition('$')[2]} {name}"


def _readable(value: object) -> object:
    """Documents within texts as structures, and unknown values by that word."""
    if isinstance(value, Mapping):
        group = cast("Mapping[str, object]", value)
        return {key: _readable(item) for key, item in group.items()}
    if isinstance(value, list):
        return [_readable(item) for item in cast("list[object]", value)]
    if value == _UNKNOWN:
        return "[unknown]"
    if isinstance(value, str) and value.startswith("{"):
        return {"(JSON)": json.loads(value)}
    return value


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - as declared by PyYAML
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002
        super().increase_indent(flow, False)
