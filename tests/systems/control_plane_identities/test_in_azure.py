"""Vault, secrets and roles of control-plane identities, beside a stand-in of Resource Manager."""

import time
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

import pytest

from openshift_credentials.live.azure_client import observe_azure
from openshift_credentials.live.check import Check, Purpose, State, unread
from openshift_credentials.live.cloud import ArmRead
from openshift_credentials.live.observed import Observed
from openshift_credentials.platforms.azure.identifiers import role_definition_id
from openshift_credentials.systems.control_plane_identities.live import OPERATION
from openshift_credentials.systems.control_plane_identities.plan.identities import (
    control_plane_roles,
    data_plane_roles,
    managed_cluster_identities,
    secrets_to_write,
)
from openshift_credentials.systems.control_plane_identities.rules.roles import (
    KEY_VAULT_SECRETS_USER,
)
from openshift_credentials.systems.control_plane_identities.settings.branch import (
    ControlPlaneIdentitiesSettings,
)
from tests.live.api_server import ApiServer, serving
from tests.live.refusals import passing_without_an_answer
from tests.live.test_clouds import client
from tests.systems.control_plane_identities.samples import SUBSCRIPTION, TENANT, guid, tree
from tests.systems.control_plane_identities.test_operation import settings

SETTINGS: Final = settings(tree())
READS: Final = {
    each.name: each for each in OPERATION.cloud_reads(SETTINGS) if isinstance(each, ArmRead)
}
VAULT: Final = READS["vault of the identities"].path
SECRETS: Final = READS["secrets of the vault"].path

Azure = dict[str, Any]


def assignment(name: str, principal: str, role: str) -> dict[str, Any]:
    definition = role_definition_id(SUBSCRIPTION, role)
    properties = {"principalId": principal, "roleDefinitionId": definition}
    return {"name": name, "properties": properties}


def good() -> Azure:
    """Everything as the stack makes it, by path."""
    now = int(time.time())
    attributes = {"enabled": True, "nbf": now - 60, "exp": now + 3600}
    azure: Azure = {
        VAULT: {
            "properties": {
                "enableRbacAuthorization": True,
                "enablePurgeProtection": True,
                "tenantId": TENANT,
            }
        },
        SECRETS: {
            "value": [
                {"name": each.name, "properties": {"attributes": dict(attributes)}}
                for each in secrets_to_write(SETTINGS)
            ]
        },
    }
    principals = {
        name: each.principal_id for name, each in managed_cluster_identities(SETTINGS).items()
    }
    for read in READS.values():
        scope, _, what = read.path.rpartition("/providers/Microsoft.Authorization/")
        if what == "roleAssignments":
            azure[read.path] = {
                "value": [
                    assignment(each.name, principals[each.component], each.role)
                    for each in control_plane_roles(SETTINGS)
                    if each.scope == scope
                ]
                + [
                    assignment(each.name, "made", each.role)
                    for each in data_plane_roles(SETTINGS)
                    if each.scope == scope
                ]
            }
    reader = assignment("r", guid(100, 2), KEY_VAULT_SECRETS_USER)
    azure[f"{VAULT}/providers/Microsoft.Authorization/roleAssignments"]["value"].append(reader)
    return azure


def all_checks(
    azure: Azure, purpose: Purpose, own: ControlPlaneIdentitiesSettings = SETTINGS
) -> list[Check]:
    reads = [each for each in OPERATION.cloud_reads(own) if isinstance(each, ArmRead)]
    with serving(ApiServer(azure)) as server:
        observed = observe_azure(reads, client(server), 5)
    return [*unread(reads, observed), *OPERATION.cloud(own, observed, purpose)]


def checks(azure: Azure, purpose: Purpose) -> dict[str, State]:
    return {each.code: each.state for each in all_checks(azure, purpose)}


def test_what_is_as_planned_passes() -> None:
    assert checks(good(), Purpose.VERIFY) == {
        "identity-vault-secret": State.PASSED,
        "cloud-roles": State.PASSED,
    }


@pytest.mark.parametrize("purpose", [Purpose.PREFLIGHT, Purpose.VERIFY])
def test_nothing_passes_that_rests_on_a_refused_read(purpose: Purpose) -> None:
    with serving(ApiServer(good())) as server:
        observed = observe_azure(READS.values(), client(server), 5)

    def judge(observed: Observed) -> Iterator[Check]:
        return OPERATION.cloud(SETTINGS, observed, purpose)

    assert list(passing_without_an_answer(judge, observed)) == []


def test_an_empty_subscription_takes_what_the_update_makes() -> None:
    assert set(checks({}, Purpose.PREFLIGHT).values()) == {State.PASSED}
    assert checks({}, Purpose.VERIFY)["cloud-no-vault"] is State.FAILED


