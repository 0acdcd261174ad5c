"""Image pulls: identities, permissions of nodes, ServiceAccounts, and the file of nodes."""

import hashlib
from dataclasses import dataclass
from pathlib import PurePath
from typing import Annotated

import pulumi

from openshift_credentials.stack.cluster import HostedKubernetes
from openshift_credentials.stack.outputs import About, Outputs
from openshift_credentials.systems.image_pulls import plan
from openshift_credentials.systems.image_pulls.settings import ImagePullsSettings

from ..base.component import waiting_for
from ..base.facade import Facade, check_model
from ..kubernetes.look_before_writing import look_before_writing
from ..kubernetes.providers import cluster_provider, rendering_provider, second_provider
from .cluster_objects import AnnotatedServiceAccount, AudiencePermission, NodeFile, NodePoolFile
from .identities import CloudSide, PullIdentityOutputs, PullRoleOutputs


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

    def __init__(self, name: str, args: ImagePullsSettings, opts: pulumi.ResourceOptions | None = None) -> None:
        self.create(name, check_model("imagePulls", args), opts)

    def create(self, name: str, settings: ImagePullsSettings, opts: pulumi.ResourceOptions | None) -> None:
        self.start(name, settings, opts)
        child = pulumi.ResourceOptions(parent=self)
        look_before_writing(name, settings.kubernetes, settings.cluster, (), child)
        cloud = _cloud_side(name, settings, child)
        pods, nodes = _clusters(name, settings, child)
        ready: list[pulumi.Resource] = []
        if settings.uses_tokens:  # otherwise nodes pull with their own identity
            options = pulumi.ResourceOptions(parent=self, providers=[pods])
            permission = AudiencePermission(f"{name}-audience", plan.audience(settings), options)
            ready = [permission.binding]
            for known in cloud.identified:
                account = f"{name}-accounts-{known.workload.namespace}-{known.workload.service_account}"
                after = waiting_for([*known.after, permission.binding], options)
                ready.append(AnnotatedServiceAccount(account, known.workload, known.annotations, after).account)
        file = plan.plan_file(settings)
        on_nodes = waiting_for(ready, pulumi.ResourceOptions(parent=self, providers=[nodes]))
        if settings.hosted_cluster:
            NodePoolFile(f"{name}-nodes", settings.hosted_cluster, file, on_nodes)
        else:
            for pool in settings.pools:
                NodeFile(f"{name}-{pool}", pool, file, on_nodes)
        self.outputs = ImagePullsOutputs(
            image_pull_node_file=file.path,
            image_pull_node_file_content=file.content,
            image_pull_node_file_sha256=hashlib.sha256(file.content.encode()).hexdigest(),
            identities=cloud.outputs,
        )
        self.register_outputs(self.outputs.exports)


def _cloud_side(name: str, settings: ImagePullsSettings, opts: pulumi.ResourceOptions) -> CloudSide:
    """Create identities; the SDK of the other cloud is never imported."""
    if settings.uses_tokens and (place := settings.aws):
        from .aws_roles import aws_side  # noqa: PLC0415

        return aws_side(name, settings, place, opts)
    if settings.uses_tokens and (place := settings.azure):
        from .azure_identities import azure_side  # noqa: PLC0415

        return azure_side(name, settings, place, opts)
    return CloudSide()


def _clusters(
    name: str, settings: ImagePullsSettings, opts: pulumi.ResourceOptions
) -> tuple[pulumi.ProviderResource, pulumi.ProviderResource]:
    """The cluster of ServiceAccounts and RBAC, and the one of what configures nodes.

    They are one, or the hosted and the management cluster; directories with ``renderTo``.
    """
    hosted = settings.hosted_cluster
    if render_to := settings.kubernetes.render_to:
        directory = PurePath(render_to)
        nodes = rendering_provider(f"{name}-manifests", directory / "objects", opts)
        return (
            rendering_provider(f"{name}-hosted-manifests", directory / "hosted-cluster", opts) if hosted else nodes,
            nodes,
        )
    nodes = cluster_provider(name, settings.kubernetes, settings.cluster.name, opts)
    if hosted is None:
        return nodes, nodes
    connection = settings.hosted_kubernetes or HostedKubernetes()
    return second_provider(f"{name}-hosted", connection, f"{hosted.namespace}/{hosted.name}", opts), nodes
