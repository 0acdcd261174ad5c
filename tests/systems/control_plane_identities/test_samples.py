"""Every row of what the upstream programs answered."""

import base64
import json

from openshift_credentials.platforms.azure.managed_identity.document import (
    DocumentMember,
    ObjectEncoding,
    StorageError,
    vault_secret,
)
from openshift_credentials.platforms.azure.managed_identity.loading import load, rotation
from openshift_credentials.systems.control_plane_identities.rules import components as roles
from openshift_credentials.systems.control_plane_identities.rules.components import (
    FLOWS,
    Component,
    data_plane_identities,
    script_secret_name,
    workload_identities,
)
from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster import judge_hosted_cluster
from openshift_credentials.systems.control_plane_identities.rules.vault_secrets import (
    is_mounted,
    objects_text,
    specification,
    vault_name_problem,
)
from tests.kit.tables import nonempty
from tests.systems.control_plane_identities.samples import Row, applied, filled, sample

_NAME_PREFIX = "uamsi-"
"""The library's suggestion for names; HyperShift does not use it."""

GROUPS = {
    group: f"/subscriptions/SUB/resourceGroups/{name}"
    for group, name in zip(roles.Group, ("MANAGED", "NSG", "VNET", "DNS"), strict=True)
}


def test_each_credential_document_loads_or_fails_at_its_stage() -> None:
    data = sample("credentials")
    assert data["rows"]
    for row in data["rows"]:
        content = (
            base64.b64decode(row["secret_base64"])
            if "secret_base64" in row
            else filled(row["secret"], data["materials"])
        )
        found = load(content)
        assert (found.stage, found.loads) == (row["stage"], row["loads"]), row["id"]
        if "with_cloud" in row:
            assert load(content, sets_cloud=True).stage == row["with_cloud"]["stage"], row["id"]
        if "parsed" in row:
            assert found.bundle, row["id"]
            assert len(found.bundle.certificates) == row["parsed"]["certificate_count"], row["id"]


def test_each_rotation_ends_with_the_same_file_in_use() -> None:
    data = sample("credential_reload")
    assert data["sequences"]
    for sequence in data["sequences"]:
        documents: list[bytes] = []
        for step in sequence["steps"]:
            members = {**data["base_document"], **step["change"]}
            kept = {name: value for name, value in members.items() if value != "<absent>"}
            documents.append(filled(json.dumps(kept), data["materials"]))
        found = [(step.stage, step.in_use_after) for step in rotation(documents)]
        wanted = [(step["stage"], step["in_use_after"]) for step in sequence["steps"]]
        assert found == wanted, sequence["id"]


def test_each_secret_is_stored_as_the_formatter_stores_it() -> None:
    for row in nonempty(sample("vault_storage")["rows"]):
        try:
            secret = vault_secret(_NAME_PREFIX + row["identifier"], row["document"].encode())
        except StorageError:
            assert not row["ok"], row["id"]
            continue
        assert row["ok"], row["id"]
        wanted = row["result"]
        assert (secret.name, secret.value) == (wanted["name"], wanted["value"]), row["id"]
        assert (secret.expires, secret.not_before) == (wanted["expires"], wanted["not_before"])
        assert secret.tags == wanted["tags"], row["id"]


def test_each_secret_provider_class_is_the_producers() -> None:
    for row in nonempty(sample("secret_provider_class")["rows"]):
        given = row["input"]
        access = (given["vault"], given["vault_tenant"], given["key_vault_user_client_id"])
        found = specification(*access, given["credentialsSecretName"], given["objectEncoding"])
        assert found == row["spec"], row["id"]


def test_each_name_is_mounted_as_the_provider_mounts_it() -> None:
    data = sample("object_encoding")
    begin, end = objects_text("@", "utf-8").split("@")
    for row in nonempty(data["objects"]):
        name = row["objects"].removeprefix(begin).removesuffix(end)
        assert is_mounted(name) == (row["mount"].get("file") == name), row["id"]
    for row in nonempty(data["vault_names"]):
        assert (vault_name_problem(row["keyvaultName"]) is None) == row["ok"]


def test_each_hosted_cluster_gets_the_api_servers_verdict() -> None:
    data = sample("hosted_cluster_api")
    assert data["rows"]
    assert data["updates"]
    for row in (*data["rows"], *data["updates"]):
        base = data["bases"][row["base"]]
        before = applied(base, row["before"]) if "before" in row else None
        verdict = judge_hosted_cluster(applied(base, row["changes"]), before)
        found = sorted((error.path, error.reason) for error in verdict.errors)
        wanted = sorted((error["field"], error["reason"]) for error in row.get("errors", ()))
        assert (verdict.accepted, found) == (row["accepted"], wanted), row["id"]
        skipped = any(advice.code == "RULES_NOT_CHECKED" for advice in verdict.warnings)
        assert skipped == row.get("further_rules_not_checked", False), row["id"]


