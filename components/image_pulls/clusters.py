"""Destinations of the objects: the cluster of the pods, and that of the node configuration."""

from dataclasses import dataclass
from pathlib import PurePath

import pulumi

from openshift_credentials.stack.kubernetes import HostedKubernetes
from openshift_credentials.systems.image_pulls.settings import ImagePullsSettings

from ..kubernetes.providers import cluster_provider, rendering_provider, second_provider


@dataclass(frozen=True, kw_only=True)
class Clusters:
    """``pods`` is for ServiceAccounts and RBAC, ``nodes`` for what configures nodes."""

    pods: pulumi.ProviderResource
    nodes: pulumi.ProviderResource


def clusters(name: str, settings: ImagePullsSettings, opts: pulumi.ResourceOptions) -> Clusters:
    """One cluster, or the hosted and the management cluster; directories with ``renderTo``."""
    hosted = settings.hosted_cluster
    if render_to := settings.kubernetes.render_to:
        directory = PurePath(render_to)
        nodes = rendering_provider(f"{name}-manifests", directory / "objects", opts)
        hosted_directory = directory / "hosted-cluster"
        pods = (
            rendering_provider(f"{name}-hosted-manifests", hosted_directory, opts)
            if hosted
            else nodes
        )
        return Clusters(pods=pods, nodes=nodes)
    nodes = cluster_provider(name, settings.kubernetes, settings.cluster.name, opts)
    if hosted is None:
        return Clusters(pods=nodes, nodes=nodes)
    connection = settings.hosted_kubernetes or HostedKubernetes()
    identifier = f"{hosted.namespace}/{hosted.name}"
    pods = second_provider(f"{name}-hosted", connection, identifier, opts)
    return Clusters(pods=pods, nodes=nodes)
