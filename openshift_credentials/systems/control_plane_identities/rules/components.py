"""The nine identities of a control plane, the pods that use them, and their ServiceAccounts.

Sources: openshift/hypershift ``api/hypershift/v1beta1/azure.go``, ``support/config/constants.go``
for names and paths, the deployments of each component, ``cmd/infra/azure/identities.go`` for
self-managed clusters, ``contrib/managed-azure/setup_dataplane_identities.sh`` for the data plane of
managed ones; openshift/cluster-network-operator ``bindata/cloud-network-config-controller``;
openshift/csi-operator ``pkg/driver``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from openshift_credentials.platforms.azure.identifiers import Federation
from openshift_credentials.platforms.kubernetes.names import subject


class AuthenticationType(StrEnum):
    """``azureAuthenticationConfigType``: documents from a vault, or ServiceAccount tokens."""

    MANAGED_IDENTITIES = "ManagedIdentities"
    WORKLOAD_IDENTITIES = "WorkloadIdentities"


CERTIFICATES: Final = "/mnt/certs"
KMS_CERTIFICATES: Final = "/mnt/kms"
NETWORK_CERTIFICATES: Final = "/var/run/secrets/azure"
CREDENTIALS_FILE_VARIABLE: Final = "MANAGED_AZURE_HCP_CREDENTIALS_FILE_PATH"


class Component(StrEnum):
    """A member of ``controlPlane`` in the HostedCluster; ``kms`` is under ``secretEncryption``."""

    CLOUD_PROVIDER = "cloudProvider"
    CONTROL_PLANE_OPERATOR = "controlPlaneOperator"
    NODE_POOL_MANAGEMENT = "nodePoolManagement"
    INGRESS = "ingress"
    NETWORK = "network"
    DISK = "disk"
    FILE = "file"
    IMAGE_REGISTRY = "imageRegistry"
    KMS = "kms"

    @property
    def field(self) -> str:
        """Path of the identity in the HostedCluster."""
        if self is Component.KMS:
            return "spec.secretEncryption.kms.azure.kms"
        return f"spec.platform.azure.azureAuthenticationConfig.managedIdentities.controlPlane.{self.value}"


class Writer(StrEnum):
    """The operator that writes a SecretProviderClass on every reconcile."""

    HYPERSHIFT_OPERATOR = "HyperShift Operator"
    CONTROL_PLANE_OPERATOR = "Control Plane Operator"


@dataclass(frozen=True, slots=True)
class Consumer:
    """One container that reads a credential file.

    ``learns`` states how the container gets the path; ``{path}`` and ``{name}`` stand for those of
    the file.
    """

    workload: str
    container: str
    volume: str
    learns: str
    mount: str = CERTIFICATES

    def path(self, secret_name: str) -> str:
        return f"{self.mount}/{secret_name}"


@dataclass(frozen=True, slots=True)
class Flow:
    secret_provider_class: str
    writers: tuple[Writer, ...]
    consumers: tuple[Consumer, ...]
    script_prefix: str | None
    """Prefix that the development script gives the name of the vault secret."""


_HO: Final = (Writer.HYPERSHIFT_OPERATOR,)
_CPO: Final = (Writer.CONTROL_PLANE_OPERATOR,)
_ENVIRONMENT: Final = f"env {CREDENTIALS_FILE_VARIABLE}={{path}}"


def _cloud_conf(secret: str) -> str:
    return f"Secret {secret}, cloud.conf: aadMSIDataPlaneIdentityPath={{path}}"


def _csi_driver(kind: str) -> Consumer:
    workload = f"azure-{kind}-csi-driver-controller"
    return Consumer(workload, "first container", f"azure-{kind}", _cloud_conf(f"azure-{kind}-csi-config"))


def _control_plane_operator(volume: str, mount: str) -> Consumer:
    fixed = "fixed in its code: {path}"
    return Consumer("control-plane-operator", "first container", volume, fixed, mount)


def flow_of(component: Component) -> Flow:
    """What HyperShift creates for an identity; this program creates none of it."""
    match component:
        case Component.CLOUD_PROVIDER:
            workload = "azure-cloud-controller-manager"
            learns = _cloud_conf("azure-cloud-config")
            consumer = Consumer(workload, "cloud-controller-manager", "cloud-provider-cert", learns)
            return Flow("managed-azure-cloud-provider", _CPO, (consumer,), "cloud-provider")
        case Component.CONTROL_PLANE_OPERATOR:
            consumer = _control_plane_operator("cpo-cert", CERTIFICATES)
            return Flow("managed-azure-cpo", _HO, (consumer,), "cpo")
        case Component.NODE_POOL_MANAGEMENT:
            learns = "AzureClusterIdentity: userAssignedIdentityCredentialsPath={path}"
            consumer = Consumer("capi-provider", "manager", "nodepool-management-cert", learns)
            return Flow("managed-azure-nodepool-management", _HO, (consumer,), "nodepool-mgmt")
        case Component.INGRESS:
            name = "ingress-operator"
            consumer = Consumer(name, name, "ingress-cert", _ENVIRONMENT)
            return Flow("managed-azure-ingress", _CPO, (consumer,), "ingress")
        case Component.NETWORK:
            consumer = Consumer(
                "cloud-network-config-controller",
                "controller",
                "cncc-cert",
                "env ARO_HCP_CLIENT_CREDENTIALS_PATH={path}; the Cluster Network Operator "
                f"gets {CREDENTIALS_FILE_VARIABLE}={{name}}",
                NETWORK_CERTIFICATES,
            )
            return Flow("managed-azure-network", _CPO, (consumer,), "cncc")
        case Component.DISK:
            return Flow("managed-azure-disk-csi", _CPO, (_csi_driver("disk"),), "azure-disk")
        case Component.FILE:
            return Flow("managed-azure-file-csi", _CPO, (_csi_driver("file"),), "azure-file")
        case Component.IMAGE_REGISTRY:
            name = "cluster-image-registry-operator"
            consumer = Consumer(name, name, "image-registry-cert", _ENVIRONMENT)
            return Flow("managed-azure-image-registry", _CPO, (consumer,), "ciro")
        case Component.KMS:
            server = Consumer(
                "kube-apiserver", "azure-kms-provider-active", "kms-cert", _cloud_conf("azure-kms-config")
            )
            operator = _control_plane_operator("kms-cert", KMS_CERTIFICATES)
            return Flow("managed-azure-kms", (*_HO, *_CPO), (server, operator), None)
        case _:
            assert_never(component)


def script_secret_name(component: Component, prefix: str) -> str | None:
    """Name of the vault secret that the development script creates; it creates none for KMS."""
    begin = flow_of(component).script_prefix
    return f"{begin}-{prefix}-json" if begin else None


AUDIENCE: Final = "openshift"
PUBLIC: Final = "Public"

_CSI: Final = "openshift-cluster-csi-drivers"
_REGISTRY: Final = "openshift-image-registry"
_Accounts = Mapping[str, tuple[str, str]]


def _csi(kind: str) -> _Accounts:
    names = {"node": "node-sa", "operator": "operator", "controller": "controller-sa"}
    return {part: (_CSI, f"azure-{kind}-csi-driver-{name}") for part, name in names.items()}


_ACCOUNTS: Final[Mapping[Component, tuple[str, _Accounts]]] = {
    Component.DISK: ("disk", _csi("disk")),
    Component.FILE: ("file", _csi("file")),
    Component.IMAGE_REGISTRY: (
        "image-registry",
        {"registry": (_REGISTRY, "registry"), "operator": (_REGISTRY, "cluster-image-registry-operator")},
    ),
    Component.INGRESS: ("ingress", {"": ("openshift-ingress-operator", "ingress-operator")}),
    Component.CLOUD_PROVIDER: ("cloud-provider", {"": ("kube-system", "azure-cloud-provider")}),
    Component.NODE_POOL_MANAGEMENT: ("node-pool-mgmt", {"": ("kube-system", "capi-provider")}),
    Component.NETWORK: (
        "network",
        {"": ("openshift-cloud-network-config-controller", "cloud-network-config-controller")},
    ),
    Component.CONTROL_PLANE_OPERATOR: ("control-plane-operator", {"": ("kube-system", "control-plane-operator")}),
    Component.KMS: ("kms", {"": ("kube-system", "kms-provider")}),
}
"""Suffix of each identity's name, and its ServiceAccounts by what distinguishes their credentials."""


