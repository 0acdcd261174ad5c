"""A key in a vault for the storage account, and the identity with which the account reads it."""

from dataclasses import dataclass

import pulumi
from pulumi_azure_native import authorization, managedidentity

from components.settle import settled
from openshift_credentials.azure import clouds, identifiers
from openshift_credentials.azure.roles import KEY_VAULT_CRYPTO_SERVICE_ENCRYPTION_USER
from openshift_credentials.etcd_backup.settings import AzureBlobStorage
from openshift_credentials.etcd_backup.settings.azure_account import CustomerManagedKey


@dataclass(frozen=True, kw_only=True)
class EncryptionKeyArgs:
    """The key, and the account that uses it; role assignments get ``settle_seconds``."""

    settings: AzureBlobStorage
    key: CustomerManagedKey
    resource_group: pulumi.Input[str]
    settle_seconds: int


class EncryptionKey(pulumi.ComponentResource):
    """An identity of its own for the account, which may wrap and unwrap with keys of the vault.

    The account is made only after everything in :attr:`needed_first`, because Azure tries the
    key at once.
    """

    identity: managedidentity.UserAssignedIdentity
    role_assignment: authorization.RoleAssignment
    needed_first: tuple[pulumi.Resource, ...]
    vault_uri: str
    key_uri: str
    key_name: str
    key_version: str | None

    def __init__(
        self, name: str, args: EncryptionKeyArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:EncryptionKey", name, None, opts)
        settings, key = args.settings, args.key
        vault = identifiers.name_in(key.key_vault_id)
        self.key_name, self.key_version = key.key_name, key.key_version
        self.vault_uri = clouds.vault_uri(settings.cloud, vault)
        self.key_uri = clouds.key_uri(settings.cloud, vault, key.key_name, key.key_version)
        self.identity = managedidentity.UserAssignedIdentity(
            name,
            resource_name_=key.identity_name or f"{settings.storage_account}-key",
            resource_group_name=args.resource_group,
            location=settings.location,
            tags=settings.tags or None,
            opts=pulumi.ResourceOptions(parent=self),
        )
        role = KEY_VAULT_CRYPTO_SERVICE_ENCRYPTION_USER.guid
        assignment = self.identity.principal_id.apply(
            lambda principal: identifiers.role_assignment_name(key.key_vault_id, principal, role)
        )
        self.role_assignment = authorization.RoleAssignment(
            f"{name}-role",
            role_assignment_name=assignment,
            scope=key.key_vault_id,
            principal_id=self.identity.principal_id,
            principal_type=authorization.PrincipalType.SERVICE_PRINCIPAL,
            role_definition_id=identifiers.role_definition_id(settings.subscription_id, role),
            opts=pulumi.ResourceOptions(parent=self, delete_before_replace=False),
        )
        self.needed_first = settled(
            f"{name}-settled",
            args.settle_seconds,
            after=[self.role_assignment],
            triggers={"roleAssignment": assignment},
            opts=pulumi.ResourceOptions(parent=self),
        )
        self.register_outputs({"keyUri": self.key_uri})
