"""The explicit Kubernetes providers of a stack: the management cluster, or manifests instead."""

from dataclasses import dataclass
from pathlib import PurePath

import pulumi
import pulumi_kubernetes as kubernetes

from openshift_credentials.contract.credentials import CredentialMode
from openshift_credentials.settings import StackSettings


@dataclass(frozen=True, kw_only=True)
class KubernetesProviders:
    """Where objects go: ``secrets`` is for Secrets, ``objects`` for everything else."""

    objects: kubernetes.Provider
    secrets: kubernetes.Provider


def kubernetes_providers(settings: StackSettings) -> KubernetesProviders:
    """Providers for the management cluster, or for the two directories of ``renderTo``.

    The cluster is identified by its name, so that a new address does not replace everything in
    it; a Secret is changed in place; the kubeconfig is secret also in the state.
    """
    if render_to := settings.kubernetes.render_to:
        return _manifests(PurePath(render_to), settings)
    kubeconfig = settings.kubernetes.kubeconfig
    cluster = kubernetes.Provider(
        "management-cluster",
        kubeconfig=pulumi.Output.secret(kubeconfig.get_secret_value()) if kubeconfig else None,
        context=settings.kubernetes.context,
        cluster_identifier=settings.management_cluster.name,
        enable_secret_mutable=True,
    )
    return KubernetesProviders(objects=cluster, secrets=cluster)


def _manifests(directory: PurePath, settings: StackSettings) -> KubernetesProviders:
    secrets_directory = directory / "secrets"
    objects = kubernetes.Provider("manifests", render_yaml_to_directory=str(directory / "objects"))
    secrets = kubernetes.Provider(
        "secret-manifests", render_yaml_to_directory=str(secrets_directory)
    )
    pulumi.log.warn(
        f"{secrets_directory} gets the credential Secret in base64, which is no encryption: "
        + (
            "it names an identity and holds no key, so that it may be committed"
            if settings.mode in _KEYLESS
            else "it holds a long-lived key; keep the directory out of version control and seal "
            "the Secret before it is committed"
        ),
        secrets,
    )
    return KubernetesProviders(objects=objects, secrets=secrets)


_KEYLESS = (CredentialMode.AWS_STS, CredentialMode.AZURE_WORKLOAD_IDENTITY)
