"""Settings of the cluster on which HyperShift's operator runs."""

from typing import Annotated

from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.platforms.kubernetes.names import (
    DEFAULT_OADP_NAMESPACE,
    DEFAULT_OPERATOR_NAMESPACE,
)

from .base import Follows, Settings
from .texts import DnsLabel, IssuerUrl


class Cluster(Settings):
    """The cluster on which HyperShift's operator runs and creates the backup Jobs."""

    name: Annotated[str, Follows(kubernetes_rules.CLUSTER_NAME)]
    """Name of the management cluster. Resource names contain it."""
    oidc_issuer: IssuerUrl
    """Issuer of the cluster's ServiceAccount tokens, copied verbatim from its discovery document. A
    trailing slash is significant.
    """
    operator_namespace: DnsLabel = DEFAULT_OPERATOR_NAMESPACE
    """Namespace of the HyperShift Operator, with the credential Secret and the backup Jobs."""
    oadp_namespace: DnsLabel = DEFAULT_OADP_NAMESPACE
    """Namespace of OADP and its Velero."""
