"""Rules between settings of the two vaults: for the identities, and for the etcd key."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice

from ..settings import ControlPlaneIdentitiesSettings
from ..settings.branch import Vault
from .problem import problem

_OF_A_NEW_VAULT: Final = {
    "soft_delete_days": "softDeleteDays",
    "purge_protection": "purgeProtection",
}


def vault_problems(settings: ControlPlaneIdentitiesSettings) -> Iterator[Notice]:
    """Problems of a vault that is created or adopted, and of the key in it."""
    yield from _key_problems(settings)
    vaults = {"vault": settings.vault, "kms.vault": settings.kms.vault if settings.kms else None}
    for path, vault in vaults.items():
        if vault:
            yield from _place_problems(path, vault)


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


def _place_problems(path: str, vault: Vault) -> Iterator[Notice]:
    for field, name in _OF_A_NEW_VAULT.items():
        if vault.existing and field in vault.model_fields_set:
            yield problem(
                f"{path}.{name}",
                "cannot be set for an existing vault, which the stack does not change",
                "remove it, or set existing to false",
            )
