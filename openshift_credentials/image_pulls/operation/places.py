"""What is read of a cluster: node configuration, ServiceAccounts, RBAC, nodes."""

from collections.abc import Mapping, Sequence
from typing import Final

from openshift_credentials.image_pulls.settings import ImagePullsSettings
from openshift_credentials.kubernetes.rbac import Manifest
from openshift_credentials.operation.observed import Observed, Read

_RBAC: Final = "/apis/rbac.authorization.k8s.io/v1"
_HYPERSHIFT: Final = "/apis/hypershift.openshift.io/v1beta1"
_MACHINE_CONFIGS: Final = "/apis/machineconfiguration.openshift.io/v1/machineconfigs"

_PODS_CLUSTER: Final[Mapping[str, str]] = {
    "ServiceAccount": "/api/v1/serviceaccounts",
    "Node": "/api/v1/nodes",
    "Role": f"{_RBAC}/roles",
    "RoleBinding": f"{_RBAC}/rolebindings",
    "ClusterRole": f"{_RBAC}/clusterroles",
    "ClusterRoleBinding": f"{_RBAC}/clusterrolebindings",
}


def reads(settings: ImagePullsSettings) -> Sequence[Read]:
    """Lists of the one cluster, or of the management cluster of a hosted one."""
    paths: Mapping[str, str] = {"MachineConfig": _MACHINE_CONFIGS, **_PODS_CLUSTER}
    if hosted := settings.hosted_cluster:
        paths = {
            "ConfigMap": f"/api/v1/namespaces/{hosted.namespace}/configmaps",
            "NodePool": f"{_HYPERSHIFT}/namespaces/{hosted.namespace}/nodepools",
        }
    return [
        Read(name=kind, path=path, permission=f"list {path.rpartition('/')[2]}")
        for kind, path in paths.items()
    ]


def seen_of(
    settings: ImagePullsSettings, observed: Observed
) -> tuple[Sequence[Manifest], Sequence[Manifest] | None]:
    """Objects of the nodes' cluster and of the pods'; items of lists get their kind back."""
    manifests: list[Manifest] = [
        {**item, "kind": read.name} for read in reads(settings) for item in observed.all(read.name)
    ]
    return manifests, None if settings.hosted_cluster else manifests
