"""Storage account for etcd snapshots."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pulumi
from pulumi_azure_native import storage

from openshift_credentials.base.errors import ContractError
from openshift_credentials.platforms.azure.storage_rules import LOCKED_FIRST
from openshift_credentials.stack.base import Keeping

from ...azure import import_properties
from ...base.adoption import Adoption
from ...base.guard import guard_hook
from ...base.options import child_options
from .network_access import NetworkAccess, network_rule_set


@dataclass(frozen=True, kw_only=True)
class AccountImmutability:
    """Days for which blobs cannot change, and whether the policy is ``Locked`` or ``Unlocked``."""

    days: int
    state: str


@dataclass(frozen=True, kw_only=True)
class VaultKey:
    """A key of a vault that encrypts the account, and the identity that reads it."""

    vault_uri: str
    key_name: str
    key_version: str | None
    identity_id: pulumi.Input[str]


@dataclass(frozen=True, kw_only=True)
class SasLimit:
    """Longest validity of a signature (``DD.HH:MM:SS``), and ``Log`` or ``Block``."""

    period: str
    action: str


@dataclass(frozen=True, kw_only=True)
class SnapshotAccountArgs:
    """Shape of the account, in the terms of Azure Resource Manager.

    Without ``network``, every network can reach the endpoint; without ``key``, Microsoft manages
    the key. With ``import_id``, the existing account is imported unchanged.
    """

    account_name: str
    resource_group: pulumi.Input[str]
    location: str
    sku: str
    minimum_tls_version: str
    public_network_access: str
    shared_keys: bool
    allowed_copy_scope: str | None = None
    sas_policy: SasLimit | None = None
    key_expiration_days: int | None = None
    infrastructure_encryption: bool
    network: NetworkAccess | None = None
    immutability: AccountImmutability | None = None
    key: VaultKey | None = None
    import_id: str | None = None
    keeping: Keeping
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class SnapshotAccount(pulumi.ComponentResource):
    """A storage account with TLS only, without public blobs and account keys."""

    account_name: pulumi.Output[str]
    account_id: pulumi.Output[str]

    def __init__(
        self, name: str, args: SnapshotAccountArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:SnapshotAccount", name, None, opts)
        self.account = storage.StorageAccount(
            name,
            account_name=args.account_name,
            resource_group_name=args.resource_group,
            location=args.location,
            kind=storage.Kind.STORAGE_V2,
            sku={"name": args.sku},
            enable_https_traffic_only=True,
            minimum_tls_version=args.minimum_tls_version,
            allow_blob_public_access=False,
            allow_cross_tenant_replication=False,
            allow_shared_key_access=args.shared_keys,
            allowed_copy_scope=args.allowed_copy_scope,
            sas_policy=_sas_policy(args.sas_policy),
            key_policy={"key_expiration_period_in_days": args.key_expiration_days}
            if args.key_expiration_days
            else None,
            default_to_o_auth_authentication=True,
            is_local_user_enabled=False,
            public_network_access=args.public_network_access,
            network_rule_set=network_rule_set(args.network),
            identity=_identity(args.key),
            encryption=_encryption(args),
            immutable_storage_with_versioning=_immutability(args.immutability),
            tags=args.tags or None,
            opts=pulumi.ResourceOptions.merge(
                pulumi.ResourceOptions.merge(
                    child_options(self, opts, keeping=args.keeping),
                    Adoption.of(args.import_id).options(
                        name, args.import_id, keep=import_properties.ACCOUNT
                    ),
                ),
                pulumi.ResourceOptions(hooks=_hooks(name, args.immutability)),
            ),
        )
        self.account_name, self.account_id = self.account.name, self.account.id
        self.register_outputs({"storageAccount": self.account_name})


def _hooks(
    name: str, immutability: AccountImmutability | None
) -> pulumi.ResourceHookBinding | None:
    """Stop before an account is created with a locked policy, also in a preview of the engine."""
    if immutability is None or immutability.state != storage.AccountImmutabilityPolicyState.LOCKED:
        return None
    dry_run_too = pulumi.ResourceHookOptions(on_dry_run=True)
    hook = pulumi.ResourceHook(f"{name}-unlocked-first", guard_hook(_refuse_locked), dry_run_too)
    return pulumi.ResourceHookBinding(before_create=[hook])


async def _refuse_locked(_: pulumi.ResourceHookArgs) -> None:
    raise ContractError(LOCKED_FIRST)


def _sas_policy(limit: SasLimit | None) -> storage.SasPolicyArgsDict | None:
    if limit is None:
        return None
    return {"expiration_action": limit.action, "sas_expiration_period": limit.period}


def _identity(key: VaultKey | None) -> storage.IdentityArgsDict | None:
    if key is None:
        return None
    identity_id = pulumi.Output.from_input(key.identity_id)
    return {
        "type": storage.IdentityType.USER_ASSIGNED,
        "user_assigned_identities": identity_id.apply(lambda identity: [identity]),
    }


def _encryption(args: SnapshotAccountArgs) -> storage.EncryptionArgsDict:
    of_the_account: storage.EncryptionServiceArgsDict = {
        "enabled": True,
        "key_type": storage.KeyType.ACCOUNT,
    }
    encryption: storage.EncryptionArgsDict = {
        "key_source": storage.KeySource.MICROSOFT_STORAGE,
        "require_infrastructure_encryption": args.infrastructure_encryption,
        "services": {"blob": of_the_account, "file": of_the_account},
    }
    if key := args.key:
        vault_key: storage.KeyVaultPropertiesArgsDict = {
            "key_vault_uri": key.vault_uri,
            "key_name": key.key_name,
        }
        if key.key_version:
            vault_key["key_version"] = key.key_version
        encryption["key_source"] = storage.KeySource.MICROSOFT_KEYVAULT
        encryption["key_vault_properties"] = vault_key
        encryption["encryption_identity"] = {"encryption_user_assigned_identity": key.identity_id}
    return encryption


def _immutability(
    immutability: AccountImmutability | None,
) -> storage.ImmutableStorageAccountArgsDict | None:
    if immutability is None:
        return None
    return {
        "enabled": True,
        "immutability_policy": {
            "state": immutability.state,
            "immutability_period_since_creation_in_days": immutability.days,
            "allow_protected_append_writes": False,
        },
    }
