"""A key in a vault for the storage account, and the identity with which the account uses it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pulumi
from pulumi_azure_native import authorization, keyvault, managedidentity

from openshift_credentials.platforms.azure import identifiers
from openshift_credentials.platforms.azure.roles import KEY_VAULT_CRYPTO_SERVICE_ENCRYPTION_USER
from openshift_credentials.stack.base import Keeping

from ...azure.key_vault import KeyVault, KeyVaultArgs
from ...azure.role_assignment import assignment_name
from ...base.options import child_options
from ...base.settle import wait_until_effective


@dataclass(frozen=True, kw_only=True)
class NewKey:
    """Name of a key to create, and the Entra tenant of its vault."""

    key_name: str
    tenant_id: str


@dataclass(frozen=True, kw_only=True)
class EncryptionKeyArgs:
    """The vault, by resource ID, and the identity; its role takes ``settle_seconds``.

    With ``new_key``, the vault and a key of this name are created in the identity's group.
    """

    key_vault_id: str
    new_key: NewKey | None = None
    identity_name: str
    resource_group: pulumi.Input[str]
    location: str
    settle_seconds: int
    keeping: Keeping
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class EncryptionKey(pulumi.ComponentResource):
    """A separate identity for the account, which can wrap and unwrap with keys of the vault.

    Vault and key are created on request.

    The account is created after everything in :attr:`settled`, because Azure tests the key
    immediately. Both are kept as long as the account: without them it cannot decrypt its content.
    """

    identity_id: pulumi.Output[str]

    def __init__(
        self, name: str, args: EncryptionKeyArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:EncryptionKey", name, None, opts)
        self.identity = managedidentity.UserAssignedIdentity(
            name,
            resource_name_=args.identity_name,
            resource_group_name=args.resource_group,
            location=args.location,
            tags=args.tags or None,
            opts=child_options(self, opts, keeping=args.keeping),
        )
        self.identity_id = self.identity.id
        vault_and_key = self._create(name, args, args.new_key, opts) if args.new_key else ()
        role = KEY_VAULT_CRYPTO_SERVICE_ENCRYPTION_USER.guid
        assignment = assignment_name(args.key_vault_id, self.identity.principal_id, role)
        self.role_assignment = authorization.RoleAssignment(
            f"{name}-role",
            role_assignment_name=assignment,
            scope=args.key_vault_id,
            principal_id=self.identity.principal_id,
            principal_type=authorization.PrincipalType.SERVICE_PRINCIPAL,
            role_definition_id=identifiers.role_definition_id(
                identifiers.subscription_in(args.key_vault_id), role
            ),
            opts=child_options(
                self, opts, after=vault_and_key, keeping=args.keeping, delete_before_replace=False
            ),
        )
        self.settled = wait_until_effective(
            f"{name}-settled",
            args.settle_seconds,
            after=[self.role_assignment],
            triggers={"roleAssignment": assignment},
            opts=child_options(self, opts),
        )
        self.register_outputs({"identityId": self.identity_id})

    def _create(
        self, name: str, args: EncryptionKeyArgs, new: NewKey, opts: pulumi.ResourceOptions | None
    ) -> tuple[pulumi.Resource, ...]:
        """The vault and its key, of which Azure Storage takes the newest version.

        Azure Storage requires soft delete and purge protection of the vault, and an RSA key
        (learn.microsoft.com, "Customer-managed keys for Azure Storage encryption").
        """
        vault = KeyVault(
            f"{name}-vault",
            KeyVaultArgs(
                vault_name=identifiers.name_in(args.key_vault_id),
                resource_group=args.resource_group,
                location=args.location,
                tenant_id=new.tenant_id,
                keeping=args.keeping,
                tags=args.tags,
            ),
            child_options(self, opts),
        )
        key = keyvault.Key(
            f"{name}-key",
            key_name=new.key_name,
            vault_name=vault.vault.name,
            resource_group_name=args.resource_group,
            properties=keyvault.KeyPropertiesArgs(kty=keyvault.JsonWebKeyType.RSA, key_size=3072),
            opts=child_options(self, opts, keeping=args.keeping),
        )
        return (vault.vault, key)
