"""Vaults of a hosted control plane: for its identities, and for its KMS key."""

from collections.abc import Mapping
from dataclasses import dataclass

import pulumi
from pulumi_azure_native import keyvault

from openshift_credentials.platforms.azure.identifiers import role_definition_id
from openshift_credentials.systems.control_plane_identities.plan.identities import (
    PlannedSecret,
    secrets_to_write,
    vault_group,
    vault_id,
)
from openshift_credentials.systems.control_plane_identities.rules.roles import (
    KEY_VAULT_CRYPTO_USER,
    KEY_VAULT_SECRETS_USER,
)
from openshift_credentials.systems.control_plane_identities.settings.branch import (
    ControlPlaneIdentitiesSettings,
    KmsKey,
    Vault,
)

from ..azure.key_vault import KeyVault, KeyVaultArgs
from ..azure.role_assignment import RoleAssignment, RoleAssignmentArgs, assignment_name
from ..base.options import waiting_for
from ..base.unknown import unknown_output
from .vault_secret import VaultSecret, VaultSecretArgs


@dataclass(frozen=True, kw_only=True)
class VaultRole:
    """A role in a vault, and its principal."""

    name: str
    role: str
    principal_id: pulumi.Input[str]


def make_vault(
    name: str,
    settings: ControlPlaneIdentitiesSettings,
    vault: Vault,
    role: VaultRole,
    opts: pulumi.ResourceOptions,
) -> tuple[KeyVault | None, RoleAssignment]:
    """The vault, created unless it exists, and the role of the identity that uses it."""
    key_vault = None
    if not vault.existing:
        rules = vault.network_rules
        key_vault = KeyVault(
            name,
            KeyVaultArgs(
                vault_name=vault.name,
                resource_group=vault_group(settings, vault),
                location=settings.location,
                tenant_id=settings.tenant_id,
                soft_delete_days=vault.soft_delete_days,
                purge_protection=vault.purge_protection,
                subnet_ids=rules.subnet_ids if rules else (),
                addresses=rules.addresses if rules else (),
            ),
            opts,
        )
    scope = vault_id(settings, vault)
    assignment = RoleAssignment(
        f"{name}-{role.name}",
        RoleAssignmentArgs(
            assignment_name=assignment_name(scope, role.principal_id, role.role),
            principal_id=role.principal_id,
            role_definition_id=role_definition_id(settings.subscription_id, role.role),
            scope=scope,
        ),
        waiting_for([key_vault] if key_vault else [], opts),
    )
    return key_vault, assignment


def identity_vault(
    name: str, settings: ControlPlaneIdentitiesSettings, opts: pulumi.ResourceOptions
) -> RoleAssignment | None:
    """The vault of the identities with their secrets, and the role of the reader.

    Secrets are written one after the other: Azure refuses parallel writes to one vault
    (``ConflictError``), and the provider does not try again.
    """
    vault, user = settings.vault, settings.key_vault_user
    if vault is None or user is None:
        return None
    role = VaultRole(name="reader", role=KEY_VAULT_SECRETS_USER, principal_id=user.principal_id)
    key_vault, assignment = make_vault(f"{name}-vault", settings, vault, role, opts)
    before: list[pulumi.Resource] = [key_vault] if key_vault else []
    for planned in secrets_to_write(settings):
        args = _secret_args(planned, vault.name, vault_group(settings, vault))
        secret = VaultSecret(f"{name}-{planned.component}", args, waiting_for(before, opts))
        before = [secret]
    return assignment


def _secret_args(planned: PlannedSecret, vault_name: str, group: str) -> VaultSecretArgs:
    secret, value = planned.secret, planned.value
    unknown_tags: pulumi.Output[Mapping[str, str]] = unknown_output({"": ""})
    return VaultSecretArgs(
        vault_name=vault_name,
        resource_group=group,
        secret_name=planned.name,
        value=unknown_output("") if value is None else pulumi.Output.secret(value),
        expires=secret.expires if secret else unknown_output(0),
        not_before=secret.not_before if secret else unknown_output(0),
        secret_tags=dict(secret.tags) if secret else unknown_tags,
    )


def kms_key(
    name: str,
    settings: ControlPlaneIdentitiesSettings,
    kms: KmsKey,
    principal_id: pulumi.Input[str],
    opts: pulumi.ResourceOptions,
) -> pulumi.Output[str]:
    """Version of the key that encrypts etcd, created unless one is set.

    Whatever the API servers need to read etcd is protected: vault, key, and the role in the vault.
    """
    opts = pulumi.ResourceOptions.merge(opts, pulumi.ResourceOptions(protect=True))
    role = VaultRole(name="crypto-user", role=KEY_VAULT_CRYPTO_USER, principal_id=principal_id)
    key_vault, _ = make_vault(f"{name}-kms-vault", settings, kms.vault, role, opts)
    if kms.key_version:
        return pulumi.Output.from_input(kms.key_version)
    key = keyvault.Key(
        f"{name}-kms-key",
        key_name=kms.key_name,
        vault_name=kms.vault.name,
        resource_group_name=vault_group(settings, kms.vault),
        properties=keyvault.KeyPropertiesArgs(
            kty=keyvault.JsonWebKeyType.RSA,
            key_size=2048,
            key_ops=[keyvault.JsonWebKeyOperation.ENCRYPT, keyvault.JsonWebKeyOperation.DECRYPT],
        ),
        opts=waiting_for([key_vault] if key_vault else [], opts),
    )
    return key.key_uri_with_version.apply(lambda uri: uri.rpartition("/")[2])
