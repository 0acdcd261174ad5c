"""The whole program with identities of a control plane, as in a preview and as in an update."""

import itertools
import json
from pathlib import Path
from typing import Any

from openshift_credentials.preview.stack_files import StackConfiguration
from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster import judge_hosted_cluster
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.recorded import Recorded
from tests.kit.tables import nonempty
from tests.systems.control_plane_identities.samples import (
    COMPONENTS,
    applied,
    config,
    document,
    guid,
    identity,
    sample,
    time,
    tree,
)

FRAMES = (True, False)
SECRET_KEYS = ("openshift-credentials:controlPlaneIdentities",)


def recorded(branch: object, *, preview: bool) -> Recorded:
    stack = StackConfiguration("openshift-credentials", "test", Path.cwd(), config(branch), SECRET_KEYS)
    return record_stack(stack, preview=preview)


def kms() -> dict[str, Any]:
    return {"kms": {"vault": {"name": "etcd-keys"}}, "identities__kms": identity(9)}


def workload() -> dict[str, Any]:
    absent = dict.fromkeys(("vault", "keyVaultUser", "identities"))
    return {"type": "WorkloadIdentities", **absent}


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
    short = {"vault__softDeleteDays": 7, "vault__purgeProtection": False}
    changed = {**properties, "softDeleteRetentionInDays": 7}
    del changed["enablePurgeProtection"]
    for changes, expected in (({}, properties), (short, changed)):
        for preview in FRAMES:
            vault = recorded(tree(**changes), preview=preview).only(tokens.KEY_VAULT)
            assert vault.inputs["properties"] == expected


def test_what_is_in_a_vault_of_the_stack_is_deleted_with_it() -> None:
    for existing in (False, True):
        branch = tree(vault__existing=existing, kms={"vault": {"name": "etcd-keys"}}, identities__kms=identity(9))
        found = recorded(branch, preview=False)
        goes_with = {each.request.deletedWith for each in nonempty(found.all(tokens.VAULT_SECRET))}
        urns = {each.inputs["vaultName"]: each.urn for each in found.all(tokens.KEY_VAULT)}
        assert goes_with == {"" if existing else urns["hcp-identities"]}
        assert found.only(tokens.VAULT_KEY).request.deletedWith == urns["etcd-keys"]


def test_secrets_of_a_vault_are_written_one_after_the_other() -> None:
    for changes in ({}, {"vault__existing": True}):
        found = recorded(tree(**changes), preview=False)
        secrets = nonempty(found.all(tokens.VAULT_SECRET))
        for before, secret in itertools.pairwise(secrets):
            assert found.waits_for(secret, [before]), "Azure refuses parallel writes: ConflictError"


def test_nothing_secret_is_open_in_any_resource_or_output() -> None:
    branch = tree()
    marks = [json.loads(each["document"])["client_secret"] for each in branch["identities"].values()]
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


def test_a_self_managed_cluster_gets_workload_identities() -> None:
    for topology, number in ((None, 8), ("Public", 7), ("Private", 8)):
        found = recorded(tree(topology=topology, **workload()), preview=False)
        assert len(found.all(tokens.MANAGED_IDENTITY)) == number
        assert tokens.VAULT_SECRET not in found.types
        identities = found.exports["workloadIdentitiesFile"]
        assert ("controlPlaneOperator" in identities) == (number == 8)
        assert all(set(each) == {"clientID"} for each in nonempty(identities.values())), (topology, number)


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


def test_the_report_says_when_credentials_end() -> None:
    number = COMPONENTS.index("disk") + 1
    soon = dict(zip(("renew_after", "cannot_renew_after", "not_after"), map(time, (3, 5, 29)), strict=True))
    ending = document(guid(number), **soon)
    branch = tree(identities__disk__document=ending)
    found = recorded(branch, preview=True)
    report = found.exports["expiry"]
    assert set(report) == set(branch["identities"])
    for name, lifetime in report.items():
        stated = json.loads(branch["identities"][name]["document"])
        times = ("not_before", "not_after", "renew_after", "cannot_renew_after")
        assert lifetime == {"known": True, "endsSoon": name == "disk", **{key: stated[key] for key in times}}
    (told,) = (each for each in found.warnings if " expire at " in each)
    assert "identity disk" in told
