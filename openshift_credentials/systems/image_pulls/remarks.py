"""Notices about image pulls."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.platforms.aws.ecr import parse_repository
from openshift_credentials.systems.image_pulls.checks.workloads import repositories
from openshift_credentials.systems.image_pulls.plan import audience, plugin_version
from openshift_credentials.systems.image_pulls.rules.plugins import NODE_FALLBACK_SINCE
from openshift_credentials.systems.image_pulls.rules.shipped import (
    RegistryCloud,
    Variant,
    shipped_file,
)
from openshift_credentials.systems.image_pulls.settings import ImagePullsSettings, Reach


def remarks(settings: ImagePullsSettings) -> Iterator[Notice]:
    """All remarks on a stack."""
    yield from warnings(settings)
    yield from notes(settings)


def warnings(settings: ImagePullsSettings) -> Iterator[Notice]:
    """Unexpected effects: pods that lose their credentials, and grants outside the stack."""
    if not settings.uses_tokens:
        return
    azure, aws = settings.azure, settings.aws
    keeps_node_identity = azure is not None and azure.variant is Variant.DUAL
    executable = shipped_file(settings.cloud).executable
    if settings.audience_permission is Reach.NAMESPACES and not keeps_node_identity:
        yield Notice(
            "no-token-elsewhere",
            Severity.WARNING,
            "outside the namespaces of imagePulls.workloads, nodes get no token for "
            f"{audience(settings)}, so the kubelet does not run {executable} there for pods with "
            "a ServiceAccount, and does not use the node's identity instead",
            way_out="set audiencePermission to cluster if such pods pull from the cloud's registry",
            setting="imagePulls.audiencePermission",
        )
    if azure is not None and azure.variant in (Variant.STRICT, Variant.OPTIONAL):
        static = ", nor does a static pod" if azure.variant is Variant.STRICT else ""
        yield Notice(
            "no-credentials-without-annotations",
            Severity.WARNING,
            f"with variant {azure.variant}, a ServiceAccount without both annotations gets no "
            f"credentials for ACR{static}",
            setting="imagePulls.azure.variant",
        )
    is_old = aws is not None and plugin_version(settings) < NODE_FALLBACK_SINCE
    if aws is not None and is_old and aws.fallback_role is None:
        yield Notice(
            "plugin-fails-without-annotation",
            Severity.WARNING,
            "before 1.35, the plugin fails for a ServiceAccount without the annotation",
            way_out="set imagePulls.aws.fallbackRole, or use a newer plugin",
            setting="imagePulls.aws.pluginVersion",
        )
    if aws is not None:
        parsed = (parse_repository(image) for _, image in repositories(settings))
        others = sorted(
            {repository.account for repository in parsed if repository} - {aws.account_id}
        )
        if others:
            yield Notice(
                "foreign-repositories",
                Severity.WARNING,
                f"repositories of {', '.join(others)} also need a repository policy in that "
                "account that allows the roles to pull",
                setting="imagePulls.workloads",
            )


def notes(settings: ImagePullsSettings) -> Iterator[Notice]:
    """Effects of the file on nodes, and other sources of credentials."""
    if settings.hosted_cluster:
        pools = ", ".join(pool.name for pool in settings.hosted_cluster.node_pools)
        yield Notice(
            "node-pools-roll",
            Severity.INFO,
            f"a change of the provider file rolls NodePool {pools}",
            setting="imagePulls",
        )
    else:
        pools = ", ".join(settings.pools)
        yield Notice(
            "kubelets-restart",
            Severity.INFO,
            f"a change of the provider file restarts the kubelets of pool {pools}, without a "
            "reboot",
            setting="imagePulls",
        )
    if settings.cloud is not RegistryCloud.GCP and settings.uses_tokens:
        yield Notice(
            "pull-secrets-first",
            Severity.INFO,
            "the kubelet tries a pod's own pull secrets and the node's auth file before the "
            "provider; CRI-O does not send these credentials to mirrors",
            setting="imagePulls",
        )
    if settings.uses_tokens and settings.kubelet.rechecks_pulled_images:
        yield Notice(
            "pulled-images-stay",
            Severity.INFO,
            "nodes remember which ServiceAccount pulled an image",
            way_out="to revoke access to pulled images, delete the ServiceAccount and create it "
            "again",
            setting="imagePulls",
        )
