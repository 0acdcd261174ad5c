"""The explicit Kubernetes providers of a stack: the management cluster, or manifests instead."""

from dataclasses import dataclass
from pathlib import PurePath

import pulumi
import pulumi_kubernetes as kubernetes

from openshift_credentials.stack.kubernetes import HostedKubernetes, Kubernetes


@dataclass(frozen=True, kw_only=True)
class KubernetesProviders:
    """Where objects go: ``secrets`` is for Secrets, ``objects`` for everything else."""

    objects: kubernetes.Provider
    secrets: kubernetes.Provider


def kubernetes_providers(
    name: str, connection: Kubernetes, cluster: str, opts: pulumi.ResourceOptions
) -> KubernetesProviders:
    """Providers for the management cluster, or for the two directories of ``renderTo``.

    The cluster is identified by its name, so that a new address does not replace everything in
    it; a Secret is changed in place; the kubeconfig is secret also in the state. An object that
    exists already is taken over where it is what would have been made, as after an update that
    was killed before the state was written; a value of somebody else is a conflict.
    """
    if render_to := connection.render_to:
        return _manifests(name, PurePath(render_to), opts)
    provider = cluster_provider(name, connection, cluster, opts)
    return KubernetesProviders(objects=provider, secrets=provider)


def cluster_provider(
    name: str,
    connection: Kubernetes | HostedKubernetes,
    cluster: str,
    opts: pulumi.ResourceOptions,
) -> kubernetes.Provider:
    """The provider of a cluster, which is identified by its name."""
    kubeconfig = connection.kubeconfig
    return kubernetes.Provider(
        f"{name}-cluster",
        kubeconfig=pulumi.Output.secret(kubeconfig.get_secret_value()) if kubeconfig else None,
        context=connection.context,
        cluster_identifier=cluster,
        enable_secret_mutable=True,
        upsert_existing_objects=True,
        opts=opts,
    )


def _manifests(name: str, directory: PurePath, opts: pulumi.ResourceOptions) -> KubernetesProviders:
    objects = kubernetes.Provider(
        f"{name}-manifests", render_yaml_to_directory=str(directory / "objects"), opts=opts
    )
    secrets = kubernetes.Provider(
        f"{name}-secret-manifests",
        render_yaml_to_directory=str(directory / "secrets"),
        opts=opts,
    )
    return KubernetesProviders(objects=objects, secrets=secrets)
