"""A key in a vault for the storage account, and the identity with which the account uses it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pulumi
from pulumi_azure_native import authorization, managedidentity

from openshift_credentials.platforms.azure import identifiers
from openshift_credentials.platforms.azure.roles import KEY_VAULT_CRYPTO_SERVICE_ENCRYPTION_USER
from openshift_credentials.stack.base import Keeping

from ...base.options import child_options
from ...base.settle import wait_until_effective


@dataclass(frozen=True, kw_only=True)
class EncryptionKeyArgs:
    """The vault, by resource ID, and the identity; its role takes ``settle_seconds``."""

    key_vault_id: str
    identity_name: str
    resource_group: pulumi.Input[str]
    location: str
    settle_seconds: int = 0
    keeping: Keeping = Keeping.DELETED
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class EncryptionKey(pulumi.ComponentResource):
    """A separate identity for the account, which can wrap and unwrap with keys of the vault.

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
        role = KEY_VAULT_CRYPTO_SERVICE_ENCRYPTION_USER.guid
        assignment = self.identity.principal_id.apply(
            lambda principal: identifiers.role_assignment_name(args.key_vault_id, principal, role)
        )
        self.role_assignment = authorization.RoleAssignment(
            f"{name}-role",
            role_assignment_name=assignment,
            scope=args.key_vault_id,
            principal_id=self.identity.principal_id,
            principal_type=authorization.PrincipalType.SERVICE_PRINCIPAL,
            role_definition_id=identifiers.role_definition_id(
                identifiers.subscription_in(args.key_vault_id), role
            ),
            opts=child_options(self, opts, keeping=args.keeping, delete_before_replace=False),
        )
        self.settled = wait_until_effective(
            f"{name}-settled",
            args.settle_seconds,
            after=[self.role_assignment],
            triggers={"roleAssignment": assignment},
            opts=child_options(self, opts),
        )
        self.register_outputs({"identityId": self.identity_id})
