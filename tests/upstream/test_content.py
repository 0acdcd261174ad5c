"""Tables and schemas of ours are compared with the content of a program, field by field."""

from pathlib import Path
from typing import Final

import pytest
import yaml

from openshift_credentials.systems.cloud_credentials.rules.permissions.operator_permissions import (
    AWS_MINT_ACTIONS,
)
from openshift_credentials.systems.control_plane_identities.rules.components import Component
from openshift_credentials.systems.control_plane_identities.rules.roles import role_of
from openshift_credentials.systems.image_pulls.rules.shipped import RegistryCloud, shipped_file
from tests.kit.places import CRD
from tests.upstream.checkout import Checkout
from tests.upstream.content import content_differences
from tests.upstream.tables import Row, programs

RULES: Final = "systems.image_pulls.rules"
GATES: Final = "defaultVersionedKubernetesFeatureGates"
TOKENS: Final = "KubeletServiceAccountTokenForCredentialProviders"


def differences(
    folder: Path, rule: str, symbol: str, content: str, file: str = "a.go", compared: str = ""
) -> str:
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    row = Row(rule=rule, repository="o/r", file=file, symbol=symbol, commit="c", compared=compared)
    checkout = Checkout(programs()[0], folder, folder, "", is_shallow=False)
    return "; ".join(content_differences(checkout, row))


def test_a_list_of_actions_is_compared_action_by_action(tmp_path: Path) -> None:
    rule = "systems.cloud_credentials.rules.permissions.operator_permissions:AWS_MINT_ACTIONS"

    def told(*actions: str) -> str:
        listed = ", ".join(f'"{action}"' for action in actions)
        text = f"package a\n\nvar actions = []string{{{listed}}}\n"
        return differences(tmp_path, rule, "actions", text, compared="all")

    assert told(*AWS_MINT_ACTIONS) == ""
    assert told(*AWS_MINT_ACTIONS, "iam:Fly") == "only upstream: iam:Fly"
    assert told(*AWS_MINT_ACTIONS[1:]) == f"only ours: {AWS_MINT_ACTIONS[0]}"