def test_a_vault_that_is_soft_deleted_or_in_another_mode_is_reported() -> None:
    deleted = {READS["deleted vault of the name"].path: {"name": "hcp-identities"}}
    assert checks(deleted, Purpose.PREFLIGHT)["cloud-vault-deleted"] is State.FAILED
    azure = good()
    azure[VAULT]["properties"] = {"enableRbacAuthorization": False, "tenantId": "another"}
    found = checks(azure, Purpose.PREFLIGHT)
    assert found["cloud-vault-access-policies"] is State.FAILED
    assert found["cloud-vault-tenant"] is State.FAILED
    assert found["cloud-vault-purge"] is State.WARNING
    assert found["cloud-exists"] is State.WARNING


def test_a_secret_that_is_disabled_or_missing_and_a_reader_without_role_are_stage_two() -> None:
    azure = good()
    azure[SECRETS]["value"].pop()
    azure[SECRETS]["value"][0]["properties"]["attributes"]["enabled"] = False
    azure[f"{VAULT}/providers/Microsoft.Authorization/roleAssignments"] = {"value": []}
    assert checks(azure, Purpose.VERIFY)["identity-vault-secret"] is State.FAILED


@pytest.mark.parametrize("wrong", [{"enabled": False}, {"nbf": 4_000_000_000}, {"exp": 1}])
def test_credentials_that_no_pod_can_use_now_are_stage_two(wrong: dict[str, object]) -> None:
    azure = good()
    azure[SECRETS]["value"][0]["properties"]["attributes"] |= wrong
    assert checks(azure, Purpose.VERIFY)["identity-vault-secret"] is State.FAILED


def test_a_role_that_is_missing_or_of_another_principal_is_reported() -> None:
    azure = good()
    path = next(each for each in azure if "/resourceGroups/d/" in each)
    azure[path]["value"][0]["properties"]["principalId"] = "another"
    other = next(each for each in azure if "/resourceGroups/n/" in each)
    azure[other]["value"].pop()
    assert checks(azure, Purpose.PREFLIGHT)["cloud-assignment-differs"] is State.FAILED
    assert checks(azure, Purpose.VERIFY)["identity-arm"] is State.FAILED
    azure = good()
    assigned = azure[path]["value"][0]["properties"]
    definition = assigned["roleDefinitionId"]
    assigned["roleDefinitionId"] = definition.upper()
    assert "cloud-assignment-differs" not in checks(azure, Purpose.PREFLIGHT)
    assigned["roleDefinitionId"] = f"{definition.rpartition('/')[0]}/{guid(77)}"
    assert checks(azure, Purpose.PREFLIGHT)["cloud-assignment-differs"] is State.FAILED


def in_group(azure: Azure, group: str) -> list[dict[str, Any]]:
    (path,) = (
        each for each in azure if f"/resourceGroups/{group}/providers/Microsoft.Auth" in each
    )
    found: list[dict[str, Any]] = azure[path]["value"]
    return found


def test_a_role_under_another_name_is_enough_on_the_control_plane_alone() -> None:
    azure = good()
    in_group(azure, "d")[0]["name"] = "given by hand"
    assert checks(azure, Purpose.VERIFY) == checks(good(), Purpose.VERIFY)
    made = [each for each in in_group(azure, "m") if each["properties"]["principalId"] == "made"]
    made[0]["name"] = "given by hand"
    found = {each.code: each for each in all_checks(azure, Purpose.VERIFY)}
    assert found["identity-arm"].subject == "disk on m"
    assert "cloud-roles" not in found
    planned = {each.code: each for each in all_checks(azure, Purpose.PREFLIGHT)}
    assert planned["cloud-roles"].detail == "20 assigned roles, the update adds 1"
    exists = planned["cloud-assignment-exists"]
    assert (exists.state, exists.subject) == (State.WARNING, "ingress on d")
    assert "RoleAssignmentExists" in exists.way_out


def test_a_role_of_a_workload_identity_is_known_by_its_name_alone() -> None:
    absent = dict.fromkeys(("vault", "keyVaultUser", "identities"))
    own = settings(tree(type="WorkloadIdentities", **absent))
    planned = control_plane_roles(own)
    azure: Azure = {
        f"{scope}/providers/Microsoft.Authorization/roleAssignments": {
            "value": [
                assignment(each.name, "made", each.role) for each in planned if each.scope == scope
            ]
        }
        for scope in {each.scope for each in planned}
    }
    (found,) = all_checks(azure, Purpose.VERIFY, own)
    assert (found.state, found.detail) == (State.PASSED, f"{len(planned)} assigned roles")
    in_group(azure, "d")[0]["name"] = "given by hand"
    (lacking,) = all_checks(azure, Purpose.VERIFY, own)
    assert (lacking.code, lacking.state) == ("identity-arm", State.FAILED)
    assert lacking.subject == "ingress on d"


def test_what_may_not_be_read_hides_nothing_else() -> None:
    azure = {**good(), SECRETS: HTTPStatus.FORBIDDEN}
    found = checks(azure, Purpose.VERIFY)
    assert found == {"cloud-not-permitted": State.UNKNOWN, "cloud-roles": State.PASSED}
