"""The schema data of HCPEtcdBackup has the fields and limits of the custom resource definition."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.platforms.kubernetes.admission.schema import (
    Array,
    Integer,
    Object,
    Schema,
    Text,
    ValidationRule,
    packaged_schema,
)
from openshift_credentials.systems.etcd_backup.rules.backup.schema import BACKUPS
from tests.kit.places import CRD, UPSTREAM

HEAD = ("apiVersion", "kind", "metadata")
Field = tuple[str, str, object]


def definition(file: Path) -> dict[str, Any]:
    if not file.is_file():
        pytest.skip(f"the definition of upstream is not at hand: {file}")
    return yaml.safe_load(file.read_text())["spec"]["versions"][0]["schema"]["openAPIV3Schema"]


def defined_fields(node: dict[str, Any], path: str) -> Iterator[Field]:
    """Path, keyword and value of everything that a definition says about structure."""
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
    for keyword in ("enum", "required"):
        if keyword in node:
            yield path, keyword, sorted(node[keyword])
    yield from ((path, "rule", number) for number in range(len(_rules(node))))


def _rules(node: dict[str, Any]) -> list[object]:
    return node.get("x-kubernetes-validations", [])


def carried_fields(node: Schema, path: str) -> Iterator[Field]:
    """The same of the schema that the program carries."""
    match node:
        case Object():
            limits = {"required": sorted(node.required)}
            yield path, "type", "object"
            for name, member in node.properties.items():
                yield from carried_fields(member, f"{path}.{name}")
        case Array():
            limits = {"minItems": node.minimum, "maxItems": node.maximum}
            yield path, "type", "array"
            yield from carried_fields(node.items, f"{path}[]")
        case Text():
            limits = {
                "minLength": node.minimum,
                "maxLength": node.maximum,
                "enum": sorted(node.choices),
            }
            yield path, "type", "string"
        case Integer():
            limits = {}
            yield path, "type", "integer"
        case _:
            raise AssertionError(f"{path} is not checked")
    yield from ((path, keyword, value) for keyword, value in limits.items() if value)
    yield from ((path, "rule", number) for number in range(len(node.rules)))


def told(fields: Iterator[Field]) -> set[str]:
    return {f"{path} {keyword} {value}" for path, keyword, value in fields}


@pytest.mark.parametrize("file", [CRD, UPSTREAM / CRD.name], ids=["own copy", "upstream"])
def test_the_program_carries_the_fields_limits_and_rules_of_the_definition(file: Path) -> None:
    theirs = told(defined_fields(definition(file), ""))
    ours = told(carried_fields(BACKUPS.root, ""))

    assert theirs - ours == set(), "only in the definition"
    assert ours - theirs == set(), "only in the program"


def test_a_rule_of_no_field_is_refused() -> None:
    rule = ValidationRule("holds", bool)
    with pytest.raises(KeyError, match=r"schema\.json has no S3\.buckett"):
        packaged_schema(
            "openshift_credentials.systems.etcd_backup.rules.backup",
            "schema.json",
            {"S3.bucket": (rule,), "S3.buckett": (rule,)},
        )
