"""Generated pages and schemas."""

import copy
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from jsonschema import Draft202012Validator

from openshift_credentials.live.observed import Read
from openshift_credentials.platforms.kubernetes.rbac import AccessRequest, allows
from openshift_credentials.reference.pages import DOCS, PAGES, all_reads, permission_of, stack_schema
from tests.kit.places import REPOSITORY


@pytest.mark.parametrize("name", PAGES)
def test_generated_page_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name](), "run 'make docs'"


def test_every_setting_has_a_description() -> None:
    page = PAGES["settings.md"]()
    entries = re.findall(r"^(?:- |### )`([^`]+)`.*\n\s*(.*)$", page, re.MULTILINE)
    assert len(entries) > 300
    undescribed = [path for path, text in entries if not text.strip()]
    assert not undescribed, "the docstring under a setting is what people read"


# The ClusterRole under deploy/: enough for every request of the verbs, and for nothing else.

USER = "operator"
ROLE: dict[str, Any] = yaml.safe_load((REPOSITORY / "deploy" / "operate-clusterrole.yaml").read_text(encoding="utf-8"))
BINDING = {
    "kind": "ClusterRoleBinding",
    "metadata": {"name": "operators"},
    "roleRef": {"kind": "ClusterRole", "name": ROLE["metadata"]["name"]},
    "subjects": [{"kind": "User", "name": USER}],
}
VERBS = ("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection")
READS = {read.path: read for read in all_reads()}


def may(verb: str, group: str, resource: str, name: str = "") -> bool:
    access = AccessRequest(
        user=USER, groups=(), verb=verb, resource=resource, namespace="any", name=name, api_group=group
    )
    return allows([ROLE, BINDING], access)


@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_every_request_is_allowed(read: Read) -> None:
    needed = permission_of(read)
    if needed.path:
        assert any(needed.path in rule.get("nonResourceURLs", ()) for rule in ROLE["rules"])
        return
    assert may(needed.verb, needed.group, needed.resource, needed.name)


def test_nothing_else_is_allowed() -> None:
    needed = {permission_of(read) for read in READS.values()}
    allowed = {
        (group, resource, verb, name)
        for rule in ROLE["rules"]
        for group in rule.get("apiGroups", ())
        for resource in rule["resources"]
        for verb in rule["verbs"]
        for name in rule.get("resourceNames", ("",))
    }
    paths = {path for rule in ROLE["rules"] for path in rule.get("nonResourceURLs", ())}
    wanted = {(each.group, each.resource, each.verb, each.name) for each in needed if not each.path}
    anywhere = {each[:3] for each in wanted if not each[3]}
    assert allowed == {each for each in wanted if not each[3] or each[:3] not in anywhere}
    assert paths == {each.path for each in needed if each.path}


@pytest.mark.parametrize("verb", VERBS[2:])
def test_no_verb_changes_or_watches_anything(verb: str) -> None:
    assert all(verb not in rule["verbs"] for rule in ROLE["rules"])


@pytest.mark.parametrize("verb", ["get", "list"])
def test_secrets_of_other_names_stay_closed(verb: str) -> None:
    assert not may(verb, "", "secrets", "somebody-elses")
    assert not may(verb, "", "secrets")


# The JSON Schema of stack files agrees with the models, and with every example.

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