def test_some_values_may_stand_among_others(tmp_path: Path) -> None:
    rule = "systems.etcd_backup.rules.defaults:JOB_DEADLINE_SECONDS"
    text = 'package a\n\nfunc job() {{ run("x", 1, {seconds}) }}\n'
    for seconds, told in ((900, ""), (901, "only ours: 900")):
        content = text.format(seconds=seconds)
        assert differences(tmp_path, rule, "job", content, compared="some") == told


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ((), None, ""),
        (("s3", "properties", "bucket", "maxLength"), 64, ".s3.bucket maxLength 64"),
        (("storageType", "enum"), ["S3", "Tape"], ".storageType enum ['S3', 'Tape']"),
        (("tape",), {"type": "object"}, ".tape type object"),
    ],
)
def test_a_definition_is_compared_field_by_field(
    path: tuple[str, ...], value: object, told: str, tmp_path: Path
) -> None:
    document = yaml.safe_load(CRD.read_text())
    place = document["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    place = place["properties"]["spec"]["properties"]["storage"]["properties"]
    for step in path[:-1]:
        place = place[step]
    if path:
        place[path[-1]] = value
    rule = "systems.etcd_backup.rules.backup.schema:BACKUPS"
    text = yaml.safe_dump(document)
    found = differences(tmp_path, rule, "spec/versions", text, file="crd.yaml")
    assert (f"only upstream: .spec.storage{told}" in found) if told else not found


def test_a_definition_of_another_structure_is_no_crash(tmp_path: Path) -> None:
    rule = "systems.etcd_backup.rules.backup.schema:BACKUPS"
    found = differences(tmp_path, rule, "spec", "spec: {versions: []}", file="crd.yaml")
    assert "has another structure and cannot be compared" in found


def test_defaults_of_a_gate_are_compared_by_version(tmp_path: Path) -> None:
    def told(*defaults: tuple[str, str]) -> str:
        entries = "\n".join(
            f'{{Version: version.MustParse("{minor}"), Default: {default}, PreRelease: a.Beta}},'
            for minor, default in defaults
        )
        text = f"package a\n\nvar {GATES} = gates{{\n{TOKENS}: {{\n{entries}\n}},\n}}\n"
        return differences(tmp_path, f"{RULES}.gates:GateState", f"{GATES}[{TOKENS}]", text)

    assert told(("1.33", "false"), ("1.34", "true")) == ""
    assert told(("1.33", "true")) == "1.33: the default is true upstream, and not ours"
    assert told(("1.36", "false")) == "1.36: the default is false upstream, and not ours"


def test_fields_of_a_provider_spec_are_compared_by_their_names_in_json(tmp_path: Path) -> None:
    rule = "platforms.credentials_requests.provider_models:aws_provider_spec"
    known = ("statementEntries", "stsIAMRoleARN")

    def told(*names: str) -> str:
        fields = "\n".join(f'F{i} string `json:"{name}"`' for i, name in enumerate(names))
        text = f"package a\n\ntype AWSProviderSpec struct {{\n{fields}\n}}\n"
        return differences(tmp_path, rule, "AWSProviderSpec", text)

    assert told(*known) == ""
    assert told(*known, "boundary") == "field only upstream: boundary"
    assert told(known[0]) == "field only ours: stsIAMRoleARN"


def test_fields_of_the_configuration_of_a_kubelet_are_compared(tmp_path: Path) -> None:
    names = ["name", "matchImages", "defaultCacheDuration", "apiVersion", "args", "env"]

    def told(version: str, *more: str) -> str:
        fields = "\n".join(f'F{i} int `json:"{name}"`' for i, name in enumerate([*names, *more]))
        text = f"package a\n\ntype CredentialProvider struct {{\n{fields}\n}}\n"
        file = f"config/{version}/types.go"
        rule = f"{RULES}.provider_config:read_file"
        return differences(tmp_path, rule, "CredentialProvider", text, file=file)

    assert told("v1beta1") == told("v1", "tokenAttributes") == ""
    assert told("v1") == "field only ours: tokenAttributes"
    assert told("v1beta1", "tokenAttributes") == "field only upstream: tokenAttributes"


def test_roles_on_azure_are_compared(tmp_path: Path) -> None:
    known = [role for component in Component if (role := role_of(component))]
    names = sorted({name for role in known for name in (role.role, role.custom_role) if name})

    def told(*roles: str) -> str:
        values = "\n".join(f'R{i}RoleDefinitionID = "{role}"' for i, role in enumerate(roles))
        text = f'package a\n\nconst (\nOther = "a"\n{values}\n)\n'
        rule = "systems.control_plane_identities.rules.roles:role_of"
        return differences(
            tmp_path,
            rule,
            "group:ContributorRoleDefinitionID",
            text.replace("R0Role", "ContributorRole"),
        )

    assert told(*names) == ""
    assert told(*names, "a new role") == "role only upstream: a new role"
    assert told(*names[1:]) == f"role only ours: {names[0]}"


def test_a_file_that_openshift_ships_is_compared_by_its_entry(tmp_path: Path) -> None:
    ours = shipped_file(RegistryCloud.AZURE)
    entry = {
        "name": ours.executable,
        "matchImages": list(ours.patterns),
        "defaultCacheDuration": ours.cache_duration,
        "args": list(ours.args),
    }

    def told(**changes: object) -> str:
        inner = yaml.safe_dump({"providers": [{**entry, **changes}]})
        text = yaml.safe_dump({"contents": {"inline": inner}})
        file = "templates/common/azure/files/acr.yaml"
        return differences(
            tmp_path, f"{RULES}.shipped:shipped_file", "contents/inline", text, file=file
        )

    assert told() == ""
    assert told(defaultCacheDuration="1h") == "defaultCacheDuration: 1h upstream, 10m ours"
