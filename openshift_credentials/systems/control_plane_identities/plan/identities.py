"""What a stack of control-plane identities creates, derived from its settings alone."""

from collections.abc import Iterable
from dataclasses import dataclass

from openshift_credentials.base.errors import unusable_input
from openshift_credentials.platforms.azure.identifiers import resource_group_id
from openshift_credentials.platforms.azure.managed_identity.storage import (
    StoredSecret,
    encode,
    vault_secret,
)
from openshift_credentials.platforms.kubernetes.names import hosted_control_plane_namespace
from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.stack.system import Deployment, settings_in

from ..rules.chains import Chain, ChainIdentity, managed_chains, workload_chains
from ..rules.components import Component
from ..rules.roles import IdentityAssignment, control_plane_assignments, data_plane_assignments
from ..rules.workload_identities import WorkloadIdentity, data_plane_identities, workload_identities
from ..settings.branch import ControlPlaneIdentitiesSettings, Vault
from ..settings.identity import ControlPlaneIdentity


def managed_cluster_identities(
    settings: ControlPlaneIdentitiesSettings,
) -> dict[Component, ControlPlaneIdentity]:
    """The control-plane identities of a managed cluster."""
    return settings.identities.by_component() if settings.identities else {}


def created_identities(settings: ControlPlaneIdentitiesSettings) -> tuple[WorkloadIdentity, ...]:
    """The identities that the stack creates: data plane, or all of a self-managed cluster."""
    if settings.is_managed:
        if settings.data_plane:
            return ()
        return data_plane_identities(settings.infra_id, settings.oidc_issuer)
    return workload_identities(
        settings.hosted_cluster.partition("/")[2],
        settings.infra_id,
        settings.oidc_issuer,
        settings.topology or "",
        kms=settings.kms is not None,
    )


def control_plane_roles(settings: ControlPlaneIdentitiesSettings) -> tuple[IdentityAssignment, ...]:
    """Role assignments of the identities of the control plane."""
    given = managed_cluster_identities(settings)
    components = given or {
        identity.component: identity for identity in created_identities(settings)
    }
    if "ImageRegistry" in settings.disabled_capabilities:
        components = {
            component: value
            for component, value in components.items()
            if component is not Component.IMAGE_REGISTRY
        }
    assignments = control_plane_assignments(
        settings.infra_id, settings.groups, tuple(components), custom_roles=settings.custom_roles
    )
    # Two of the groups may be the same group: Azure then has one assignment.
    return tuple(dict.fromkeys(assignments))


def data_plane_roles(settings: ControlPlaneIdentitiesSettings) -> tuple[IdentityAssignment, ...]:
    """Role assignments of the data plane; a self-managed cluster has no separate ones."""
    if not settings.is_managed:
        return ()
    return data_plane_assignments(settings.infra_id, settings.groups)


def vault_id(settings: ControlPlaneIdentitiesSettings, vault: Vault) -> str:
    """Resource ID of a vault."""
    group = resource_group_id(settings.subscription_id, vault_group(settings, vault))
    return f"{group}/providers/Microsoft.KeyVault/vaults/{vault.name}"


def vault_group(settings: ControlPlaneIdentitiesSettings, vault: Vault) -> str:
    """Resource group of a vault."""
    return vault.resource_group or settings.resource_group


@dataclass(frozen=True, slots=True)
class PlannedSecret:
    """The secret of one identity; ``secret`` is ``None`` if it is encrypted and unreadable."""

    component: Component
    name: str
    secret: StoredSecret | None
    value: str | None


def secrets_to_write(settings: ControlPlaneIdentitiesSettings) -> tuple[PlannedSecret, ...]:
    """The secrets that the vault must contain."""
    return tuple(
        _plan_identity(component, identity, settings.infra_id)
        for component, identity in managed_cluster_identities(settings).items()
    )


def _plan_identity(
    component: Component, identity: ControlPlaneIdentity, infra_id: str
) -> PlannedSecret:
    name = identity.vault_secret(component, infra_id)
    if identity.document is None or is_sealed(identity.document):
        return PlannedSecret(component, name, None, None)
    secret = vault_secret(name, identity.document.get_secret_value().encode())
    return PlannedSecret(component, name, secret, encode(secret.value, identity.object_encoding))


def chains(settings: ControlPlaneIdentitiesSettings) -> tuple[Chain, ...]:
    """The chain of each identity to its pods; client IDs of new identities are unknown."""
    namespace, _, cluster = settings.hosted_cluster.partition("/")
    if not settings.is_managed:
        client_ids = {identity.component: "" for identity in created_identities(settings)}
        return workload_chains(cluster, client_ids, kms=settings.kms is not None)
    return managed_chains(
        [
            ChainIdentity(
                component=component,
                secret=identity.vault_secret(component, settings.infra_id),
                encoding=identity.object_encoding.value,
                client_id=identity.client_id,
            )
            for component, identity in managed_cluster_identities(settings).items()
        ],
        vault=settings.vault.name if settings.vault else "",
        namespace=hosted_control_plane_namespace(namespace, cluster),
    )


def chains_of_stack(deployments: Iterable[Deployment]) -> tuple[Chain, ...]:
    """The chains of a stack that has the branch ``controlPlaneIdentities``.

    Raises :class:`UnusableInputError` if it has none.
    """
    if settings := settings_in(deployments, ControlPlaneIdentitiesSettings):
        return chains(settings)
    raise unusable_input(
        "map: the stack has no branch controlPlaneIdentities", "choose another stack"
    )
