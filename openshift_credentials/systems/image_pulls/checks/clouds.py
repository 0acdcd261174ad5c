"""Rules of the clouds: the modes they support, and what the plugins need."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws.arns import issuer_problem, region_problem
from openshift_credentials.stack.problems import invalid

from ..rules.gates import GateState
from ..rules.shipped import GCP_REFUSAL, TOKEN_SINCE, Variant, shipped_file
from ..settings import ImagePullsSettings

_CLOUDS: Final = "imagePulls.aws, imagePulls.azure and imagePulls.gcp"


def one_cloud(settings: ImagePullsSettings) -> Iterator[Notice]:
    """All nodes are in one cloud."""
    if len(settings.clouds) != 1:
        yield invalid(
            "imagePulls",
            f"requires exactly one of {_CLOUDS}, and has {len(settings.clouds)}",
            "keep only the cloud that the nodes run in",
        )


def gcp_has_no_token_mode(settings: ImagePullsSettings) -> Iterator[Notice]:
    """W12 for GCP: rejected, with the reason."""
    if settings.uses_tokens and settings.gcp is not None:
        yield invalid(
            "imagePulls.mode",
            f"workload-identity {GCP_REFUSAL}",
            "set imagePulls.mode: node-identity",
        )


def settings_fit_the_mode(settings: ImagePullsSettings) -> Iterator[Notice]:
    """Workloads are set in token mode and only there."""
    if settings.uses_tokens and not settings.workloads:
        yield invalid(
            "imagePulls.workloads",
            "is required with imagePulls.mode workload-identity",
            "add the ServiceAccounts whose pods pull, or set imagePulls.mode: node-identity",
        )
    if not settings.uses_tokens and settings.workloads:
        yield invalid(
            "imagePulls.workloads",
            "has no effect with imagePulls.mode node-identity: the kubelet sends no token",
            "remove it, or set imagePulls.mode: workload-identity",
        )


def aws_has_the_issuer(settings: ImagePullsSettings) -> Iterator[Notice]:
    """W5: IAM takes the issuer, in a partition that the program knows."""
    if settings.aws is None or not settings.uses_tokens:
        return
    hosted = settings.hosted_cluster
    if problem := issuer_problem(settings.issuer):
        path = "imagePulls.hostedCluster.oidcIssuer" if hosted else "cluster.oidcIssuer"
        yield invalid(path, problem, "use a cluster with a shorter issuer")
    if problem := region_problem(settings.aws.region):
        yield invalid(
            "imagePulls.aws.region",
            problem.replace("HCPEtcdBackup", "the program"),
            "use a region of aws, aws-us-gov or aws-cn",
            settings.aws.region,
        )


def plugin_reads_tokens(settings: ImagePullsSettings) -> Iterator[Notice]:
    """The plugin of the release, which has the version of Kubernetes, supports tokens."""
    since = TOKEN_SINCE.get(settings.cloud)
    kubelet = settings.kubelet
    is_read = kubelet.token_gate is GateState.ON
    if settings.uses_tokens and since and is_read and kubelet.minor < since.minor:
        yield invalid(
            "imagePulls.openshiftVersion",
            f"has {shipped_file(settings.cloud).executable} {kubelet}, but the plugin supports "
            f"tokens only since {since}",
            f"use {since.openshift} or newer, or set imagePulls.mode: node-identity",
            settings.openshift_version,
        )


def azure_variant(settings: ImagePullsSettings) -> Iterator[Notice]:
    """W12: the variant is set."""
    azure = settings.azure
    if azure is not None and settings.uses_tokens and azure.variant is None:
        yield invalid(
            "imagePulls.azure.variant",
            "is required: no variant suits every cluster",
            f"choose one of {', '.join(Variant)}; docs/image-pulls.md compares them",
        )
