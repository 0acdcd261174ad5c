"""docs/stack.schema.json: the stack file for editors, from the models that read it.

It checks single settings. Rules between settings, and those of
:attr:`~openshift_credentials.base.text_rule.TextRule.also`, are checked by ``preview``.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic.json_schema import models_json_schema

from openshift_credentials.base.json_values import is_array, is_object
from openshift_credentials.stack.registry import SHARED, SYSTEMS
from openshift_credentials.stack.request_folder import RequestFolder
from openshift_credentials.stack.system import PROJECT

_ENCRYPTED: Final = "Encrypted"
_SINGLE: Final = ("string", "integer", "number", "boolean")

Schema = dict[str, Any]
_Names = Mapping[str, "_Names"]
_FROM_ISSUER: Final[Mapping[str, _Names]] = {
    "cluster": {"oidcIssuer": {}},
    "componentIdentities": {
        "name": {},
        "aws": {"region": {}, "accountId": {}},
        "azure": {"location": {}, "subscriptionId": {}, "tenantId": {}},
    },
}
"""Required settings that ``tokenIssuer`` fills in for other branches of its stack."""


def render_stack_schema() -> str:
    """The whole file."""
    return json.dumps(stack_schema(), indent=2, sort_keys=True) + "\n"


def stack_schema() -> Schema:
    """JSON Schema (draft 2020-12) of ``Pulumi.<stack>.yaml``.

    A secret setting must be encrypted, and any other can be.
    """
    systems = {key: SYSTEMS[key].settings.MODEL for key in SYSTEMS}
    models = {**SHARED, **systems}
    references, generated = models_json_schema(
        [(model, "validation") for model in models.values()], by_alias=True
    )
    definitions: dict[str, Schema] = generated["$defs"]
    names = {key: _name(references[model, "validation"]) for key, model in models.items()}
    needs = {
        f"{PROJECT}:{key}": [f"{PROJECT}:{item}" for item in needed]
        for key in SYSTEMS
        if (needed := [e for e in definitions[names[key]].get("required", ()) if e in SHARED])
    }
    from_issuer = {
        f"{PROJECT}:{key}": _take(definitions[names[key]], paths, definitions)
        for key, paths in _FROM_ISSUER.items()
    }
    for key in SYSTEMS:
        _without_shared(definitions[names[key]])
    _complete_backups(definitions[names["etcdBackup"]], definitions["Backup"])
    definitions["RequestFolder"] = {"type": "string", "description": RequestFolder.setting_type}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Stack file of project {PROJECT}",
        "type": "object",
        "required": ["config"],
        "properties": {
            "config": {
                "type": "object",
                "properties": {
                    f"{PROJECT}:{key}": {"$ref": f"#/$defs/{name}"} for key, name in names.items()
                },
                "patternProperties": {f"^(?!{PROJECT}:)": {}},
                "additionalProperties": False,
                "anyOf": [{"required": [f"{PROJECT}:{key}"]} for key in SYSTEMS],
                "dependentRequired": needs,
                "if": {"not": {"required": [f"{PROJECT}:tokenIssuer"]}},
                "then": {"properties": from_issuer},
            }
        },
        "$defs": {
            **{
                name: _for_editors(definitions[name])
                for name in _used_definitions(names, definitions)
            },
            _ENCRYPTED: {
                "description": "A value that pulumi config set --secret has encrypted.",
                "type": "object",
                "required": ["secure"],
                "properties": {"secure": {"type": "string"}},
                "additionalProperties": False,
            },
        },
    }


def _name(reference: Schema) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def _used_definitions(names: Mapping[str, str], definitions: Mapping[str, Schema]) -> list[str]:
    """Definitions that the groups refer to, directly or through others."""
    found = dict.fromkeys(names.values())
    waiting = list(found)
    while waiting:
        text = json.dumps(definitions[waiting.pop()])
        new = [name for name in re.findall(r"#/\$defs/([^\"]+)", text) if name not in found]
        found.update(dict.fromkeys(new))
        waiting += dict.fromkeys(new)
    return sorted(found)


def _without_shared(branch: Schema) -> None:
    """Shared groups are next to the branch of a system, not in it."""
    for key in SHARED:
        branch["properties"].pop(key, None)
    branch["required"] = [item for item in branch.get("required", ()) if item not in SHARED]


def _take(schema: Schema, paths: _Names, definitions: Mapping[str, Schema]) -> Schema:
    """Remove from ``schema`` what it requires at these paths, and return that separately."""
    taken: Schema = {"required": [], "properties": {}}
    for name, below in paths.items():
        if below:
            group = definitions[_name(_reference(schema["properties"][name]))]
            taken["properties"][name] = _take(group, below, definitions)
        else:
            schema["required"].remove(name)
            taken["required"].append(name)
    return taken


def _reference(schema: Schema) -> Schema:
    """The reference in an optional group."""
    return next(item for item in (schema, *schema.get("anyOf", ())) if "$ref" in item)


def _complete_backups(branch: Schema, backup: Schema) -> None:
    """``trigger`` is required for each backup only if ``backupDefaults`` has none."""
    backup["required"].remove("trigger")
    has_default = {
        "required": ["backupDefaults"],
        "properties": {"backupDefaults": {"required": ["trigger"]}},
    }
    branch["if"] = {"not": has_default}
    branch["then"] = {"properties": {"backups": {"items": {"required": ["trigger"]}}}}


def _for_editors(schema: object) -> object:
    """Without entries that are noise in editors; values can be encrypted, secrets must be."""
    if is_array(schema):
        return [_for_editors(item) for item in schema]
    if not is_object(schema):
        return schema
    kept = dict(_members_to_keep(schema))
    reference = {"$ref": f"#/$defs/{_ENCRYPTED}"}
    if kept.get("format") == "password":
        return reference
    if kept.get("type") in _SINGLE and "const" not in kept:
        about = {name: kept.pop(name) for name in ("description", "default") if name in kept}
        return {**about, "anyOf": [kept, reference]}
    return kept


def _members_to_keep(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in schema.items():
        if name == "properties":
            yield name, {key: _for_editors(item) for key, item in value.items()}
        elif name in ("title", "default") and (name == "title" or _is_noise(value)):
            continue
        else:
            yield name, value if name in ("default", "examples") else _for_editors(value)


def _is_noise(default: object) -> bool:
    return default is None or isinstance(default, dict | list)
