"""Settings of the connection to the management cluster."""

from typing import Annotated

from pydantic import SecretStr

from openshift_credentials.base.text_rule import DIRECTORY
from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules

from .base import Follows, Settings


class Kubernetes(Settings):
    """How to reach the management cluster, or where to write manifests instead.

    Without settings, the cluster is the one that ``kubectl`` uses: ``$KUBECONFIG``,
    ``~/.kube/config``, or the service account of the pod.
    """

    kubeconfig: SecretStr | None = None
    """Content of a kubeconfig. Secret."""
    context: Annotated[str, Follows(kubernetes_rules.KUBECONFIG_CONTEXT)] | None = None
    """Context of the kubeconfig. Default: the current context."""
    render_to: Annotated[str, Follows(DIRECTORY)] | None = None
    """Directory for manifests, for GitOps. The stack then writes nothing to a cluster and waits for
    nothing. Relative to the project's directory.
    """


class HostedKubernetes(Settings):
    """How to reach a hosted cluster, which has its own API server."""

    kubeconfig: SecretStr | None = None
    """Content of the hosted cluster's kubeconfig. Secret."""
    context: Annotated[str, Follows(kubernetes_rules.KUBECONFIG_CONTEXT)] | None = None
    """Context of the kubeconfig. Default: the current context."""
