"""Identities that log in with tokens of ServiceAccounts: data plane, and self-managed clusters.

Sources: openshift/hypershift ``cmd/infra/azure/identities.go`` for self-managed clusters,
``contrib/managed-azure/setup_dataplane_identities.sh`` for the data plane of managed ones.
"""

from dataclasses import dataclass
from typing import Final

from openshift_credentials.platforms.azure.federation import Federation
from openshift_credentials.platforms.kubernetes.names import subject

from .components import Component

AUDIENCE: Final = "openshift"
PUBLIC: Final = "Public"

_CSI: Final = "openshift-cluster-csi-drivers"
_REGISTRY: Final = ("openshift-image-registry", "registry")


@dataclass(frozen=True, slots=True)
class _Account:
    """A ServiceAccount; ``name`` distinguishes its credential from the identity's others."""

    namespace: str
    service_account: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class _Definition:
    suffix: str
    accounts: tuple[_Account, ...]
    credential: str | None = None
    """The part of its credentials' names that replaces the suffix."""


def _csi(kind: str) -> _Definition:
    return _Definition(
        kind,
        (
            _Account(_CSI, f"azure-{kind}-csi-driver-node-sa", "node"),
            _Account(_CSI, f"azure-{kind}-csi-driver-operator", "operator"),
            _Account(_CSI, f"azure-{kind}-csi-driver-controller-sa", "controller"),
        ),
    )


_DEFINITIONS: Final[dict[Component, _Definition]] = {
    Component.DISK: _csi("disk"),
    Component.FILE: _csi("file"),
    Component.IMAGE_REGISTRY: _Definition(
        "image-registry",
        (
            _Account(*_REGISTRY, "registry"),
            _Account(_REGISTRY[0], "cluster-image-registry-operator", "operator"),
        ),
    ),
    Component.INGRESS: _Definition(
        "ingress", (_Account("openshift-ingress-operator", "ingress-operator"),)
    ),
    Component.CLOUD_PROVIDER: _Definition(
        "cloud-provider", (_Account("kube-system", "azure-cloud-provider"),)
    ),
    Component.NODE_POOL_MANAGEMENT: _Definition(
        "node-pool-mgmt", (_Account("kube-system", "capi-provider"),)
    ),
    Component.NETWORK: _Definition(
        "network",
        (_Account("openshift-cloud-network-config-controller", "cloud-network-config-controller"),),
    ),
    Component.CONTROL_PLANE_OPERATOR: _Definition(
        "control-plane-operator", (_Account("kube-system", "control-plane-operator"),), "cpo"
    ),
    Component.KMS: _Definition("kms", (_Account("kube-system", "kms-provider"),)),
}


@dataclass(frozen=True, slots=True)
class WorkloadIdentity:
    """An identity to create, and the ServiceAccounts that can use it."""

    component: Component
    name: str
    federations: tuple[Federation, ...]


def workload_identities(
    cluster: str, infra_id: str, issuer: str, topology: str = "", *, kms: bool
) -> tuple[WorkloadIdentity, ...]:
    """The identities of a self-managed cluster, in the command's order.

    A cluster with topology Public has none for the control plane operator; an empty topology stands
    for the separate IAM command, which always creates it.
    """
    left_out = {Component.CONTROL_PLANE_OPERATOR: topology == PUBLIC, Component.KMS: not kms}
    return tuple(
        _identity(component, definition, cluster, infra_id, issuer)
        for component, definition in _DEFINITIONS.items()
        if not left_out.get(component)
    )


def _identity(
    component: Component, definition: _Definition, cluster: str, infra_id: str, issuer: str
) -> WorkloadIdentity:
    begin = f"{cluster}-{definition.credential or definition.suffix}-fed-id"
    return WorkloadIdentity(
        component,
        f"{cluster}-{definition.suffix}-{infra_id}",
        tuple(
            Federation(
                name=f"{begin}-{account.name}" if account.name else begin,
                issuer=issuer,
                subject=subject(account.namespace, account.service_account),
                why=f"is {component} of hosted cluster {cluster}",
                audience=AUDIENCE,
            )
            for account in definition.accounts
        ),
    )


_DATA_PLANE_NAMES: Final = {
    Component.DISK: ("azure-disk", _DEFINITIONS[Component.DISK].accounts[0]),
    Component.FILE: ("azure-file", _DEFINITIONS[Component.FILE].accounts[0]),
    Component.IMAGE_REGISTRY: (
        "image-registry",
        _DEFINITIONS[Component.IMAGE_REGISTRY].accounts[0],
    ),
}

DATA_PLANE_FIELDS: Final = {
    Component.DISK: "diskMSIClientID",
    Component.FILE: "fileMSIClientID",
    Component.IMAGE_REGISTRY: "imageRegistryMSIClientID",
}


def data_plane_identities(prefix: str, issuer: str) -> tuple[WorkloadIdentity, ...]:
    """The three identities of the data plane of a managed cluster, as the script names them."""
    return tuple(
        WorkloadIdentity(
            component,
            f"{begin}-MI-{prefix}",
            (
                Federation(
                    name=f"{begin}-MI-{prefix}-fed-id",
                    issuer=issuer,
                    subject=subject(account.namespace, account.service_account),
                    why=f"is {component} in the hosted clusters of {prefix}",
                    audience=AUDIENCE,
                ),
            ),
        )
        for component, (begin, account) in _DATA_PLANE_NAMES.items()
    )
