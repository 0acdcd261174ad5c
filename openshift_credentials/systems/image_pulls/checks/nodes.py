"""Rules of the nodes: their version, the place of the file, and what it must keep."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid

from ..rules.gates import GateState, KubeletVersion
from ..rules.locations import matches, pattern_problem
from ..rules.scopes import is_nested
from ..rules.shipped import shipped_file
from ..settings import ImagePullsSettings


def kubelet_takes_the_file(settings: ImagePullsSettings) -> Iterator[Notice]:
    """W13: every kubelet accepts ``tokenAttributes``."""
    needs_gate = settings.uses_tokens or bool(settings.crio_match_images)
    state = settings.kubelet.token_gate
    if needs_gate and state is not GateState.ON:
        gate = (
            "does not support tokenAttributes"
            if state is GateState.ABSENT
            else "has the feature gate of tokenAttributes disabled"
        )
        yield invalid(
            "imagePulls.openshiftVersion",
            f"is Kubernetes {settings.kubelet}, whose kubelet {gate}: it would not "
            "start with the file",
            "use 4.21 or newer",
            settings.openshift_version,
        )


def place_is_clear(settings: ImagePullsSettings) -> Iterator[Notice]:
    """Pools belong to a standalone cluster, NodePools to a hosted one."""
    hosted = settings.hosted_cluster
    if hosted and settings.pools != ("worker",):
        yield invalid(
            "imagePulls.pools",
            "has no effect with imagePulls.hostedCluster",
            "set imagePulls.hostedCluster.nodePools instead",
        )
    if hosted and settings.crio_match_images:
        yield invalid(
            "imagePulls.crioMatchImages",
            "has no effect with imagePulls.hostedCluster: NodePools do not support "
            "CRIOCredentialProviderConfig",
            "remove it",
        )
    names = [pool.name for pool in hosted.node_pools] if hosted else list(settings.pools)
    path = "imagePulls.hostedCluster.nodePools" if hosted else "imagePulls.pools"
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield invalid(path, f"contains {name} twice", "remove one of them")


def hosted_cluster_is_another(settings: ImagePullsSettings) -> Iterator[Notice]:
    """Objects of the hosted cluster are not created in its management cluster."""
    if settings.hosted_cluster is None or settings.kubernetes.render_to is not None:
        return
    own, management = settings.hosted_kubernetes, settings.kubernetes
    way_out = "set it with: pulumi config set --secret --path hostedKubernetes.kubeconfig < FILE"
    if own is None or not (own.kubeconfig or own.context):
        yield invalid(
            "hostedKubernetes",
            "is required with imagePulls.hostedCluster: ServiceAccounts and RBAC belong in the "
            "hosted cluster, not in its management cluster",
            way_out,
        )
    elif (own.kubeconfig, own.context) == (management.kubeconfig, management.context):
        yield invalid(
            "hostedKubernetes",
            "connects to the same cluster as kubernetes, the management cluster",
            way_out,
        )


def crio_patterns_are_apart(settings: ImagePullsSettings) -> Iterator[Notice]:
    """W15: the entry of CRI-O does not overlap the cloud's.

    Source: openshift/machine-config-operator ``pkg/controller/container-runtime-config``, which
    drops overlapping entries and reports ConfigurationPartiallyApplied.
    """
    for index, pattern in enumerate(settings.crio_match_images):
        if problem := pattern_problem(pattern, settings.kubelet):
            yield invalid(
                f"imagePulls.crioMatchImages[{index}]",
                f"{problem}; kubelet {settings.kubelet} would not start with it",
                "write HOST or HOST:PORT",
                pattern,
            )
        for own in shipped_file(settings.cloud).patterns:
            if _overlap(pattern, own, settings.kubelet):
                yield invalid(
                    f"imagePulls.crioMatchImages[{index}]",
                    f"overlaps {own} of {shipped_file(settings.cloud).executable}",
                    "remove it: mirrors of the cloud's registry cannot be distinguished from "
                    "the registry",
                    pattern,
                )
            elif is_nested(pattern, own) or is_nested(own, pattern):
                yield invalid(
                    f"imagePulls.crioMatchImages[{index}]",
                    f"nests with {own} of {shipped_file(settings.cloud).executable}, so "
                    "machine-config-operator drops it (ConfigurationPartiallyApplied)",
                    "remove it here and in CRIOCredentialProviderConfig, or use a narrower pattern",
                    pattern,
                )


def _overlap(pattern: str, own: str, kubelet: KubeletVersion) -> bool:
    return matches(pattern, own.replace("*", "x"), kubelet) or matches(
        own, pattern.replace("*", "x"), kubelet
    )
