"""The whole program with identities of a control plane, as in a preview and as in an update."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.platforms.azure.managed_identity import loading
from openshift_credentials.preview.stack_files import StackConfiguration
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.system import settings_in
from openshift_credentials.systems.control_plane_identities import checks
from openshift_credentials.systems.control_plane_identities.plan import assert_nothing_moves, fixed_properties
from openshift_credentials.systems.control_plane_identities.rules.components import (
    CONTRIBUTOR,
    Component,
    Group,
    control_plane_assignments,
)
from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster import judge_hosted_cluster
from openshift_credentials.systems.control_plane_identities.settings import ControlPlaneIdentitiesSettings
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
from tests.systems.control_plane_identities.test_wrong_settings import SECRET_KEYS as ENCRYPTED

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


# What an update cannot change of control-plane identities stops it.

KMS = {"kms": {"vault": {"name": "etcd-keys"}}, "identities__kms": identity(9)}


def settings(branch: dict[str, Any]) -> ControlPlaneIdentitiesSettings:
    return ControlPlaneIdentitiesSettings.model_validate(branch)


def test_another_location_stops() -> None:
    earlier = fixed_properties(settings(tree()))
    with pytest.raises(ContractError, match=r'location: is "uksouth", but was .*moves neither'):
        assert_nothing_moves(earlier, settings(tree(location="uksouth")))
    assert_nothing_moves(earlier, settings(tree()))
    assert_nothing_moves({}, settings(tree(location="uksouth")))


@pytest.mark.parametrize("vault", ["vault", "kms.vault"])
def test_a_vault_of_the_stack_is_not_called_existing(vault: str) -> None:
    earlier = fixed_properties(settings(tree(**KMS)))
    existing = tree(**KMS, **{f"{vault.replace('.', '__')}__existing": True})
    with pytest.raises(ContractError, match=f"{vault}.existing: is true, but this stack created"):
        assert_nothing_moves(earlier, settings(existing))
    assert_nothing_moves(fixed_properties(settings(existing)), settings(existing))


# What is asserted of the secrets of a vault before anything is registered.


def settings_from() -> ControlPlaneIdentitiesSettings:
    deployments = load_settings(config(tree()), ENCRYPTED)
    found = settings_in(deployments, ControlPlaneIdentitiesSettings)
    assert found
    return found


def test_a_document_that_does_not_load_stops_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(_: bytes, *, sets_cloud: bool) -> loading.Load:
        assert sets_cloud
        return loading.load(b"{}")

    monkeypatch.setattr(checks, "load", load)
    with pytest.raises(ContractError) as caught:
        checks.assert_promises(settings_from())
    start, _, rest = str(caught.value).partition(": ")
    assert start.startswith("identity ")
    assert rest == loading.load(b"{}").why


def test_a_stanza_that_the_api_server_rejects_stops_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> dict[str, object]:
        return {"azureAuthenticationConfigType": "x"}

    monkeypatch.setattr(checks, "authentication", wrong)
    with pytest.raises(ContractError, match=r"^the API server would reject the stanza: "):
        checks.assert_promises(settings_from())


# Roles that HyperShift's command gives with ``--assign-custom-hcp-roles``.
#
# Source: openshift/hypershift ``support/config/constants.go`` (``CPOCustomRoleDefinitionID``,
# ``CAPZCustomRoleDefinitionID``).

GROUPS = {group: f"/subscriptions/SUB/resourceGroups/{name}" for group, name in zip(Group, "mnvd", strict=True)}
DEFINITIONS = "/subscriptions/SUB/providers/Microsoft.Authorization/roleDefinitions"


@pytest.mark.parametrize(
    ("component", "role", "groups"),
    [
        (Component.CONTROL_PLANE_OPERATOR, "7d8bb4e4-6fa7-4545-96cf-20fce11b705d", "mnv"),
        (Component.NODE_POOL_MANAGEMENT, "Azure Red Hat OpenShift NodePool Management Role", "mv"),
    ],
)
def test_two_identities_get_another_role_than_contributor(component: Component, role: str, groups: str) -> None:
    for custom_roles, wanted in ((True, role), (False, CONTRIBUTOR)):
        found = control_plane_assignments("i", GROUPS, [component], custom_roles=custom_roles)
        assert {each.role_definition("SUB") for each in found} == {f"{DEFINITIONS}/{wanted}"}
        assert "".join(each.scope[-1] for each in found) == groups
