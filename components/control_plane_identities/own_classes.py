"""SecretProviderClasses for your own pods; HyperShift writes those of its own pods."""

from pathlib import PurePath

import pulumi

from openshift_credentials.systems.control_plane_identities.plan.identities import (
    managed_cluster_identities,
)
from openshift_credentials.systems.control_plane_identities.rules import secret_provider_class
from openshift_credentials.systems.control_plane_identities.rules.secret_provider_class import (
    VaultAccess,
)
from openshift_credentials.systems.control_plane_identities.settings.branch import (
    ControlPlaneIdentitiesSettings,
)

from ..kubernetes.providers import cluster_provider, rendering_provider


def own_classes(
    name: str, settings: ControlPlaneIdentitiesSettings, opts: pulumi.ResourceOptions
) -> None:
    """One object per entry, on the management cluster or as a manifest."""
    vault, user = settings.vault, settings.key_vault_user
    if not settings.secret_provider_classes or vault is None or user is None:
        return
    import pulumi_kubernetes as kubernetes  # noqa: PLC0415 - only stacks that ask for it pay

    access = VaultAccess(
        vault=vault.name,
        tenant_id=vault.tenant_id or settings.tenant_id,
        user_client_id=user.client_id,
    )
    in_cluster = pulumi.ResourceOptions.merge(
        opts, pulumi.ResourceOptions(provider=_provider(name, settings, opts))
    )
    identities = managed_cluster_identities(settings)
    for own in settings.secret_provider_classes:
        identity = identities[own.identity]
        kubernetes.apiextensions.CustomResource(
            f"{name}-{own.namespace}-{own.name}",
            api_version=secret_provider_class.API_VERSION,
            kind=secret_provider_class.KIND,
            metadata={"name": own.name, "namespace": own.namespace},
            spec=secret_provider_class.specification(
                access,
                identity.vault_secret(own.identity, settings.infra_id),
                identity.object_encoding,
            ),
            opts=in_cluster,
        )


def _provider(
    name: str, settings: ControlPlaneIdentitiesSettings, opts: pulumi.ResourceOptions
) -> pulumi.ProviderResource:
    if render_to := settings.kubernetes.render_to:
        return rendering_provider(f"{name}-manifests", PurePath(render_to) / "objects", opts)
    return cluster_provider(name, settings.kubernetes, None, opts)
