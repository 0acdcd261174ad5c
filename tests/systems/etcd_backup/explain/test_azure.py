from typing import Any

import pytest

from openshift_credentials.preview.run import run_program
from openshift_credentials.systems.etcd_backup.explain import explain
from tests.components.azure.stacks import (
    ACCOUNT_ID,
    CLIENT,
    CONTAINER_ID,
    ISSUER,
    PRINCIPAL,
    SUBSCRIPTION,
    settings_of,
    stack,
    tree,
)
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.nonempty import nonempty
from tests.kit.trees import changed, load

ADOPTED = {
    "existingIdentity": True,
    "identityName": "shared",
    "clientId": CLIENT,
    "principalId": PRINCIPAL,
}
ROLE_OF_OTHERS = {
    "roleDefinitionId": f"/subscriptions/{SUBSCRIPTION}/providers/Microsoft.Authorization"
    f"/roleDefinitions/{CLIENT}"
}
CLIENT_SECRET = {"mode": "azure-client-secret", "clientId": CLIENT, "clientSecret": "MARKER~1"}


@pytest.mark.parametrize(
    "credentials",
    [{}, {"restore": True}, {"customRole": True, "restore": True}, ADOPTED, ROLE_OF_OTHERS],
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


def test_scopes_and_reasons_are_there() -> None:
    (way,) = explain(settings_of()).ways
    assert way.issuer == ISSUER
    assert way.why
    (permission,) = explain(settings_of()).permissions
    assert permission.scope == CONTAINER_ID
    assert any(action.endswith("/blobs/write") for action in permission.actions)
    narrow, wide = explain(settings_of(credentials={"restore": True})).permissions
    assert narrow.scope == CONTAINER_ID
    assert wide.scope == ACCOUNT_ID
    assert all("generateUserDelegationKey" in action for action in nonempty(wide.actions)), (
        "no deletion"
    )


def test_a_client_secret_has_no_ways_and_says_who_can_use_it() -> None:
    explained = explain(settings_of(credentials=CLIENT_SECRET))
    assert explained.ways == ()
    assert CLIENT in explained.identity
    text = " ".join(explained.remarks)
    assert "Anybody who can read Secret hypershift/cloud-credentials" in text
    assert "assigns none of these roles" in text
    assert "MARKER" not in repr(explained)


@pytest.mark.parametrize(
    ("blob", "told"),
    [
        ({}, True),
        ({"networkRules": {"addresses": ["20.1.2.3"]}}, False),
        ({"publicNetworkAccess": "Disabled"}, False),
    ],
)
def test_an_open_account_is_remarked(blob: dict[str, Any], told: bool) -> None:
    remarks = explain(settings_of({**blob, "allowSharedKeyAccess": True})).remarks
    assert any("accepts requests from every network" in remark for remark in remarks) is told
    assert "Account keys are accepted, and an account key bypasses every role" in remarks


def test_blobs_of_a_shared_container_are_a_condition() -> None:
    oadp = {"enabled": True, "secretName": "cloud-credentials"}
    shared = load(changed(tree({"sharedContainer": True}), oadp=oadp))
    (upload,) = explain(shared).permissions
    assert upload.conditions == ("only blobs below etcd-backups/, velero/backups/",)


def test_the_program_itself_can_be_previewed_with_the_same_settings() -> None:
    run_program(stack(credentials=CLIENT_SECRET))
