"""The key of the storage account in a vault, which exists or which the stack creates."""

import pytest

from tests.components.azure.stacks import CLIENT, SUBSCRIPTION, VAULT_ID, stack, tree
from tests.engine.fake_provider.lives import Life
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import record_stack
from tests.kit.trees import problems

OWN_VAULT = VAULT_ID.replace("/resourceGroups/keys/", "/resourceGroups/backup/")
KEY = {"create": True, "keyVaultId": OWN_VAULT, "keyName": "etcd"}
KEPT: list[tuple[dict[str, bool], bool, bool]] = [
    ({}, True, False),
    ({"retainOnDestroy": True}, False, True),
    ({"protect": False, "deleteSnapshots": True}, False, False),
]


@FRAMES
def test_vault_and_key_are_created_before_the_account_that_needs_them(preview: bool) -> None:
    recorded = record_stack(stack({"customerManagedKey": KEY}), preview=preview)

    vault, key = recorded.only(tokens.KEY_VAULT), recorded.only(tokens.VAULT_KEY)
    assert (vault.inputs["vaultName"], key.inputs["keyName"]) == ("keys-1", "etcd")
    properties = vault.inputs["properties"]
    assert properties["enablePurgeProtection"] is True, "Azure Storage refuses a vault without it"
    assert properties["enableSoftDelete"] is True
    assert properties["softDeleteRetentionInDays"] == 90, "Azure's own and longest"
    assert properties["enableRbacAuthorization"] is True
    assert key.inputs["properties"]["kty"] == "RSA"
    role = recorded.named(tokens.ROLE_ASSIGNMENT, "etcd-backup-snapshots-key-role")
    assert role.inputs["scope"] == OWN_VAULT
    assert recorded.waits_for(role, [vault])
    account = recorded.only(tokens.STORAGE_ACCOUNT)
    assert recorded.waits_for(account, [vault, key, role])
    encryption = account.inputs["encryption"]["keyVaultProperties"]
    assert encryption == {"keyVaultUri": "https://keys-1.vault.azure.net", "keyName": "etcd"}


@pytest.mark.parametrize(("kept", "protected", "retained"), KEPT)
def test_they_are_kept_as_long_as_the_account(
    kept: dict[str, bool], protected: bool, retained: bool
) -> None:
    recorded = record_stack(stack({"customerManagedKey": KEY, **kept}), preview=True)
    for token in (tokens.KEY_VAULT, tokens.VAULT_KEY):
        found = recorded.only(token)
        assert (found.protect, found.retain_on_delete) == (protected, retained), token


def test_the_clouds_let_it_live_and_go() -> None:
    blob = {"customerManagedKey": KEY, "protect": False, "deleteSnapshots": True}
    lived = Life(record_stack(stack(blob), preview=False))
    assert list(lived.changes()) == []
    lived.destroy()
    assert list(lived.left()) == []


@pytest.mark.parametrize(
    ("key", "setting", "words"),
    [
        ({"keyVaultId": VAULT_ID}, "keyVaultId", "in resource group backup"),
        (
            {"keyVaultId": OWN_VAULT.replace(SUBSCRIPTION, CLIENT)},
            "keyVaultId",
            f"of subscription {SUBSCRIPTION}",
        ),
        ({"keyVersion": "0" * 32}, "keyVersion", "create"),
    ],
)
def test_a_vault_elsewhere_and_a_version_of_a_key_to_come_are_refused(
    key: dict[str, object], setting: str, words: str
) -> None:
    blob = {"customerManagedKey": {**KEY, **key}}
    (problem,) = problems(tree(blob))
    assert f"azureBlob.customerManagedKey.{setting}" in problem
    assert words in problem


def test_a_key_of_ones_own_has_an_identity_and_a_role_before_the_account_uses_it() -> None:
    blob = {
        "customerManagedKey": {"keyVaultId": VAULT_ID, "keyName": "etcd"},
        "encryptionScope": "own",
    }
    for preview in (True, False):
        recorded = record_stack(stack(blob), preview=preview)
        account = recorded.only(tokens.STORAGE_ACCOUNT)
        assert account.inputs["encryption"]["keySource"] == "Microsoft.Keyvault"
        properties = account.inputs["encryption"]["keyVaultProperties"]
        assert properties == {"keyName": "etcd", "keyVaultUri": "https://keys-1.vault.azure.net"}
        role = recorded.named(tokens.ROLE_ASSIGNMENT, "etcd-backup-snapshots-key-role")
        assert role.inputs["scope"] == VAULT_ID
        assert role.inputs["roleDefinitionId"].endswith("/e147488a-f6f5-4113-8e2d-b22465e65bf6"), (
            preview
        )
        assert role.inputs["principalType"] == "ServicePrincipal"
        sleep = recorded.named(tokens.SLEEP, "etcd-backup-snapshots-key-settled")
        assert recorded.waits_for(account, [role, sleep]), preview
        scope = recorded.only(tokens.ENCRYPTION_SCOPE).inputs
        assert scope["source"] == "Microsoft.KeyVault", "snapshots would get another key"
        assert scope["keyVaultProperties"] == {"keyUri": "https://keys-1.vault.azure.net/keys/etcd"}


def test_the_role_for_a_key_is_defined_in_the_subscription_of_its_vault() -> None:
    other = "99999999-2222-3333-4444-555555555555"
    vault = VAULT_ID.replace("11111111", "99999999")
    key = {"customerManagedKey": {"keyVaultId": vault, "keyName": "etcd"}}
    recorded = record_stack(stack(key), preview=True)
    role = recorded.named(tokens.ROLE_ASSIGNMENT, "etcd-backup-snapshots-key-role")
    assert role.inputs["roleDefinitionId"].startswith(f"/subscriptions/{other}/")
