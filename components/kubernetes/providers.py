"""The explicit Kubernetes providers of a stack: for the management cluster, or for manifests."""

from dataclasses import dataclass
from pathlib import PurePath

import pulumi
import pulumi_kubernetes as kubernetes

from components.base.given import given_provider
from components.base.known_later import known_later
from openshift_credentials.stack.kubernetes import HostedKubernetes, Kubernetes
from openshift_credentials.stack.secret_texts import is_sealed


@dataclass(frozen=True, kw_only=True)
class KubernetesProviders:
    """Destinations of objects: ``secrets`` is for Secrets, ``objects`` for everything else."""

    objects: pulumi.ProviderResource
    secrets: pulumi.ProviderResource


def kubernetes_providers(
    name: str, connection: Kubernetes, cluster: str, opts: pulumi.ResourceOptions
) -> KubernetesProviders:
    """Providers for the management cluster, or for the two directories of ``renderTo``.

    The cluster is identified by its name, so that a new address does not replace everything in it;
    a Secret is changed in place; the kubeconfig is secret in the state, too. An existing object is
    adopted if it equals the new one, as after an update that was killed before the state was
    written; a value of another manager is a conflict.
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
) -> pulumi.ProviderResource:
    """The provider of a cluster, or the one from the consumer of the facade."""
    return given_provider("kubernetes", opts) or second_provider(name, connection, cluster, opts)


def second_provider(
    name: str,
    connection: Kubernetes | HostedKubernetes,
    cluster: str,
    opts: pulumi.ResourceOptions,
) -> kubernetes.Provider:
    """The provider of a cluster, which is identified by its name."""
    return kubernetes.Provider(
        f"{name}-cluster",
        kubeconfig=given_kubeconfig(connection),
        context=connection.context,
        cluster_identifier=cluster,
        enable_secret_mutable=True,
        upsert_existing_objects=True,
        opts=opts,
    )


def given_kubeconfig(connection: Kubernetes | HostedKubernetes) -> pulumi.Output[str] | None:
    """The kubeconfig of the settings as a secret; an encrypted one is unknown here."""
    kubeconfig = connection.kubeconfig
    if kubeconfig is None:
        return None
    known = known_later("") if is_sealed(kubeconfig) else kubeconfig.get_secret_value()
    return pulumi.Output.secret(known)


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
