"""What each type of authentication needs, and what has no effect with it."""

from collections.abc import Iterator
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.systems.control_plane_identities.checks.identities import (
    identity_problems,
)
from openshift_credentials.systems.control_plane_identities.checks.problem import problem
from openshift_credentials.systems.control_plane_identities.rules.authentication_type import (
    AuthenticationType,
)
from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster_advice import (
    SUPPORTED_CLOUDS,
)
from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster_rules import (
    CAPABILITIES,
)
from openshift_credentials.systems.control_plane_identities.settings import (
    ControlPlaneIdentitiesSettings,
)

_CUSTOM_ROLES: Final = (
    "would assign a role to nodePoolManagement by its display name, which Azure rejects"
)


def capability_problems(settings: ControlPlaneIdentitiesSettings) -> Iterator[Notice]:
    """Disabled capabilities exist, and are those that can be disabled together."""
    disabled = settings.disabled_capabilities
    for index, name in enumerate(disabled):
        if name not in CAPABILITIES:
            yield problem(
                f"disabledCapabilities[{index}]",
                f"must be one of {', '.join(CAPABILITIES)}",
                "choose one of them",
            )
    if "Ingress" in disabled and "Console" not in disabled:
        yield problem(
            "disabledCapabilities",
            "can contain Ingress only together with Console",
            "add Console, or remove Ingress",
        )


def authentication_problems(settings: ControlPlaneIdentitiesSettings) -> Iterator[Notice]:
    """Problems of the settings that only one type of authentication has."""
    match settings.type:
        case AuthenticationType.WORKLOAD_IDENTITIES:
            yield from _workload_problems(settings)
        case AuthenticationType.MANAGED_IDENTITIES:
            yield from _managed_problems(settings)
            yield from identity_problems(settings)
        case _:
            assert_never(settings.type)


def _workload_problems(settings: ControlPlaneIdentitiesSettings) -> Iterator[Notice]:
    managed_only = {
        "vault": settings.vault,
        "keyVaultUser": settings.key_vault_user,
        "identities": settings.identities,
        "dataPlane": settings.data_plane,
        "secretProviderClasses": settings.secret_provider_classes,
    }
    for name, value in managed_only.items():
        if value:
            yield problem(
                name,
                "has no effect with type WorkloadIdentities, whose identities log in with tokens",
                "remove it, or set type to ManagedIdentities",
            )


def _managed_problems(settings: ControlPlaneIdentitiesSettings) -> Iterator[Notice]:
    needed = {
        "vault": settings.vault,
        "keyVaultUser": settings.key_vault_user,
        "identities": settings.identities,
    }
    for name, value in needed.items():
        if value is None:
            yield problem(name, "is required with type ManagedIdentities", "set it")
    if settings.topology is not None:
        yield problem("topology", "has no effect with type ManagedIdentities", "remove it")
    if settings.cloud not in SUPPORTED_CLOUDS:
        yield problem(
            "cloud",
            f"cannot be {settings.cloud} with type ManagedIdentities: node pools do not support it",
            f"choose one of {', '.join(SUPPORTED_CLOUDS)}",
        )
    if settings.custom_roles:
        yield problem(
            "customRoles", _CUSTOM_ROLES, "remove it: the identities then get the role Contributor"
        )
