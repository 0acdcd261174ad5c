"""Key vault in RBAC mode, whose deleted content can be restored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pulumi
from pulumi_azure_native import keyvault

from openshift_credentials.stack.base import Keeping

from ..base.options import child_options


@dataclass(frozen=True, kw_only=True)
class KeyVaultArgs:
    """The vault, and the networks that can reach it: all without subnets and addresses."""

    vault_name: str
    resource_group: pulumi.Input[str]
    location: str
    tenant_id: str
    soft_delete_days: int = 90
    purge_protection: bool = True
    subnet_ids: Sequence[str] = ()
    addresses: Sequence[str] = ()
    keeping: Keeping = Keeping.DELETED
    tags: Mapping[str, str] = field(default_factory=dict[str, str])


class KeyVault(pulumi.ComponentResource):
    """A vault with Azure RBAC, not access policies.

    The name of a deleted vault stays reserved while its content can be restored; purge protection
    prevents shortening that period.
    """

    vault_id: pulumi.Output[str]

    def __init__(
        self, name: str, args: KeyVaultArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:KeyVault", name, None, opts)
        self.vault = keyvault.Vault(
            name,
            vault_name=args.vault_name,
            resource_group_name=args.resource_group,
            location=args.location,
            properties=keyvault.VaultPropertiesArgs(
                tenant_id=args.tenant_id,
                sku=keyvault.SkuArgs(family=keyvault.SkuFamily.A, name=keyvault.SkuName.STANDARD),
                enable_rbac_authorization=True,
                enable_soft_delete=True,
                soft_delete_retention_in_days=args.soft_delete_days,
                # Azure accepts true or no value: it rejects false.
                enable_purge_protection=True if args.purge_protection else None,
                network_acls=_network_rules(args),
            ),
            tags=args.tags or None,
            opts=child_options(self, opts, keeping=args.keeping),
        )
        self.vault_id = self.vault.id
        self.register_outputs({"vaultId": self.vault_id})


def _network_rules(args: KeyVaultArgs) -> keyvault.NetworkRuleSetArgs | None:
    if not args.subnet_ids and not args.addresses:
        return None
    return keyvault.NetworkRuleSetArgs(
        bypass=keyvault.NetworkRuleBypassOptions.AZURE_SERVICES,
        default_action=keyvault.NetworkRuleAction.DENY,
        ip_rules=[keyvault.IPRuleArgs(value=address) for address in args.addresses],
        virtual_network_rules=[
            keyvault.VirtualNetworkRuleArgs(id=subnet_id) for subnet_id in args.subnet_ids
        ],
    )
