"""``preflight --cloud`` and ``verify --cloud`` on Azure, beside a stand-in of Resource Manager."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from openshift_credentials.live.azure_client import observe_azure
from openshift_credentials.live.check import Check, Purpose, State
from openshift_credentials.live.cloud import ArmRead
from openshift_credentials.live.managed import MANAGED
from openshift_credentials.live.observed import Observed
from openshift_credentials.platforms.azure import identifiers
from openshift_credentials.systems.etcd_backup.live import OPERATION
from openshift_credentials.systems.etcd_backup.plan.azure import plan_federations, plan_grants
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobUpload,
    AzureWorkloadIdentity,
)
from tests.kit.trees import AZURE, changed, load
from tests.live.api_server import ApiServer, serving
from tests.live.refusals import passing_without_an_answer
from tests.live.test_clouds import client

SETTINGS: Final = load(AZURE)
UPLOAD: Final = SETTINGS.upload
assert isinstance(UPLOAD, AzureBlobUpload)
assert isinstance(UPLOAD.identity, AzureWorkloadIdentity)
IDENTITY: Final = UPLOAD.identity
STORAGE: Final = UPLOAD.storage
PRINCIPAL: Final = "99999999-2222-3333-4444-555555555555"
READS: Final = {
    each.name: each for each in OPERATION.cloud_reads(SETTINGS) if isinstance(each, ArmRead)
}

Azure = dict[str, Any]


def good() -> Azure:
    """Everything as the stack makes it, by path."""
    (grant,) = plan_grants(SETTINGS, UPLOAD)
    role = identifiers.role_definition_id(STORAGE.subscription_id, grant.role.guid)
    made: dict[str, Any] = {
        "Azure subscription": {"tenantId": STORAGE.tenant_id},
        "Azure storage account": {
            "properties": {
                "allowBlobPublicAccess": False,
                "supportsHttpsTrafficOnly": True,
                "minimumTlsVersion": "TLS1_2",
                "allowSharedKeyAccess": False,
            }
        },
        "Azure blob container": {"name": STORAGE.container},
        "Azure managed identity": {"properties": {"clientId": "c", "principalId": PRINCIPAL}},
        "Azure federated credentials": {
            "value": [
                {
                    "name": federation.name,
                    "properties": {
                        "issuer": federation.issuer,
                        "subject": federation.subject,
                        "audiences": [federation.audience],
                    },
                }
                for federation in plan_federations(SETTINGS, IDENTITY)
            ]
        },
    }
    assignment = {"properties": {"principalId": PRINCIPAL, "roleDefinitionId": role}}
    for name in READS:
        if name.startswith("roles at"):
            made[name] = {"value": [assignment]}
    return {READS[name].path: content for name, content in made.items()}


def checks(
    azure: Azure, purpose: Purpose, managed: list[dict[str, str]] | None = None
) -> dict[str, State]:
    with serving(ApiServer(azure)) as server:
        observed = observe_azure(READS.values(), client(server), 5)
    if managed is not None:
        observed = observed.together_with(Observed({MANAGED: managed}))
    return {each.code: each.state for each in OPERATION.cloud(SETTINGS, observed, purpose)}


def test_an_empty_subscription_takes_what_the_update_makes() -> None:
    azure = {READS["Azure subscription"].path: {"tenantId": STORAGE.tenant_id}}
    assert checks(azure, Purpose.PREFLIGHT) == {
        "cloud-account": State.PASSED,
        "cloud-container": State.PASSED,
        "cloud-identity": State.PASSED,
    }


def test_what_is_as_planned_passes_after_an_update() -> None:
    assert checks(good(), Purpose.VERIFY) == {
        "cloud-account-settings": State.PASSED,
        "cloud-account-limits": State.PASSED,
        "cloud-container": State.PASSED,
        "cloud-federation": State.PASSED,
        "cloud-role": State.PASSED,
    }


@pytest.mark.parametrize("purpose", [Purpose.PREFLIGHT, Purpose.VERIFY])
def test_nothing_passes_that_rests_on_a_refused_read(purpose: Purpose) -> None:
    with serving(ApiServer(good())) as server:
        observed = observe_azure(READS.values(), client(server), 5)

    def judge(observed: Observed) -> Iterator[Check]:
        return OPERATION.cloud(SETTINGS, observed, purpose)

    assert list(passing_without_an_answer(judge, observed)) == []


def test_what_exists_without_the_stack_is_in_the_way_of_the_update() -> None:
    found = checks(good(), Purpose.PREFLIGHT, managed=[])
    assert found["cloud-exists"] is State.FAILED
    unknown = checks(good(), Purpose.PREFLIGHT)
    assert unknown["cloud-exists"] is State.WARNING


def test_each_thing_that_differs_is_reported() -> None:
    azure = good()
    account = azure[READS["Azure storage account"].path]["properties"]
    account["allowBlobPublicAccess"] = True
    account["allowedCopyScope"] = "AAD"
    (federation,) = azure[READS["Azure federated credentials"].path]["value"]
    federation["properties"] |= {"issuer": "x", "subject": "y", "audiences": ["z"]}
    for name, read in READS.items():
        if name.startswith("roles at"):
            azure[read.path] = {"value": []}
    azure[READS["Azure subscription"].path] = {"tenantId": "another"}
    assert checks(azure, Purpose.VERIFY) == {
        "cloud-tenant": State.FAILED,
        "cloud-account-settings": State.WARNING,
        "cloud-account-limits": State.WARNING,
        "cloud-container": State.PASSED,
        "cloud-federation-differs": State.FAILED,
        "cloud-no-role": State.FAILED,
    }


def test_a_federated_credential_that_is_not_there_is_made_by_the_update() -> None:
    azure = good()
    azure[READS["Azure federated credentials"].path] = {"value": []}
    assert checks(azure, Purpose.PREFLIGHT)["cloud-federation"] is State.PASSED
    assert checks(azure, Purpose.VERIFY)["cloud-no-federation"] is State.FAILED


def test_an_adopted_identity_is_compared_with_its_ids() -> None:
    client_id = "11111111-2222-3333-4444-555555555555"
    identity = {
        "existingIdentity": True,
        "identityName": "uploader",
        "clientId": client_id,
        "principalId": PRINCIPAL,
    }
    settings = load(changed(AZURE, credentials=identity))
    observed = Observed(
        {"Azure managed identity": [{"properties": {"clientId": "x", "principalId": PRINCIPAL}}]}
    )
    found = [each.code for each in OPERATION.cloud(settings, observed, Purpose.PREFLIGHT)]
    assert found == ["cloud-identity-differs"]
