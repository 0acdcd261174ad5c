"""Rules of the clouds: which modes they have, and what the plugins need."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from openshift_credentials.aws.arns import issuer_problem, partition_of, region_problem
from openshift_credentials.image_pulls.plan import plugin_version
from openshift_credentials.image_pulls.rules.plugins import TOKEN_SINCE
from openshift_credentials.image_pulls.rules.shipped import (
    CLUSTER_AUDIENCE,
    EXECUTABLES,
    GCP_REFUSAL,
    Variant,
)
from openshift_credentials.image_pulls.settings import ImagePullsSettings
from openshift_credentials.notices import Notice
from openshift_credentials.stack.problems import invalid

_CLOUDS: Final = "imagePulls.aws, imagePulls.azure and imagePulls.gcp"


def one_cloud(settings: ImagePullsSettings) -> Iterator[Notice]:
    """Nodes are in one cloud."""
    if len(settings.clouds) != 1:
        yield invalid(
            "imagePulls",
            f"needs one of {_CLOUDS}, and has {len(settings.clouds)}",
            "keep the one of the cloud that the nodes are in",
        )


def gcp_has_no_token_mode(settings: ImagePullsSettings) -> Iterator[Notice]:
    """W12 for GCP: refused, with the reason."""
    if settings.uses_tokens and settings.gcp is not None:
        yield invalid(
            "imagePulls.mode",
            f"workload-identity {GCP_REFUSAL}",
            "set imagePulls.mode: node-identity",
        )


def settings_fit_the_mode(settings: ImagePullsSettings) -> Iterator[Notice]:
    """Workloads are there in token mode, and only there."""
    if settings.uses_tokens and not settings.workloads:
        yield invalid(
            "imagePulls.workloads",
            "is required with imagePulls.mode workload-identity",
            "name the ServiceAccounts whose pods pull, or set imagePulls.mode: node-identity",
        )
    if not settings.uses_tokens and settings.workloads:
        yield invalid(
            "imagePulls.workloads",
            "has no use with imagePulls.mode node-identity: the kubelet sends no token",
            "remove it, or set imagePulls.mode: workload-identity",
        )


def issuer_is_public(settings: ImagePullsSettings) -> Iterator[Notice]:
    """W5: the cloud can read the issuer's keys."""
    if not settings.uses_tokens:
        return
    hosted = settings.hosted_cluster
    path = "imagePulls.hostedCluster.oidcIssuer" if hosted else "cluster.oidcIssuer"
    issuer = settings.issuer
    host = urlsplit(issuer).hostname or ""
    if issuer.rstrip("/") == CLUSTER_AUDIENCE or host.endswith((".svc", ".local")):
        yield invalid(
            path,
            "is an issuer that only the cluster itself can reach",
            "token mode needs a cluster with a public issuer (STS or workload identity)",
            f'"{issuer}"',
        )
    if settings.aws and (problem := issuer_problem(issuer)):
        yield invalid(path, problem, "give the cluster a shorter issuer")
    if settings.aws and (problem := region_problem(settings.aws.region)):
        known = partition_of(settings.aws.region)
        if known == "aws":
            yield invalid(
                "imagePulls.aws.region",
                problem.replace("HCPEtcdBackup", "the program"),
                "use a region of aws, aws-us-gov or aws-cn",
                f'"{settings.aws.region}"',
            )


def plugin_reads_tokens(settings: ImagePullsSettings) -> Iterator[Notice]:
    """The plugin on the nodes knows what a token is."""
    since = TOKEN_SINCE.get(settings.cloud)
    version = plugin_version(settings)
    if settings.uses_tokens and since and version < since:
        branch = "aws" if settings.aws else "azure"
        yield invalid(
            f"imagePulls.{branch}.pluginVersion",
            f"is 1.{version[1]}, and the plugin reads tokens since 1.{since[1]}",
            "set it to the version on the nodes if that is newer, or wait for a release with it",
        )


def azure_variant(settings: ImagePullsSettings) -> Iterator[Notice]:
    """W2 and W12: the variant is chosen, and has the executable that it needs."""
    azure = settings.azure
    if azure is None or not settings.uses_tokens:
        return
    second = azure.second_executable
    if azure.variant is None:
        yield invalid(
            "imagePulls.azure.variant",
            "is required: none of the variants suits everybody",
            f"choose one of {', '.join(Variant)}; docs/image-pulls.md has a table of them",
        )
    if azure.variant is Variant.DUAL and not second:
        yield invalid(
            "imagePulls.azure.secondExecutable",
            "is required with variant dual: one entry of the file cannot work in both modes",
            "name the second executable that a layered image puts beside the plugin",
        )
    if azure.variant is not Variant.DUAL and second:
        yield invalid(
            "imagePulls.azure.secondExecutable",
            "has no use without variant dual",
            "remove it, or set imagePulls.azure.variant: dual",
        )
    if second in EXECUTABLES:
        yield invalid(
            "imagePulls.azure.secondExecutable",
            "is the name of a shipped plugin",
            "give the second executable a name of its own",
            f'"{second}"',
        )


def azure_cloud_config(settings: ImagePullsSettings) -> Iterator[Notice]:
    """W11: the plugin exchanges tokens, in the tenant of the identities."""
    azure = settings.azure
    if azure is None or not settings.uses_tokens:
        return
    config = azure.cloud_config
    if config is None:
        yield invalid(
            "imagePulls.azure.cloudConfig",
            "is required: the plugin reads /etc/kubernetes/cloud.conf of the nodes",
            "copy useManagedIdentityExtension and tenantId from it",
        )
        return
    if not config.use_managed_identity_extension:
        yield invalid(
            "imagePulls.azure.cloudConfig.useManagedIdentityExtension",
            "is false: the plugin answers with a client secret and never exchanges a token (so "
            "it is on self-managed hosted clusters with workload identities)",
            "use imagePulls.mode node-identity there",
        )
    if config.tenant_id.lower() != azure.tenant_id.lower():
        yield invalid(
            "imagePulls.azure.cloudConfig.tenantId",
            "is another tenant than imagePulls.azure.tenantId: the plugin asks the registry with "
            "the one of the cloud config",
            "make the identities in the tenant of the nodes",
            f'"{config.tenant_id}"',
        )
