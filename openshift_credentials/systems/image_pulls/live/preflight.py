"""Problems that an update of image pulls would have."""

from collections.abc import Iterator, Sequence

from openshift_credentials.base.json_values import object_items, text_member
from openshift_credentials.live.check import Check, failure
from openshift_credentials.platforms.kubernetes.rbac import Manifest, find_object

from .. import plan
from ..settings import HostedCluster, ImagePullsSettings
from .node_configuration import check_of, kubelet_checks


def preflight(
    settings: ImagePullsSettings,
    nodes_cluster: Sequence[Manifest],
    pods_cluster: Sequence[Manifest] | None,
) -> Iterator[Check]:
    """Problems of an update: kubelets that stop, missing ServiceAccounts and NodePools."""
    yield from kubelet_checks(settings, pods_cluster or ())
    for workload in settings.workloads if pods_cluster is not None else ():
        name, namespace = workload.service_account, workload.namespace
        if not workload.create and not find_object(
            pods_cluster or (), "ServiceAccount", name, namespace
        ):
            yield failure(
                "pull-account-missing",
                f"ServiceAccount {namespace}/{name}",
                "does not exist",
                "create it, or set create: true for the workload",
            )
    if settings.hosted_cluster:
        yield from _node_pools(settings.hosted_cluster, nodes_cluster)


def _node_pools(hosted: HostedCluster, manifests: Sequence[Manifest]) -> Iterator[Check]:
    """NodePools whose list of ConfigMaps would lose an entry."""
    for pool in hosted.node_pools:
        subject = f"NodePool {hosted.namespace}/{pool.name}"
        found = find_object(manifests, "NodePool", pool.name, hosted.namespace)
        if found is None:
            yield failure("pull-node-pool-missing", subject, "does not exist", "correct its name")
            continue
        references = object_items(found, "spec", "config")
        present = [text_member(reference, "name") for reference in references]
        dropped = sorted({*present} - {plan.config_map_name(hosted), *pool.config})
        yield check_of(
            "pull-node-pool-config",
            subject,
            f"refers to {', '.join(present) or 'nothing'}",
            f"add {', '.join(dropped)} to nodePools[].config; otherwise the update removes it",
            ok=not dropped,
        )
