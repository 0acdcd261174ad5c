"""The custom resource definition itself, read by libraries that know nothing of this program."""

import copy
from collections.abc import Iterator, Mapping
from functools import cache
from typing import cast

import cel
import jsonschema
import pytest
import yaml
from hypothesis import HealthCheck, given, settings

from openshift_credentials.systems.etcd_backup.rules.backup import validate
from tests.kit.frames import EXAMPLES
from tests.kit.places import CRD, UPSTREAM
from tests.systems.etcd_backup.rules.backup_samples import FULL_AZURE, FULL_S3, Json, backup, manifests

BLOCKING = {"type", "required", "enum", "maxLength", "maxItems", "maxProperties"}


@cache
def schema() -> Json:
    crd = yaml.safe_load(CRD.read_text())
    return cast("Json", crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"])


@cache
def by_schema() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema())


@cache
def rule(text: str) -> cel.Program:
    return cel.compile(text)


def prune(value: object, node: Json | None) -> object:
    if isinstance(value, dict):
        properties = (node or {}).get("properties", {})
        return {
            name: prune(member, properties[name])
            for name, member in cast("Json", value).items()
            if name in properties and member is not None
        }
    if isinstance(value, list):
        items = (node or {}).get("items")
        return [prune(item, items) for item in cast("list[object]", value)]
    return value


def broken_rules(value: object, node: Json, path: str) -> Iterator[str]:
    for each in node.get("x-kubernetes-validations", []):
        text = each["rule"]
        if "oldSelf" not in text and rule(text).execute({"self": value}) is not True:
            yield path
    if isinstance(value, Mapping):
        members = cast("Json", value)
        for name, member in node.get("properties", {}).items():
            if name in members:
                yield from broken_rules(members[name], member, f"{path}.{name}" if path else name)


def expected_paths(manifest: Json) -> set[str]:
    """Paths that the definition objects to; metadata is left out."""
    whole, validator = schema(), by_schema()
    body = cast("Json", prune({k: v for k, v in manifest.items() if k != "metadata"}, whole))
    body.pop("status", None)
    errors = list(validator.iter_errors(body))  # pyright: ignore[reportUnknownMemberType]
    paths: set[str] = set()
    for error in errors:
        path = [str(part) for part in error.absolute_path]
        if error.validator == "required":
            missing = set(cast("list[str]", error.validator_value)) - set(cast("Json", error.instance))
            paths |= {".".join([*path, name]) for name in missing}
        else:
            paths.add(".".join(path))
    if not any(error.validator in BLOCKING for error in errors):
        paths |= set(broken_rules(body, whole, ""))
    return paths


@settings(max_examples=6 * EXAMPLES, suppress_health_check=[HealthCheck.too_slow])
@given(manifests())
def test_the_definition_and_the_contract_object_to_the_same_fields(manifest: Json) -> None:
    before = copy.deepcopy(manifest)
    verdict = validate(manifest)

    assert {error.path for error in verdict.errors} == expected_paths(manifest)
    assert manifest == before


@pytest.mark.parametrize("manifest", [backup(), FULL_S3, FULL_AZURE])
def test_the_definition_accepts_the_samples(manifest: Json) -> None:
    assert expected_paths(manifest) == set()
    assert validate(manifest).accepted


def without_prose(node: object) -> object:
    """A schema without what is said to people in it."""
    if isinstance(node, dict):
        return {
            name: without_prose(value)
            for name, value in cast("Json", node).items()
            if not (name in ("description", "message") and isinstance(value, str))
        }
    if isinstance(node, list):
        return [without_prose(each) for each in cast("list[object]", node)]
    return node


def test_the_definition_of_the_tests_has_the_rules_of_upstream() -> None:
    upstream = UPSTREAM / CRD.name
    if not upstream.is_file():
        pytest.skip(f"the definition of upstream is not at hand: {upstream}")
    theirs = yaml.safe_load(upstream.read_text())["spec"]["versions"][0]["schema"]

    assert without_prose(schema()) == without_prose(theirs["openAPIV3Schema"])