def test_each_role_and_its_name_are_those_of_the_command() -> None:
    data = sample("azure_roles")
    for row in nonempty(data["role_and_scopes"]):
        custom, key = row["assign_custom_hcp_roles"], row["component_key"]
        made = roles.control_plane_assignments("i", GROUPS, [Component(row["component"])], custom_roles=custom)
        named = [(scope, roles.assignment_name("i", key, scope)) for scope in sorted(row["scopes"])]
        assert [(each.scope, each.name) for each in made] == named, row["id"]
        assert {each.role for each in made} == {row["role"]}, row["id"]
    for row in nonempty(data["role_assignments"]):
        components = set(Component)
        if row["image_registry_disabled"]:
            components.remove(Component.IMAGE_REGISTRY)
        found = (
            roles.data_plane_assignments(row["infra_id"], GROUPS)
            if "data plane" in row["command"]
            else roles.control_plane_assignments(
                row["infra_id"], GROUPS, components, custom_roles=row["assign_custom_hcp_roles"]
            )
        )
        assert [_row(each) for each in found] == row["role_assignments"], row["id"]
    for row in nonempty(data["assignment_names"]):
        name = roles.assignment_name(row["infra_id"], row["component_key"], row["scope"])
        assert name == row["name"], row["id"]


def _row(assignment: roles.IdentityAssignment) -> Row:
    return {
        "assignment_name": assignment.name,
        "component": assignment.component,
        "scope": assignment.scope,
        "body_properties_besides_principalId": {
            "roleDefinitionId": assignment.role_definition("SUB"),
            "scope": assignment.scope,
        },
    }


def test_each_workload_identity_is_the_commands() -> None:
    for row in nonempty(sample("azure_roles")["workload_identities"]):
        given = row["input"]
        found = workload_identities(given["cluster"], given["infra_id"], "", given["topology"], kms=given["kms"])
        wanted = [
            (
                each["component"],
                each["identity_name"],
                [(one["name"], one["subject"], one["audience"]) for one in each["federated_credentials"]],
            )
            for each in row["identities"]
        ]
        assert [
            (each.component, each.name, [(one.name, one.subject, one.audience) for one in each.federations])
            for each in found
        ] == wanted, row["id"]


def test_every_identity_has_what_hypershift_creates_for_it() -> None:
    assert set(FLOWS) == set(Component)


def test_what_the_development_scripts_write_follows_from_the_same_rules() -> None:
    data = sample("azure_roles")
    for row in nonempty(data["dev_script_control_plane"]):
        component = Component(row["component"])
        name = script_secret_name(component, "dev")
        assert name == row["vault_secret"], row["id"]
        assert name == f"{row['certificate_name']}-json", row["id"]
        assert row["objectEncoding"] == ObjectEncoding.UTF_8, row["id"]
        assert set(row["secret_document_keys"]) <= set(DocumentMember), row["id"]
    backups = "velero-dev-json"
    names = {script_secret_name(component, "dev") for component in Component} | {backups}
    for row in nonempty(data["dev_script_vault_writes"]):
        assert row["name"] in names, row["id"]
        assert not row["attributes_or_tags_given"], row["id"]


def test_the_identities_of_the_data_plane_are_those_of_the_script() -> None:
    made = data_plane_identities("dev", "https://oidc.example.com/dev")
    found = {each.component: (each.name, *each.federations) for each in made}
    assert {component: (name, one.name, one.subject, one.audience) for component, (name, one) in found.items()} == {
        Component.DISK: (
            "azure-disk-MI-dev",
            "azure-disk-MI-dev-fed-id",
            "system:serviceaccount:openshift-cluster-csi-drivers:azure-disk-csi-driver-node-sa",
            "openshift",
        ),
        Component.FILE: (
            "azure-file-MI-dev",
            "azure-file-MI-dev-fed-id",
            "system:serviceaccount:openshift-cluster-csi-drivers:azure-file-csi-driver-node-sa",
            "openshift",
        ),
        Component.IMAGE_REGISTRY: (
            "image-registry-MI-dev",
            "image-registry-MI-dev-fed-id",
            "system:serviceaccount:openshift-image-registry:registry",
            "openshift",
        ),
    }
