"""Credentials of an identity as a secret of a key vault."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pulumi
from pulumi_azure_native import keyvault

from openshift_credentials.base.errors import ContractError
from openshift_credentials.base.json_values import as_object, object_member

from ..base.guard import guard_hook
from ..base.options import child_options


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


class VaultSecret(pulumi.ComponentResource):
    """An enabled secret with its validity as attributes and its times of renewal as tags.

    It is changed in place: a new version under the same name. Azure never returns the value, so a
    manual change is not detected. The name of a deleted secret stays reserved until the secret is
    purged.
    """

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
            opts=pulumi.ResourceOptions.merge(
                child_options(self, opts),
                pulumi.ResourceOptions(
                    additional_secret_outputs=["properties"],
                    hooks=pulumi.ResourceHookBinding(before_update=[_only_newer(name)]),
                ),
            ),
        )
        self.register_outputs({"secretName": args.secret_name})


def _only_newer(name: str) -> pulumi.ResourceHook:
    """A hook of the engine that compares old and new credentials before it stores the new ones."""
    return pulumi.ResourceHook(
        f"{name}-only-newer",
        guard_hook(_refuse_what_no_pod_loads),
        pulumi.ResourceHookOptions(on_dry_run=True),
    )


async def _refuse_what_no_pod_loads(args: pulumi.ResourceHookArgs) -> None:
    """Reject a new value whose ``not_before`` is not later than that of the value in the vault.

    A running pod would ignore it without an error. The message contains nothing of the value.
    """
    old, new = await _properties(args.old_inputs), await _properties(args.new_inputs)
    before, after = _not_before(old), _not_before(new)
    if before is None or after is None or old.get("value") == new.get("value"):
        return
    if after <= before:
        raise ContractError(
            f"{args.name}: running pods would not load these credentials, because their "
            "not_before is not later than that of the credentials in the vault; set newer "
            "credentials"
        )


async def _properties(inputs: Mapping[str, object] | None) -> Mapping[str, object]:
    """The properties, which the engine passes as a secret output."""
    output: pulumi.Output[object] = pulumi.Output.from_input((inputs or {}).get("properties"))
    return as_object(await output.future())


def _not_before(properties: Mapping[str, object]) -> float | None:
    value = object_member(properties, "attributes").get("notBefore")
    return value if isinstance(value, int | float) else None
