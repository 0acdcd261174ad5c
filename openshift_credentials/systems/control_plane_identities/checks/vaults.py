"""Rules between settings of the two vaults: for the identities, and for the etcd key."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.systems.control_plane_identities.checks.problem import problem
from openshift_credentials.systems.control_plane_identities.settings import (
    ControlPlaneIdentitiesSettings,
)
from openshift_credentials.systems.control_plane_identities.settings.branch import Vault

_OF_A_NEW_VAULT: Final = {
    "soft_delete_days": "softDeleteDays",
    "purge_protection": "purgeProtection",
    "network_rules": "networkRules",
}


def vault_problems(settings: ControlPlaneIdentitiesSettings) -> Iterator[Notice]:
    """Problems of a vault that is created or adopted, and of the key in it."""
    yield from _key_problems(settings)
    vaults = {"vault": settings.vault, "kms.vault": settings.kms.vault if settings.kms else None}
    for path, vault in vaults.items():
        if vault:
            yield from _place_problems(settings, path, vault)


def _key_problems(settings: ControlPlaneIdentitiesSettings) -> Iterator[Notice]:
    if settings.kms is None:
        return
    vault = settings.kms.vault
    if settings.vault and vault.name.lower() == settings.vault.name.lower():
        yield problem(
            "kms.vault.name",
            "must differ from the vault of the identities: a role in that vault would give "
            "access to their secrets",
            "use a separate vault for the key",
        )
    if settings.kms.key_version is not None and not vault.existing:
        yield problem(
            "kms.keyVersion",
            "names a version, but the stack creates the key",
            "remove it, or set kms.vault.existing to true",
        )


def _place_problems(
    settings: ControlPlaneIdentitiesSettings, path: str, vault: Vault
) -> Iterator[Notice]:
    for field, name in _OF_A_NEW_VAULT.items():
        if vault.existing and field in vault.model_fields_set:
            yield problem(
                f"{path}.{name}",
                "cannot be set for an existing vault, which the stack does not change",
                "remove it, or set existing to false",
            )
    if not vault.existing and vault.tenant_id not in (None, settings.tenant_id):
        yield problem(
            f"{path}.tenantId",
            "must equal tenantId for a vault that the stack creates",
            "remove it, or set existing to true",
        )
    rules = vault.network_rules
    if rules and not (rules.subnet_ids or rules.addresses):
        yield problem(
            f"{path}.networkRules",
            "allows no access at all",
            "set subnets or addresses, or remove networkRules",
        )
