"""The JSON Schema of stack files agrees with the models, and with every example."""

import copy
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from jsonschema import Draft202012Validator

from openshift_credentials.reference.pages import stack_schema
from tests.kit.places import REPOSITORY

FILES = [*sorted(REPOSITORY.glob("Pulumi.*.yaml")), *sorted(REPOSITORY.glob("examples/*/Pulumi.*.yaml"))]
P = "openshift-credentials"


@cache
def schema() -> dict[str, Any]:
    return stack_schema()


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(schema())


def errors(document: dict[str, Any]) -> list[str]:
    return [f"{each.json_path}: {each.message}" for each in validator().iter_errors(document)]


def stack(name: str) -> dict[str, Any]:
    (file,) = [each for each in FILES if each.name == f"Pulumi.{name}.yaml"]
    return yaml.safe_load(file.read_text(encoding="utf-8"))


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_stack_file_of_the_repository_satisfies_it(file: Path) -> None:
    assert errors(yaml.safe_load(file.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((f"{P}:etcdBackup", "storage"), None),
        ((f"{P}:etcdBackup", "storage", "s3", "bucket"), None),
        ((f"{P}:etcdBackup", "storage", "storageType"), "GCS"),
        ((f"{P}:etcdBackup", "storage", "s3", "buckets"), "b"),
        ((f"{P}:etcdBackup", "storage", "s3", "bucket"), "UPPER"),
        ((f"{P}:etcdBackup", "backups", 0, "hostedCluster"), None),
        ((f"{P}:etcdBackup", "backupDefaults", "trigger"), None),
        ((f"{P}:etcdBackup", "credentials", "settleSeconds"), 901),
        ((f"{P}:etcdBackup", "cluster"), {"name": "x"}),
        ((f"{P}:cluster",), None),
        ((f"{P}:cluster", "oidcIssuer"), None),
        ((f"{P}:etcdBackups",), {}),
        ((f"{P}:etcdBackup",), None),
        ((f"{P}:kubernetes",), {"kubeconfig": "plain text"}),
    ],
)
def test_what_the_program_refuses_is_marked(path: tuple[str | int, ...], value: object) -> None:
    document = copy.deepcopy(stack("dev"))
    place: Any = document["config"]
    for part in path[:-1]:
        place = place[part]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    assert errors(document)


def test_secrets_have_to_be_encrypted() -> None:
    document = stack("aws-static")
    credentials = document["config"][f"{P}:etcdBackup"]["credentials"]
    assert "secure" in credentials["secretAccessKey"]
    credentials["secretAccessKey"] = "plainplainplainplainplainplainplainplain"
    assert errors(document)


def test_every_secret_setting_is_one_in_the_schema() -> None:
    secrets = set(
        re.findall(r"^- `([^`]+)`[^\n]*\n[^\n]*Secret\.[^\n]*$",
                   (REPOSITORY / "docs" / "settings.md").read_text(encoding="utf-8"), re.MULTILINE)
    )  # fmt: skip
    secrets.remove("cloudCredentials.componentSecrets")  # a map, whose values are secret
    encrypted = {name for name, each in _properties(schema()) if _is_encrypted(each)}
    assert secrets
    assert {each.rpartition(".")[2] for each in secrets} <= encrypted
    assert "writeOnly" not in str(schema())


def _is_encrypted(schema: dict[str, Any]) -> bool:
    reference = {"$ref": "#/$defs/Encrypted"}
    return reference["$ref"] == schema.get("$ref") or schema.get("anyOf", [None])[0] == reference


def _properties(schema: object) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(schema, dict):
        group = cast("dict[str, Any]", schema)
        yield from group.get("properties", {}).items()
        for each in group.values():
            yield from _properties(each)
    elif isinstance(schema, list):
        for each in cast("list[object]", schema):
            yield from _properties(each)
