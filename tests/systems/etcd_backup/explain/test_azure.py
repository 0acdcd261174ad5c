from typing import Any

import pytest

from openshift_credentials.systems.etcd_backup.explain import explain
from tests.components.azure.stacks import CLIENT, PRINCIPAL, SUBSCRIPTION, settings_of, stack, tree
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.trees import changed, load

ADOPTED = {"existingIdentity": True, "identityName": "shared", "clientId": CLIENT, "principalId": PRINCIPAL}
ROLE_OF_OTHERS = {
    "roleDefinitionId": f"/subscriptions/{SUBSCRIPTION}/providers/Microsoft.Authorization/roleDefinitions/{CLIENT}"
}


@pytest.mark.parametrize(
    "credentials", [{}, {"restore": True}, {"customRole": True, "restore": True}, ADOPTED, ROLE_OF_OTHERS]
)
def test_an_explanation_says_what_the_stack_makes(credentials: dict[str, Any]) -> None:
    explained = explain(settings_of(credentials=credentials))
    recorded = record_stack(stack(credentials=credentials), preview=True)
    made = {
        (each.inputs["issuer"], each.inputs["subject"], each.inputs["audiences"][0])
        for each in recorded.all(tokens.FEDERATED_CREDENTIAL)
    }
    assert {(way.issuer, way.subject, way.audience) for way in explained.ways} == made
    scopes = sorted(each.inputs["scope"] for each in recorded.all(tokens.ROLE_ASSIGNMENT))
    assert sorted(permission.scope for permission in explained.permissions) == scopes


@pytest.mark.parametrize(("blob", "told"), [({}, True), ({"existing": True}, False)])
def test_an_open_account_is_remarked(blob: dict[str, Any], told: bool) -> None:
    remarks = explain(settings_of(blob)).remarks
    assert any("accepts requests from every network" in remark for remark in remarks) is told


@pytest.mark.parametrize(("inputs", "told"), [({"allowedCopyScope": "AAD"}, True), ({"networkRuleSet": {}}, False)])
def test_an_account_whose_networks_are_overridden_is_not(inputs: dict[str, Any], told: bool) -> None:
    overridden = changed(tree(), overrides={"etcd-backup-snapshots": inputs})
    remarks = explain(load(overridden)).remarks
    assert any("accepts requests from every network" in remark for remark in remarks) is told


def test_account_keys_are_remarked() -> None:
    remarks = explain(settings_of({"allowSharedKeyAccess": True})).remarks
    assert "Account keys are accepted, and an account key bypasses every role" in remarks
