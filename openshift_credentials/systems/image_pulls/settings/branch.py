"""The branch ``imagePulls`` of a stack, and the shared groups that it needs."""

from enum import StrEnum
from typing import Annotated, assert_never

from pydantic import Field

from openshift_credentials.platforms.kubernetes.text_rules import OPENSHIFT_VERSION
from openshift_credentials.stack.base import DnsLabel, Follows, Lax, Settings
from openshift_credentials.stack.cluster import Cluster, HostedKubernetes, Kubernetes
from openshift_credentials.stack.overrides import Overrides

from ..rules.gates import KubeletVersion
from ..rules.shipped import RegistryCloud
from .aws import AwsPulls
from .azure import AzurePulls
from .nodes import GcpPulls, HostedCluster
from .text_rules import IMAGE_PATTERN
from .workload import Workload


class Mode(StrEnum):
    """The identity that pulls."""

    WORKLOAD_IDENTITY = "workload-identity"
    NODE_IDENTITY = "node-identity"


class ImagePullsSettings(Settings):
    """Image pulls: which pods pull what, with which identity, on which nodes."""

    cluster: Cluster
    """The cluster of the nodes, or its management cluster."""
    kubernetes: Kubernetes = Kubernetes()
    """How to reach the cluster."""
    hosted_kubernetes: HostedKubernetes | None = None
    """How to reach the hosted cluster."""
    mode: Lax[Mode] = Mode.WORKLOAD_IDENTITY
    """`workload-identity` (each ServiceAccount uses its own identity) or `node-identity` (all use
    the node's).
    """
    openshift_version: Annotated[str, Follows(OPENSHIFT_VERSION)]
    """OpenShift version of the nodes. 4.21 is the first with workload identities for ECR, 4.22 for
    ACR.
    """
    aws: AwsPulls | None = None
    """Pulls from Amazon ECR."""
    azure: AzurePulls | None = None
    """Pulls from Azure Container Registry."""
    gcp: GcpPulls | None = None
    """Pulls from Google's registries; node identity only."""
    workloads: Lax[tuple[Workload, ...]] = ()
    """ServiceAccounts that have their own identity."""
    pools: Lax[tuple[DnsLabel, ...]] = Field(default=("worker",), min_length=1)
    """MachineConfigPools whose nodes get the file, on a standalone cluster."""
    hosted_cluster: HostedCluster | None = None
    """The hosted cluster, if the nodes belong to one."""
    crio_match_images: Lax[tuple[Annotated[str, Follows(IMAGE_PATTERN)], ...]] = ()
    """`spec.matchImages` of CRIOCredentialProviderConfig, if the cluster uses it. The file replaces
    the one that contains its entry.
    """
    overrides: Overrides = Field(default={})
    """Inputs of single resources, by their logical names. See docs/compose.md."""

    @property
    def clouds(self) -> list[RegistryCloud]:
        """The clouds of the settings; a check ensures that there is exactly one."""
        named = {
            RegistryCloud.AWS: self.aws,
            RegistryCloud.AZURE: self.azure,
            RegistryCloud.GCP: self.gcp,
        }
        return [cloud for cloud, branch in named.items() if branch is not None]

    @property
    def cloud(self) -> RegistryCloud:
        """The cloud of the nodes."""
        return self.clouds[0]

    @property
    def issuer(self) -> str:
        """Issuer of the tokens of the cluster that runs the pods."""
        return self.hosted_cluster.oidc_issuer if self.hosted_cluster else self.cluster.oidc_issuer

    @property
    def kubelet(self) -> KubeletVersion:
        """The version of the nodes' kubelets."""
        return KubeletVersion.of_openshift(self.openshift_version)

    @property
    def uses_tokens(self) -> bool:
        """Whether workloads have their own identities."""
        match self.mode:
            case Mode.WORKLOAD_IDENTITY:
                return True
            case Mode.NODE_IDENTITY:
                return False
            case _:
                assert_never(self.mode)
