"""Credentials of an identity as a secret of a key vault."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pulumi
from pulumi_azure_native import keyvault


@dataclass(frozen=True, kw_only=True)
class VaultSecretArgs:
    """The secret; times are seconds since 1970, ``value`` is never shown."""

    vault_name: str
    resource_group: pulumi.Input[str]
    secret_name: str
    value: pulumi.Input[str] = field(repr=False)
    expires: pulumi.Input[int]
    not_before: pulumi.Input[int]
    secret_tags: pulumi.Input[Mapping[str, pulumi.Input[str]]]
    after: Sequence[pulumi.Resource] = ()


class VaultSecret(pulumi.ComponentResource):
    """An enabled secret with its window as attributes and its times of renewal as tags.

    It is changed in place: a new version under the same name. Azure never returns the value, so
    that a change of it by hand is not seen. A deleted secret keeps its name taken until it is
    purged.
    """

    secret: keyvault.Secret

    def __init__(
        self, name: str, args: VaultSecretArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:VaultSecret", name, None, opts)
        self.secret = keyvault.Secret(
            name,
            vault_name=args.vault_name,
            resource_group_name=args.resource_group,
            secret_name=args.secret_name,
            properties=keyvault.SecretPropertiesArgs(
                value=pulumi.Output.secret(args.value),
                content_type="application/json",
                attributes=keyvault.SecretAttributesArgs(
                    enabled=True, expires=args.expires, not_before=args.not_before
                ),
            ),
            tags=args.secret_tags,
            opts=pulumi.ResourceOptions(
                parent=self,
                depends_on=list(args.after),
                additional_secret_outputs=["properties"],
            ),
        )
        self.register_outputs({"secretName": args.secret_name})
