"""The stack files of the repository, with secrets that a test can decrypt."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, cast

import yaml

from openshift_credentials.preview.stack_files import StackConfiguration, read_stack
from tests.engine.workspace import REPOSITORY, Workspace
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.systems.control_plane_identities.samples import document, guid

OF_THE_REPOSITORY: Final = ("dev", "aro")
SECRETS: Final = {
    "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
    "secretAccessKey": "PlantedPlantedPlantedPlantedPlantedPlant",
    "clientSecret": "planted-client-secret~of.tests",
    "privateKey": "planted-private-key",
}
BUCKET: Final = "company-hand-made-snapshots"
ROLE: Final = "hand-made-etcd-backup"
TRUST: Final = json.dumps({"Version": "2012-10-17", "Statement": []})
POLICY: Final = json.dumps({"Version": "2012-10-17", "Statement": [{"Sid": "LetAuditIn", "Effect": "Allow"}]})


def stack_file(name: str) -> Path:
    """Where the stack file of a name is."""
    if name in OF_THE_REPOSITORY:
        return REPOSITORY / f"Pulumi.{name}.yaml"
    return REPOSITORY / "examples" / name / f"Pulumi.{name}.yaml"


def read_example(name: str) -> StackConfiguration:
    """The configuration of a stack."""
    return read_stack(REPOSITORY, name, stack_file(name), [])


def make_stack(workspace: Workspace, name: str) -> None:
    """Make a stack of an example; what is encrypted there gets a secret of the tests."""
    source = stack_file(name)
    content = yaml.safe_load(source.read_text())
    encrypted = list(_encrypted(content["config"], ""))
    plain = {"config": _without_encrypted(content["config"])}
    (workspace.directory / f"Pulumi.{name}.yaml").write_text(yaml.safe_dump(plain))
    if account := next(_accounts(content["config"]), None):
        workspace.clouds.sign_in(*account)
    made_by_others(workspace, name)
    workspace.succeed("stack", "init", name)
    for path in encrypted:
        key = ("config", "set", "--stack", name, "--secret", "--path", path)
        workspace.succeed(*key, stdin=secret(content["config"], path))


def hand_made(workspace: Workspace) -> None:
    """Let there be the bucket and the role that somebody has made by hand."""
    bucket = {"bucket": BUCKET, "tags": {"made": "by hand"}, "policy": POLICY}
    workspace.clouds.exists(tokens.S3_BUCKET, BUCKET, {**bucket, "bucketRegion": "us-east-1", "lifecycleRules": []})
    role = {"name": ROLE, "path": "/", "assumeRolePolicy": TRUST}
    workspace.clouds.exists(tokens.IAM_ROLE, ROLE, role)


def made_by_others(workspace: Workspace, name: str) -> None:
    """Let there be all that a stack reads or imports, as its program describes it."""
    program = read_stack(REPOSITORY, name, stack_file(name), [])
    recorded = record_stack(program, preview=True)
    for each in recorded.resources:
        identifier = each.import_id or recorded.reads.get(each.urn)
        if identifier and workspace.clouds.world.get(each.type, identifier) is None:
            workspace.clouds.exists(each.type, identifier, _as_made(each.type, identifier) or each.inputs)


def _as_made(type_: str, identifier: str) -> Mapping[str, object]:
    """What somebody has written of a resource that the program reads by its name alone."""
    if type_ != tokens.IAM_ROLE or identifier == ROLE:
        return {}
    return {"name": identifier, "path": "/", "assumeRolePolicy": TRUST}


def secret(config: object, path: str) -> str:
    """A secret that fits the setting at a path; credentials are those of the client beside them."""
    *above, name = path.split(".")
    group: Any = config
    for part in above:
        group = group[part]
    if name == "document":
        return document(group["clientId"])
    if name == "managedIdentityDocument":
        return document(guid(7))
    return SECRETS[name]


def _accounts(value: object) -> Iterator[tuple[str, str]]:
    """Account and region of every group that has both."""
    if isinstance(value, dict):
        group = cast("dict[str, object]", value)
        if "accountId" in group and "region" in group:
            yield str(group["accountId"]), str(group["region"])
        for each in group.values():
            yield from _accounts(each)


def _encrypted(value: object, path: str) -> Iterator[str]:
    """Paths of what is encrypted, as ``pulumi config set --path`` takes them."""
    if isinstance(value, dict):
        group = cast("dict[str, object]", value)
        if set(group) == {"secure"}:
            yield path
            return
        for key, each in group.items():
            yield from _encrypted(each, f"{path}.{key}" if path else key)


def _without_encrypted(value: object) -> object:
    if not isinstance(value, dict):
        return value
    group = cast("dict[str, object]", value)
    return {key: _without_encrypted(each) for key, each in group.items() if not _is_secure(each)}


def _is_secure(value: object) -> bool:
    return isinstance(value, dict) and set(cast("dict[str, object]", value)) == {"secure"}
