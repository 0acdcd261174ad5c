"""What is read from a cluster: node configuration, ServiceAccounts, RBAC, nodes, failed pulls."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, assert_never

from openshift_credentials.live.check import Purpose
from openshift_credentials.live.observed import Observed, Read
from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.platforms.kubernetes.rbac import Manifest
from openshift_credentials.stack.secret_texts import is_sealed

from ..settings import ImagePullsSettings

FAILED_PULLS: Final = "failed pulls"

_RBAC: Final = f"/apis/{upstream.RBAC_API}"
_HYPERSHIFT: Final = f"/apis/{upstream.HYPERSHIFT_API}"
_MACHINE_CONFIGS: Final = "/apis/machineconfiguration.openshift.io/v1/machineconfigs"

_PODS_CLUSTER: Final[Mapping[str, str]] = {
    "ServiceAccount": "/api/v1/serviceaccounts",
    "Node": "/api/v1/nodes",
    "Role": f"{_RBAC}/roles",
    "RoleBinding": f"{_RBAC}/rolebindings",
    "ClusterRole": f"{_RBAC}/clusterroles",
    "ClusterRoleBinding": f"{_RBAC}/clusterrolebindings",
}


def reads(settings: ImagePullsSettings, purpose: Purpose) -> Sequence[Read]:
    """Lists of the nodes' cluster, and of the cluster that runs the pods if it can be reached."""
    match purpose:
        case Purpose.PREFLIGHT:
            return [*_of_nodes(settings), *_of_pods(settings)]
        case Purpose.VERIFY:
            return [*_of_nodes(settings), *_of_pods(settings), *_running(settings)]
        case Purpose.DIAGNOSE:
            return [*_failed_pulls(settings)] if reaches_pods(settings) else []
        case _:
            assert_never(purpose)


def reaches_pods(settings: ImagePullsSettings) -> bool:
    """Whether the settings define how to reach the cluster that runs the pods."""
    hosted = settings.hosted_kubernetes
    if settings.hosted_cluster is None:
        return True
    if hosted is None:
        return False
    return bool(hosted.context or (hosted.kubeconfig and not is_sealed(hosted.kubeconfig)))


def _of_nodes(settings: ImagePullsSettings) -> Iterator[Read]:
    if hosted := settings.hosted_cluster:
        place = f"/api/v1/namespaces/{hosted.namespace}/configmaps"
        yield _list("ConfigMap", place)
        yield _list("NodePool", f"{_HYPERSHIFT}/namespaces/{hosted.namespace}/nodepools")
    else:
        yield _list("MachineConfig", _MACHINE_CONFIGS)


def _of_pods(settings: ImagePullsSettings) -> Iterator[Read]:
    if reaches_pods(settings):
        for kind, path in _PODS_CLUSTER.items():
            yield _list(kind, path, is_hosted=settings.hosted_cluster is not None)


def _running(settings: ImagePullsSettings) -> Iterator[Read]:
    """Pods of the workloads, for trial requests of a token."""
    if settings.uses_tokens and reaches_pods(settings):
        for namespace in sorted({workload.namespace for workload in settings.workloads}):
            yield Read(
                name=pods_in(namespace),
                path=f"/api/v1/namespaces/{namespace}/pods",
                permission=f"list pods in {namespace}",
                field_selector="status.phase!=Succeeded,status.phase!=Failed",
                is_hosted=settings.hosted_cluster is not None,
            )


def _failed_pulls(settings: ImagePullsSettings) -> Iterator[Read]:
    yield Read(
        name=FAILED_PULLS,
        path="/api/v1/events",
        permission="list events",
        field_selector="involvedObject.kind=Pod,type=Warning,reason=Failed",
        is_hosted=settings.hosted_cluster is not None,
    )


def pods_in(namespace: str) -> str:
    """Name of the read of running pods in a namespace."""
    return f"running pods in {namespace}"


def _list(kind: str, path: str, *, is_hosted: bool = False) -> Read:
    permission = f"list {path.rpartition('/')[2]}"
    return Read(name=kind, path=path, permission=permission, is_hosted=is_hosted)


def seen_of(
    settings: ImagePullsSettings, observed: Observed
) -> tuple[Sequence[Manifest], Sequence[Manifest] | None]:
    """Objects of the nodes' cluster and of the pods'; items of lists get the kind they lack."""
    nodes, pods = (
        [{**item, "kind": read.name} for read in lists for item in observed.all(read.name)]
        for lists in (_of_nodes(settings), _of_pods(settings))
    )
    if settings.hosted_cluster is None:
        return [*nodes, *pods], [*nodes, *pods]
    return nodes, pods if reaches_pods(settings) else None