@dataclass(frozen=True, slots=True)
class WorkloadIdentity:
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
    found: list[WorkloadIdentity] = []
    for component, (suffix, accounts) in _ACCOUNTS.items():
        credential = "cpo" if component is Component.CONTROL_PLANE_OPERATOR else suffix
        why = f"is {component} of hosted cluster {cluster}"
        federations = tuple(
            Federation(
                "-".join(filter(None, (cluster, credential, "fed-id", part))), issuer, subject(*account), AUDIENCE, why
            )
            for part, account in accounts.items()
        )
        if not left_out.get(component):
            found.append(WorkloadIdentity(component, f"{cluster}-{suffix}-{infra_id}", federations))
    return tuple(found)


DATA_PLANE_FIELDS: Final = {
    Component.DISK: "diskMSIClientID",
    Component.FILE: "fileMSIClientID",
    Component.IMAGE_REGISTRY: "imageRegistryMSIClientID",
}


def data_plane_identities(prefix: str, issuer: str) -> tuple[WorkloadIdentity, ...]:
    """The three identities of the data plane of a managed cluster, as the script names them."""
    found: list[WorkloadIdentity] = []
    for component, begin in (("disk", "azure-disk"), ("file", "azure-file"), ("imageRegistry", "image-registry")):
        name, (_, accounts) = f"{begin}-MI-{prefix}", _ACCOUNTS[Component(component)]
        why = f"is {component} in the hosted clusters of {prefix}"
        account = next(iter(accounts.values()))
        federation = Federation(f"{name}-fed-id", issuer, subject(*account), AUDIENCE, why)
        found.append(WorkloadIdentity(Component(component), name, (federation,)))
    return tuple(found)
