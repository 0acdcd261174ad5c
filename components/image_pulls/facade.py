"""Image pulls: identities, permissions of nodes, ServiceAccounts, and the file of nodes."""

import hashlib
from dataclasses import dataclass
from pathlib import PurePath
from typing import Annotated

import pulumi

from openshift_credentials.platforms.kubernetes.names import HOSTED_ROLE, machine_config_text
from openshift_credentials.stack.cluster import HostedKubernetes
from openshift_credentials.stack.outputs import About, Outputs
from openshift_credentials.systems.image_pulls import plan
from openshift_credentials.systems.image_pulls.settings import ImagePullsSettings

from ..base.component import waiting_for
from ..base.facade import Facade
from ..kubernetes.look_before_writing import look_before_writing
from ..kubernetes.providers import cluster_provider, rendering_provider, second_provider
from .cloud_side import CloudSide, PullIdentityOutputs, PullRoleOutputs
from .kubernetes.annotated_service_account import AnnotatedServiceAccount, AnnotatedServiceAccountArgs
from .kubernetes.audience_permission import AudiencePermission


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
        pods = rendering_provider(f"{name}-hosted-manifests", hosted_directory, opts) if hosted else nodes
        return Clusters(pods=pods, nodes=nodes)
    nodes = cluster_provider(name, settings.kubernetes, settings.cluster.name, opts)
    if hosted is None:
        return Clusters(pods=nodes, nodes=nodes)
    connection = settings.hosted_kubernetes or HostedKubernetes()
    identifier = f"{hosted.namespace}/{hosted.name}"
    pods = second_provider(f"{name}-hosted", connection, identifier, opts)
    return Clusters(pods=pods, nodes=nodes)


@dataclass(frozen=True, kw_only=True)
class ImagePullsOutputs(Outputs):
    """Outputs of image pulls: the file of the nodes, and identities."""

    image_pull_node_file: Annotated[str, About("Path of the file on the nodes.")]
    image_pull_node_file_content: Annotated[str, About("Content of the file.")]
    image_pull_node_file_sha256: Annotated[str, About("SHA-256 of the content, in hexadecimal.")]
    identities: PullRoleOutputs | PullIdentityOutputs | None


class ImagePulls(Facade[ImagePullsOutputs]):
    """Everything that pods need to pull with their own identities.

    The order is: cloud, RBAC, ServiceAccounts, and the file of the nodes last, because a kubelet
    without permission to request a token gives the pod no credentials at all. A destroy uses the
    reverse order.
    """

    TYPE = "image-pulls:ImagePulls"

    def __init__(self, name: str, settings: ImagePullsSettings, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__(name, settings, opts)
        child = pulumi.ResourceOptions(parent=self)
        look_before_writing(name, settings.kubernetes, settings.cluster, (), child)
        cloud = _cloud_side(name, settings, child)
        places = clusters(name, settings, child)
        ready = self._accounts(name, settings, cloud, places)
        file = plan.plan_file(settings)
        self._configure_nodes(name, settings, file, places, ready)
        self.outputs = ImagePullsOutputs(
            image_pull_node_file=file.path,
            image_pull_node_file_content=file.content,
            image_pull_node_file_sha256=hashlib.sha256(file.content.encode()).hexdigest(),
            identities=cloud.outputs,
        )
        self.register_outputs(self.outputs.exports)

    def _accounts(
        self, name: str, settings: ImagePullsSettings, cloud: CloudSide, places: Clusters
    ) -> list[pulumi.Resource]:
        """RBAC, then ServiceAccounts; nothing if nodes pull with their own identity."""
        if not settings.uses_tokens:
            return []
        options = pulumi.ResourceOptions(parent=self, providers=[places.pods])
        permission = AudiencePermission(f"{name}-audience", plan.audience(settings), options)
        accounts = [
            AnnotatedServiceAccount(
                f"{name}-accounts-{known.workload.namespace}-{known.workload.service_account}",
                AnnotatedServiceAccountArgs(
                    namespace=known.workload.namespace,
                    account_name=known.workload.service_account,
                    annotations=known.annotations,
                    create=known.workload.create,
                ),
                waiting_for([*known.after, permission.binding], options),
            ).account
            for known in cloud.identified
        ]
        return [permission.binding, *accounts]

    def _configure_nodes(
        self,
        name: str,
        settings: ImagePullsSettings,
        file: plan.PlannedNodeFile,
        places: Clusters,
        after: list[pulumi.Resource],
    ) -> None:
        options = waiting_for(after, pulumi.ResourceOptions(parent=self, providers=[places.nodes]))
        if hosted := settings.hosted_cluster:
            from .kubernetes.node_pool_file import NodePoolFile, NodePoolFileArgs  # noqa: PLC0415

            pool_file = NodePoolFileArgs(
                namespace=hosted.namespace,
                config_map=plan.config_map_name(hosted),
                machine_config=machine_config_text(plan.machine_config_name(HOSTED_ROLE), file.path, file.content),
                node_pools={node_pool.name: node_pool.config for node_pool in hosted.node_pools},
            )
            NodePoolFile(f"{name}-nodes", pool_file, options)
            return
        from .kubernetes.node_file import NodeFile, NodeFileArgs  # noqa: PLC0415

        for pool in settings.pools:
            NodeFile(
                f"{name}-{pool}",
                NodeFileArgs(
                    object_name=plan.machine_config_name(pool), pool=pool, path=file.path, content=file.content
                ),
                options,
            )


def _cloud_side(name: str, settings: ImagePullsSettings, opts: pulumi.ResourceOptions) -> CloudSide:
    """Create identities; the SDK of the other cloud is never imported."""
    if settings.uses_tokens and (place := settings.aws):
        from .aws.pull_roles import aws_side  # noqa: PLC0415

        return aws_side(name, settings, place, opts)
    if settings.uses_tokens and (place := settings.azure):
        from .azure.pull_identities import azure_side  # noqa: PLC0415

        return azure_side(name, settings, place, opts)
    return CloudSide()
