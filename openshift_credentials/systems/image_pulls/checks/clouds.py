"""Rules of the clouds: the modes they support, and what the plugins need."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.aws.arns import issuer_problem, region_problem
from openshift_credentials.stack.problems import invalid
from openshift_credentials.systems.image_pulls.plan import plugin_version
from openshift_credentials.systems.image_pulls.rules.plugins import TOKEN_SINCE
from openshift_credentials.systems.image_pulls.rules.shipped import (
    EXECUTABLES,
    GCP_REFUSAL,
    Variant,
)
from openshift_credentials.systems.image_pulls.settings import ImagePullsSettings

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
    """The plugin on the nodes supports tokens."""
    since = TOKEN_SINCE.get(settings.cloud)
    version = plugin_version(settings)
    if settings.uses_tokens and since and version < since:
        branch = "aws" if settings.aws else "azure"
        yield invalid(
            f"imagePulls.{branch}.pluginVersion",
            f"is 1.{version[1]}, but the plugin supports tokens only since 1.{since[1]}",
            "set it to the version on the nodes if that is newer, or use an OpenShift release "
            "with a newer plugin",
        )


def azure_variant(settings: ImagePullsSettings) -> Iterator[Notice]:
    """W2 and W12: the variant is set, and so is the executable that it needs."""
    azure = settings.azure
    if azure is None or not settings.uses_tokens:
        return
    second = azure.second_executable
    if azure.variant is None:
        yield invalid(
            "imagePulls.azure.variant",
            "is required: no variant suits every cluster",
            f"choose one of {', '.join(Variant)}; docs/image-pulls.md compares them",
        )
    if azure.variant is Variant.DUAL and not second:
        yield invalid(
            "imagePulls.azure.secondExecutable",
            "is required with variant dual: one entry of the file cannot support both modes",
            "set the name of the second executable, which a layered image adds to the plugin's "
            "directory",
        )
    if azure.variant is not Variant.DUAL and second:
        yield invalid(
            "imagePulls.azure.secondExecutable",
            "has no effect without variant dual",
            "remove it, or set imagePulls.azure.variant: dual",
        )
    if second in EXECUTABLES:
        yield invalid(
            "imagePulls.azure.secondExecutable",
            "is the name of a plugin that OpenShift ships",
            "choose another name for the second executable",
            second,
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
            "is false: the plugin returns a client secret and never exchanges a token (this is "
            "the case on self-managed hosted clusters with workload identities)",
            "set imagePulls.mode: node-identity",
        )
    if config.tenant_id.lower() != azure.tenant_id.lower():
        yield invalid(
            "imagePulls.azure.cloudConfig.tenantId",
            "differs from imagePulls.azure.tenantId: the plugin uses the tenant of the cloud "
            "config",
            "create the identities in the tenant of the nodes",
            config.tenant_id,
        )
