"""The whole program with identities of a control plane, as in a preview and as in an update."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.preview.stack_files import StackConfiguration
from openshift_credentials.systems.control_plane_identities.rules.components import (
    Component,
    flow_of,
)
from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster import (
    judge_hosted_cluster,
)
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.nonempty import nonempty
from tests.kit.recorded import Recorded
from tests.systems.control_plane_identities.samples import (
    applied,
    config,
    guid,
    identity,
    sample,
    tree,
)

FRAMES = (True, False)
SUBNET = (
    "/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/n/providers"
    "/Microsoft.Network/virtualNetworks/v/subnets/s"
)
SECRET_KEYS = ("openshift-credentials:controlPlaneIdentities",)


def recorded(branch: object, *, preview: bool) -> Recorded:
    stack = StackConfiguration(
        "openshift-credentials", "test", Path.cwd(), config(branch), SECRET_KEYS
    )
    return record_stack(stack, preview=preview)


def kms() -> dict[str, Any]:
    return {"kms": {"vault": {"name": "etcd-keys"}}, "identities__kms": identity(9)}


def workload() -> dict[str, Any]:
    absent = dict.fromkeys(("vault", "keyVaultUser", "identities"))
    return {"type": "WorkloadIdentities", **absent}


def test_a_managed_control_plane_is_made_whole() -> None:
    for preview in FRAMES:
        found = recorded(tree(), preview=preview)
        assert len(found.all(tokens.VAULT_SECRET)) == 8
        assert len(found.all(tokens.MANAGED_IDENTITY)) == 3
        assert len(found.all(tokens.FEDERATED_CREDENTIAL)) == 3
        assert len(found.all(tokens.ROLE_ASSIGNMENT)) == 1 + 18 + 3
        vault = found.only(tokens.KEY_VAULT)
        properties = vault.inputs["properties"]
        assert properties["enableRbacAuthorization"] is True
        assert properties["enablePurgeProtection"] is True
        for role in found.all(tokens.ROLE_ASSIGNMENT):
            assert role.inputs["principalType"] == "ServicePrincipal", "or Azure takes a user"
        for secret in found.all(tokens.VAULT_SECRET):
            assert found.waits_for(secret, [vault]), secret
            assert secret.inputs["properties"]["contentType"] == "application/json"
            attributes = secret.inputs["properties"]["attributes"]
            assert attributes["enabled"] is True
            assert attributes["notBefore"] < attributes["expires"]
            assert set(secret.inputs["tags"]) == {"renew_after", "cannot_renew_after"}


def test_a_vault_has_the_form_that_the_csi_provider_and_the_runbooks_expect() -> None:
    properties: dict[str, Any] = {
        "tenantId": tree()["tenantId"],
        "sku": {"family": "A", "name": "standard"},
        "enableRbacAuthorization": True,
        "enableSoftDelete": True,
        "softDeleteRetentionInDays": 90,
        "enablePurgeProtection": True,
        "enabledForDeployment": False,
        "enabledForDiskEncryption": False,
        "enabledForTemplateDeployment": False,
        "publicNetworkAccess": "enabled",
    }
    rules = {"vault__networkRules": {"addresses": ["20.0.0.1"], "subnetIds": [SUBNET]}}
    network = {
        "bypass": "AzureServices",
        "defaultAction": "Deny",
        "ipRules": [{"value": "20.0.0.1"}],
        "virtualNetworkRules": [{"id": SUBNET}],
    }
    short = {"vault__softDeleteDays": 7, "vault__purgeProtection": False}
    changed = {**properties, "softDeleteRetentionInDays": 7}
    del changed["enablePurgeProtection"]
    for changes, expected in (
        ({}, properties),
        (rules, {**properties, "networkAcls": network}),
        (short, changed),
    ):
        for preview in FRAMES:
            vault = recorded(tree(**changes), preview=preview).only(tokens.KEY_VAULT)
            assert vault.inputs["properties"] == expected


def test_secrets_of_a_vault_are_written_one_after_the_other() -> None:
    for changes in ({}, {"vault__existing": True}):
        found = recorded(tree(**changes), preview=False)
        secrets = nonempty(found.all(tokens.VAULT_SECRET))
        for before, secret in itertools.pairwise(secrets):
            assert found.waits_for(secret, [before]), "Azure refuses parallel writes: ConflictError"


def test_the_reader_of_the_vault_gets_the_role_by_its_object_id() -> None:
    for preview in FRAMES:
        found = recorded(tree(), preview=preview)
        reader = found.named(tokens.ROLE_ASSIGNMENT, "control-plane-identities-vault-reader")
        assert reader.inputs["principalId"] == guid(100, 2)
        role = reader.inputs["roleDefinitionId"]
        assert role.endswith("/4633458b-17de-408a-b874-0445c86b69e6"), "Key Vault Secrets User"
        assert reader.inputs["scope"].endswith("/vaults/hcp-identities"), preview
        assert found.only(tokens.SLEEP).inputs["createDuration"] == "120s"
        flags = found.exports["hypershiftInstallFlags"]
        assert guid(100) in flags, "the client ID"
        assert guid(100, 2) not in flags


def test_nothing_secret_is_open_in_any_resource_or_output() -> None:
    branch = tree()
    marks = [
        json.loads(each["document"])["client_secret"] for each in branch["identities"].values()
    ]
    for preview in FRAMES:
        found = recorded(branch, preview=preview)
        assert found.all(tokens.VAULT_SECRET), preview
        for secret in found.all(tokens.VAULT_SECRET):
            assert secret.is_secret("properties") or secret.is_secret("properties", "value")
        for resource in nonempty(found.resources):
            if resource.type != tokens.VAULT_SECRET:
                whole = f"{dict(resource.inputs)} {dict(resource.outputs)}"
                assert not any(mark[:60] in whole for mark in marks), resource
        assert not any(mark[:60] in each for mark in marks for each in found.warnings), preview


def test_the_stanza_is_accepted_by_the_api_server() -> None:
    data = sample("hosted_cluster_api")
    for changes, base in (({}, "managed"), (kms(), "managed"), (workload(), "workload")):
        found = recorded(tree(**changes), preview=False)
        stanza = found.exports["azureAuthenticationConfig"]
        wanted = {"spec.platform.azure.azureAuthenticationConfig": stanza}
        if "kms" in changes:
            wanted["spec.secretEncryption"] = found.exports["secretEncryption"]
        verdict = judge_hosted_cluster(applied(data["bases"][base], wanted))
        assert verdict.accepted, [str(error) for error in verdict.errors]
        assert {advice.code for advice in verdict.warnings} <= {"OTHER_TENANT"}


def test_a_key_for_etcd_has_its_own_vault_and_role() -> None:
    for preview in FRAMES:
        found = recorded(tree(**kms()), preview=preview)
        assert len(found.all(tokens.KEY_VAULT)) == 2
        assert found.only(tokens.VAULT_KEY).protect, "without the key etcd cannot be read again"
        vault = found.named(tokens.KEY_VAULT, "control-plane-identities-kms-vault")
        user = found.named(tokens.ROLE_ASSIGNMENT, "control-plane-identities-kms-vault-crypto-user")
        assert vault.protect
        assert user.protect
        assert user.inputs["principalId"] == guid(9, 2)
        assert user.inputs["scope"].endswith("/vaults/etcd-keys"), "that vault and no other"
        role = user.inputs["roleDefinitionId"]
        assert role.endswith("/12338af0-0e69-4776-bea7-57ae8d297424"), "Key Vault Crypto User"


def test_a_self_managed_cluster_gets_workload_identities() -> None:
    for topology, number in ((None, 8), ("Public", 7), ("Private", 8)):
        found = recorded(tree(topology=topology, **workload()), preview=False)
        assert len(found.all(tokens.MANAGED_IDENTITY)) == number
        assert tokens.VAULT_SECRET not in found.types
        identities = found.exports["workloadIdentitiesFile"]
        assert ("controlPlaneOperator" in identities) == (number == 8)
        assert all(set(each) == {"clientID"} for each in nonempty(identities.values())), (
            topology,
            number,
        )


def test_what_exists_is_not_made_again() -> None:
    existing = {
        name: {"clientId": guid(number), "principalId": guid(number, 2)}
        for number, name in enumerate(("disk", "file", "imageRegistry"), start=50)
    }
    branch = tree(vault__existing=True, dataPlane=existing)
    found = recorded(branch, preview=False)
    assert tokens.KEY_VAULT not in found.types
    assert tokens.MANAGED_IDENTITY not in found.types
    assert found.exports["dataPlaneIdentitiesFile"]["fileMSIClientID"] == guid(51)


def test_one_group_for_everything_gives_each_role_once() -> None:
    group = {"managed": "one", "nsg": "one", "vnet": "one", "dnsZone": "one"}
    found = recorded(tree(resourceGroups=group), preview=False)
    names = [each.inputs["roleAssignmentName"] for each in found.all(tokens.ROLE_ASSIGNMENT)]
    assert len(names) == len(set(names)) == 1 + 8 + 3


def test_a_class_for_other_pods_has_the_operators_form() -> None:
    own = {"name": "backup", "namespace": "backup", "identity": "disk"}
    found = recorded(tree(secretProviderClasses=[own]), preview=False)
    parameters = found.only(tokens.SECRET_PROVIDER_CLASS).inputs["spec"]["parameters"]
    assert parameters["userAssignedIdentityID"] == guid(100)
    assert "objectName: azure-disk-demo-x7k2p-json\n" in parameters["objects"]


def test_the_map_has_every_consumer_of_every_identity() -> None:
    found = recorded(tree(**kms()), preview=True)
    mapping = found.exports["identityMapping"]
    assert {each["component"] for each in mapping} == set(Component)
    assert len(mapping) == sum(len(flow.consumers) for flow in map(flow_of, Component))
    for each in mapping:
        assert each["path"].endswith(f"/{each['secret']}"), each
        assert each["path"] in each["learnsPathFrom"]


def test_the_report_says_when_credentials_end() -> None:
    found = recorded(tree(warnDays=400), preview=True)
    report = found.exports["expiry"]
    identities = tree()["identities"]
    assert set(report) == set(identities)
    for name, lifetime in report.items():
        stated = json.loads(identities[name]["document"])
        times = ("not_before", "not_after", "renew_after", "cannot_renew_after")
        assert lifetime == {"known": True, "endsSoon": True, **{key: stated[key] for key in times}}
    assert any("identity " in each and " expire at " in each for each in found.warnings)


def test_documents_are_read_from_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    branch = tree()
    path = tmp_path / "ingress.json"
    path.write_text(branch["identities"]["ingress"].pop("document"))
    branch["identities"]["ingress"]["documentFile"] = str(path)
    monkeypatch.chdir(tmp_path)
    assert len(recorded(branch, preview=False).all(tokens.VAULT_SECRET)) == 8
