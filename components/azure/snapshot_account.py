"""Storage account for etcd snapshots."""

from dataclasses import dataclass

import pulumi
from pulumi_azure_native import storage

from components.azure.encryption_key import EncryptionKey
from components.azure.keeping import kept
from openshift_credentials.etcd_backup.settings import AzureBlobStorage
from openshift_credentials.etcd_backup.settings.azure_account import NetworkRules


@dataclass(frozen=True, kw_only=True)
class SnapshotAccountArgs:
    """Shape of the account, the resource group that it goes to, and its own key if it has one."""

    settings: AzureBlobStorage
    resource_group: pulumi.Input[str]
    key: EncryptionKey | None = None


class SnapshotAccount(pulumi.ComponentResource):
    """A storage account that speaks TLS only, with no public blobs and no account keys."""

    account: storage.StorageAccount

    def __init__(
        self, name: str, args: SnapshotAccountArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:SnapshotAccount", name, None, opts)
        settings, key = args.settings, args.key
        self.account = storage.StorageAccount(
            name,
            account_name=settings.storage_account,
            resource_group_name=args.resource_group,
            location=settings.location,
            kind=storage.Kind.STORAGE_V2,
            sku={"name": settings.sku.value},
            enable_https_traffic_only=True,
            minimum_tls_version=settings.minimum_tls_version.value,
            allow_blob_public_access=False,
            allow_cross_tenant_replication=False,
            allow_shared_key_access=settings.allow_shared_key_access,
            default_to_o_auth_authentication=True,
            is_local_user_enabled=False,
            public_network_access=settings.public_network_access.value,
            network_rule_set=_network_rule_set(settings.network_rules),
            identity=_identity(key),
            encryption=_encryption(settings, key),
            immutable_storage_with_versioning=_immutability(settings),
            tags=settings.tags or None,
            opts=kept(settings, self, key.needed_first if key else ()),
        )
        self.register_outputs({"storageAccount": self.account_name})

    @property
    def account_name(self) -> pulumi.Output[str]:
        """Name of the account, once it exists."""
        return self.account.name


def _network_rule_set(rules: NetworkRules | None) -> storage.NetworkRuleSetArgsDict:
    if rules is None:
        return {
            "default_action": storage.DefaultAction.ALLOW,
            "bypass": storage.Bypass.AZURE_SERVICES,
        }
    bypass = storage.Bypass.AZURE_SERVICES if rules.trust_azure_services else storage.Bypass.NONE
    return {
        "default_action": storage.DefaultAction.DENY,
        "bypass": bypass,
        "ip_rules": [
            {"action": storage.Action.ALLOW, "i_p_address_or_range": address}
            for address in rules.addresses
        ],
        "virtual_network_rules": [
            {"action": storage.Action.ALLOW, "virtual_network_resource_id": subnet_id}
            for subnet_id in rules.subnet_ids
        ],
    }


def _identity(key: EncryptionKey | None) -> storage.IdentityArgsDict | None:
    if key is None:
        return None
    return {
        "type": storage.IdentityType.USER_ASSIGNED,
        "user_assigned_identities": key.identity.id.apply(lambda identity: [identity]),
    }


def _encryption(
    settings: AzureBlobStorage, key: EncryptionKey | None
) -> storage.EncryptionArgsDict:
    account_key: storage.EncryptionServiceArgsDict = {
        "enabled": True,
        "key_type": storage.KeyType.ACCOUNT,
    }
    encryption: storage.EncryptionArgsDict = {
        "key_source": storage.KeySource.MICROSOFT_STORAGE,
        "require_infrastructure_encryption": settings.infrastructure_encryption,
        "services": {"blob": account_key, "file": account_key},
    }
    if key:
        encryption["key_source"] = storage.KeySource.MICROSOFT_KEYVAULT
        vault_key: storage.KeyVaultPropertiesArgsDict = {
            "key_vault_uri": key.vault_uri,
            "key_name": key.key_name,
        }
        if key.key_version:
            vault_key["key_version"] = key.key_version
        encryption["key_vault_properties"] = vault_key
        encryption["encryption_identity"] = {"encryption_user_assigned_identity": key.identity.id}
    return encryption


def _immutability(settings: AzureBlobStorage) -> storage.ImmutableStorageAccountArgsDict | None:
    if settings.immutability is None:
        return None
    return {
        "enabled": True,
        "immutability_policy": {
            "state": settings.immutability.state.value,
            "immutability_period_since_creation_in_days": settings.immutability.days,
            "allow_protected_append_writes": False,
        },
    }
