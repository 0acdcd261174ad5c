"""What a stack of control-plane identities makes, worked out from its settings alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from openshift_credentials.azure.identifiers import resource_group_id
from openshift_credentials.azure.managed_identity.members import Member, decode
from openshift_credentials.azure.managed_identity.storage import VaultSecret, encoded, stored
from openshift_credentials.control_plane_identities.chains import (
    Chain,
    Identity,
    managed_chains,
    workload_chains,
)
from openshift_credentials.control_plane_identities.rules.components import (
    Component,
    control_plane_namespace,
)
from openshift_credentials.control_plane_identities.rules.roles import (
    Assignment,
    control_plane_assignments,
    data_plane_assignments,
)
from openshift_credentials.control_plane_identities.rules.workload_identities import (
    DATA_PLANE_FIELDS,
    WorkloadIdentity,
    data_plane_identities,
    workload_identities,
)
from openshift_credentials.control_plane_identities.settings import (
    ControlPlaneIdentitiesSettings,
    ControlPlaneIdentity,
    Vault,
)
from openshift_credentials.errors import UnusableInputError
from openshift_credentials.stack.explanation import Explanation, Permission, Way
from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.stack.system import Deployment

INSTALL_FLAGS: Final = (
    "--managed-service ARO-HCP",
    "--aro-hcp-key-vault-users-client-id {client_id}",
)
"""Flags of ``hypershift install`` for managed clusters."""


def given_identities(
    settings: ControlPlaneIdentitiesSettings,
) -> dict[Component, ControlPlaneIdentity]:
    """The control-plane identities of a managed cluster."""
    return settings.identities.given() if settings.identities else {}


def made_identities(settings: ControlPlaneIdentitiesSettings) -> tuple[WorkloadIdentity, ...]:
    """The identities that the stack makes: data plane, or all of a self-managed cluster."""
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


def control_plane_roles(settings: ControlPlaneIdentitiesSettings) -> tuple[Assignment, ...]:
    """Role assignments of the identities of the control plane."""
    given = given_identities(settings)
    components = given or {each.component: each for each in made_identities(settings)}
    if "ImageRegistry" in settings.disabled_capabilities:
        components = {
            each: value
            for each, value in components.items()
            if each is not Component.IMAGE_REGISTRY
        }
    assignments = control_plane_assignments(
        settings.infra_id, settings.groups, tuple(components), custom_roles=settings.custom_roles
    )
    # Two of the groups may be one: Azure knows one assignment then.
    return tuple(dict.fromkeys(assignments))


def data_plane_roles(settings: ControlPlaneIdentitiesSettings) -> tuple[Assignment, ...]:
    """Role assignments of the data plane; a self-managed cluster has no identities of its own."""
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
class Planned:
    """The secret of one identity; ``secret`` is ``None`` where it is encrypted and unreadable."""

    component: Component
    name: str
    secret: VaultSecret | None
    value: str | None


def planned_secrets(settings: ControlPlaneIdentitiesSettings) -> tuple[Planned, ...]:
    """What the vault is to hold."""
    return tuple(
        _planned(component, identity, settings.infra_id)
        for component, identity in given_identities(settings).items()
    )


def _planned(component: Component, identity: ControlPlaneIdentity, infra_id: str) -> Planned:
    name = identity.vault_secret(component, infra_id)
    if identity.document is None or is_sealed(identity.document):
        return Planned(component, name, None, None)
    secret = stored(name, identity.document.get_secret_value().encode())
    return Planned(component, name, secret, encoded(secret.value, identity.object_encoding))


def expiry(settings: ControlPlaneIdentitiesSettings, now: datetime) -> list[dict[str, object]]:
    """When the credentials of each identity end, the first to end first; no secret in it."""
    rows: list[dict[str, object]] = []
    for component, identity in given_identities(settings).items():
        if identity.document is None or is_sealed(identity.document):
            rows.append({"component": component.value, "known": False})
            continue
        document = identity.document.get_secret_value().encode()
        texts = decode(document)
        ends = stored("name", document).expires
        left = datetime.fromtimestamp(ends, UTC) - now
        rows.append(
            {
                "component": component.value,
                "known": True,
                **{name: texts[Member(name)] for name in ("not_before", "not_after")},
                **{name: texts[Member(name)] for name in ("renew_after", "cannot_renew_after")},
                "endsSoon": left <= timedelta(days=settings.warn_days),
            }
        )
    return sorted(rows, key=lambda row: str(row.get("not_after", "")))


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
        "managedIdentitiesKeyVault": {
            "name": settings.vault.name,
            "tenantID": settings.vault.tenant_id or settings.tenant_id,
        },
        **{
            component.value: stanza_identity(settings, component, identity)
            for component, identity in given_identities(settings).items()
            if component is not Component.KMS
        },
    }


def stanza_identity(
    settings: ControlPlaneIdentitiesSettings, component: Component, identity: ControlPlaneIdentity
) -> dict[str, object]:
    """One identity as the HostedCluster names it."""
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
    """``azureAuthenticationConfig`` of the HostedCluster; client IDs are those of what is made."""
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
    kms = given_identities(settings).get(Component.KMS)
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


def chains(settings: ControlPlaneIdentitiesSettings) -> tuple[Chain, ...]:
    """The way of each identity to its pods; client IDs of identities to be made are unknown."""
    namespace, _, cluster = settings.hosted_cluster.partition("/")
    if not settings.is_managed:
        made = {each.component: "" for each in made_identities(settings)}
        return workload_chains(cluster, made, kms=settings.kms is not None)
    return managed_chains(
        [
            Identity(
                component=component,
                secret=identity.vault_secret(component, settings.infra_id),
                encoding=identity.object_encoding.value,
                client_id=identity.client_id,
            )
            for component, identity in given_identities(settings).items()
        ],
        vault=settings.vault.name if settings.vault else "",
        namespace=control_plane_namespace(namespace, cluster),
    )


def chains_of_stack(deployments: Iterable[Deployment[Any]]) -> tuple[Chain, ...]:
    """The chains of a stack that has the branch ``controlPlaneIdentities``.

    Raises :class:`~openshift_credentials.errors.UnusableInputError` where it has none.
    """
    for deployment in deployments:
        if isinstance(deployment.settings, ControlPlaneIdentitiesSettings):
            return chains(deployment.settings)
    raise UnusableInputError(["map: the stack has no branch controlPlaneIdentities; name another"])


def explain(settings: ControlPlaneIdentitiesSettings) -> Explanation:
    """What the identities can do, and who can become them."""
    ways = tuple(
        Way(each.issuer, each.subject, each.audience, each.why)
        for identity in made_identities(settings)
        for each in identity.federations
    )
    permissions = tuple(
        Permission((f"role {each.role}",), each.scope, f"{plane} identity {each.component}")
        for plane, roles in (
            ("control-plane", control_plane_roles(settings)),
            ("data-plane", data_plane_roles(settings)),
        )
        for each in roles
    )
    number = len(given_identities(settings)) + len(made_identities(settings))
    return Explanation(
        f"{number} identities of hosted cluster {settings.hosted_cluster}",
        ways,
        permissions,
        tuple(remarks(settings)),
    )


def remarks(settings: ControlPlaneIdentitiesSettings) -> list[str]:
    """What a reader of the preview has to know."""
    found = [
        f"identity {row['component']}: its credentials end {row['not_after']}; replace them by "
        "ones whose not_before is later, at least six hours before"
        for row in expiry(settings, datetime.now(UTC))
        if row.get("endsSoon")
    ]
    if settings.vault and not settings.vault.existing:
        found.append(
            f"vault {settings.vault.name}: after a destroy its name, and those of its secrets, "
            f"stay taken for {settings.vault.soft_delete_days} days"
            + (" and cannot be purged" if settings.vault.purge_protection else "")
        )
    if settings.is_managed:
        found.append(
            "a new secretName needs a rollout of the pods; a new document under the same name is "
            "loaded within six hours, and only if its not_before is later"
        )
        found.append(f"HyperShift's operator needs: hypershift install {install_flags(settings)}")
    return found
