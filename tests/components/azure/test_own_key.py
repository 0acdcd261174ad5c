"""The key of the storage account in a vault."""

from tests.components.azure.stacks import VAULT_ID, stack
from tests.kit import tokens
from tests.kit.harness import record_stack


def test_a_key_of_ones_own_has_an_identity_and_a_role_before_the_account_uses_it() -> None:
    blob = {"customerManagedKey": {"keyVaultId": VAULT_ID, "keyName": "etcd"}}
    for preview in (True, False):
        recorded = record_stack(stack(blob), preview=preview)
        account = recorded.only(tokens.STORAGE_ACCOUNT)
        assert account.inputs["encryption"]["keySource"] == "Microsoft.Keyvault"
        properties = account.inputs["encryption"]["keyVaultProperties"]
        assert properties == {"keyName": "etcd", "keyVaultUri": "https://keys-1.vault.azure.net"}
        role = recorded.named(tokens.ROLE_ASSIGNMENT, "etcd-backup-snapshots-key-role")
        assert role.inputs["scope"] == VAULT_ID
        assert role.inputs["roleDefinitionId"].endswith("/e147488a-f6f5-4113-8e2d-b22465e65bf6"), preview
        assert role.inputs["principalType"] == "ServicePrincipal"
        sleep = recorded.named(tokens.SLEEP, "etcd-backup-snapshots-key-settled")
        assert recorded.waits_for(account, [role, sleep]), preview
