"""Exports of control-plane identities for HyperShift: stanzas, files, flags, expiry."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

from openshift_credentials.platforms.azure.managed_identity.members import DocumentMember, times_of
from openshift_credentials.platforms.go.time import parse_rfc3339
from openshift_credentials.stack.secret_texts import is_sealed

from ..rules.components import Component
from ..rules.workload_identities import DATA_PLANE_FIELDS
from ..settings.branch import ControlPlaneIdentitiesSettings
from ..settings.identity import ControlPlaneIdentity
from .identities import managed_cluster_identities

INSTALL_FLAGS: Final = (
    "--managed-service ARO-HCP",
    "--aro-hcp-key-vault-users-client-id {client_id}",
)
"""Flags of ``hypershift install`` for managed clusters."""

_SOON: Final = timedelta(days=30)
"""Before credentials expire, the stack warns."""


def expiry(settings: ControlPlaneIdentitiesSettings, now: datetime) -> dict[str, dict[str, object]]:
    """When the credentials of each identity end; ``known`` is false for those that are sealed.

    It is keyed by identity, so that a renewal is one difference. It contains no secret.
    """
    return {
        component.value: _lifetime(identity, now)
        for component, identity in managed_cluster_identities(settings).items()
    }


def _lifetime(identity: ControlPlaneIdentity, now: datetime) -> dict[str, object]:
    if identity.document is None or is_sealed(identity.document):
        return {"known": False}
    times = times_of(identity.document.get_secret_value().encode())
    ends = parse_rfc3339(times.get(DocumentMember.NOT_AFTER, ""))
    if ends is None:
        return {"known": False}
    return {
        "known": True,
        **{name.value: text for name, text in times.items()},
        "endsSoon": datetime.fromtimestamp(ends.seconds, UTC) - now <= _SOON,
    }


def install_flags(settings: ControlPlaneIdentitiesSettings) -> str:
    """Flags of ``hypershift install`` that the identities need, on the management cluster."""
    if settings.key_vault_user is None:
        return ""
    return " ".join(INSTALL_FLAGS).format(client_id=settings.key_vault_user.client_id)


def control_plane_file(settings: ControlPlaneIdentitiesSettings) -> dict[str, object]:
    """File for ``--managed-identities-file`` of ``hypershift create cluster azure``."""
    if settings.vault is None:
        return {}
    return {
        "managedIdentitiesKeyVault": {"name": settings.vault.name, "tenantID": settings.tenant_id},
        **{
            component.value: stanza_identity(settings, component, identity)
            for component, identity in managed_cluster_identities(settings).items()
            if component is not Component.KMS
        },
    }


def stanza_identity(
    settings: ControlPlaneIdentitiesSettings, component: Component, identity: ControlPlaneIdentity
) -> dict[str, object]:
    """One identity in the form of the HostedCluster."""
    return {
        "clientID": identity.client_id,
        "credentialsSecretName": identity.vault_secret(component, settings.infra_id),
        "objectEncoding": identity.object_encoding.value,
    }


def data_plane_file(client_ids: Mapping[Component, str]) -> dict[str, object]:
    """File for ``--data-plane-identities-file`` of ``hypershift create cluster azure``."""
    return {name: client_ids[component] for component, name in DATA_PLANE_FIELDS.items()}


def authentication(
    settings: ControlPlaneIdentitiesSettings, client_ids: Mapping[Component, str]
) -> dict[str, object]:
    """``azureAuthenticationConfig`` of the HostedCluster, with the client IDs it needs."""
    if settings.is_managed:
        identities = {
            "controlPlane": control_plane_file(settings),
            "dataPlane": data_plane_file(client_ids),
        }
        return {
            "azureAuthenticationConfigType": settings.type.value,
            "managedIdentities": identities,
        }
    return {
        "azureAuthenticationConfigType": settings.type.value,
        "workloadIdentities": workload_file(client_ids),
    }


def workload_file(client_ids: Mapping[Component, str]) -> dict[str, object]:
    """File for ``--workload-identities-file`` of ``hypershift create cluster azure``."""
    return {
        component.value: {"clientID": client_id}
        for component, client_id in client_ids.items()
        if component is not Component.KMS
    }


def encryption(
    settings: ControlPlaneIdentitiesSettings, key_version: str, client_ids: Mapping[Component, str]
) -> dict[str, object]:
    """``secretEncryption`` of the HostedCluster, empty without a key."""
    if settings.kms is None:
        return {}
    kms = managed_cluster_identities(settings).get(Component.KMS)
    identity = (
        {"kms": stanza_identity(settings, Component.KMS, kms)}
        if kms
        else {"workloadIdentity": {"clientID": client_ids[Component.KMS]}}
    )
    active_key = {
        "keyVaultName": settings.kms.vault.name,
        "keyName": settings.kms.key_name,
        "keyVersion": key_version,
    }
    azure = {"activeKey": active_key, **identity}
    return {"type": "kms", "kms": {"provider": "Azure", "azure": azure}}
