"""What limits copies, signatures, keys and networks of an account, and immutable containers."""

from typing import Any

from tests.components.azure.stacks import ACCOUNT_ID, SUBNET_ID, TENANT, stack, tree
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import record_stack
from tests.kit.recorded import Recorded
from tests.kit.trees import problems

SCANNER = ACCOUNT_ID.rpartition("/providers/")[0] + "/providers/Microsoft.Security/scanners/one"
ENDPOINT = {"subnetId": SUBNET_ID}


def recorded(preview: bool = False, **blob: Any) -> Recorded:  # noqa: ANN401 - any settings
    return record_stack(stack(blob), preview=preview)


def account(**blob: Any) -> dict[str, Any]:  # noqa: ANN401 - any settings
    return dict(recorded(**blob).only(tokens.STORAGE_ACCOUNT).inputs)


def test_nothing_is_limited_without_a_setting() -> None:
    assert not {"allowedCopyScope", "sasPolicy", "keyPolicy"} & account().keys()


def test_copies_signatures_and_keys_are_limited() -> None:
    made = account(
        allowedCopyScope="AAD", sasPolicy={"hours": 25, "action": "Block"}, keyExpirationDays=90
    )
    assert made["allowedCopyScope"] == "AAD"
    assert made["sasPolicy"] == {"expirationAction": "Block", "sasExpirationPeriod": "01.01:00:00"}
    assert made["keyPolicy"] == {"keyExpirationPeriodInDays": 90}


def test_the_account_of_the_copies_is_limited_too() -> None:
    copies = recorded(
        allowedCopyScope="AAD",
        sasPolicy={"hours": 1},
        replication={"storageAccount": "copies1", "location": "northeurope"},
    )
    for made in copies.all(tokens.STORAGE_ACCOUNT):
        assert made.inputs["allowedCopyScope"] == "AAD"
        assert made.inputs["sasPolicy"]["sasExpirationPeriod"] == "00.01:00:00"


def test_instances_of_services_pass_a_firewall_that_denies_all_others() -> None:
    rules = account(
        networkRules={"subnetIds": [SUBNET_ID], "resourceAccess": [{"resourceId": SCANNER}]}
    )["networkRuleSet"]
    assert rules["defaultAction"] == "Deny"
    assert rules["resourceAccessRules"] == [{"resourceId": SCANNER, "tenantId": TENANT}]


def test_a_private_endpoint_is_enough_for_a_firewall_without_any_network() -> None:
    rules = account(networkRules={}, privateEndpoint=ENDPOINT)["networkRuleSet"]
    assert rules["defaultAction"] == "Deny"
    assert rules["ipRules"] == rules["virtualNetworkRules"] == []
    (problem,) = problems(tree({"networkRules": {}}))
    assert "privateEndpoint" in problem


@FRAMES
def test_versions_in_a_container_are_immutable_before_the_first_backup(preview: bool) -> None:
    made = recorded(preview, containerImmutability={"days": 30})

    container = made.only(tokens.BLOB_CONTAINER)
    assert container.inputs["immutableStorageWithVersioning"] == {"enabled": True}
    policy = made.only(tokens.IMMUTABILITY_POLICY)
    assert policy.inputs["immutabilityPeriodSinceCreationInDays"] == 30
    assert policy.retain_on_delete, "Azure wants an ETag that the provider does not send"
    service = made.only(tokens.BLOB_SERVICE_PROPERTIES)
    assert made.waits_for(container, [service]), "versions are on before"
    assert made.waits_for(made.only(tokens.HCP_ETCD_BACKUP), [policy])


def test_a_container_can_be_immutable_in_an_account_that_exists() -> None:
    made = recorded(containerImmutability={"days": 30}, existingAccount=True)
    assert tokens.STORAGE_ACCOUNT not in made.types
    assert made.only(tokens.IMMUTABILITY_POLICY)
