"""Notices about image pulls."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.platforms.aws.ecr import parse_repository
from openshift_credentials.systems.image_pulls.checks.workloads import repositories
from openshift_credentials.systems.image_pulls.plan import audience, plugin_version
from openshift_credentials.systems.image_pulls.rules.plugins import NODE_FALLBACK_SINCE
from openshift_credentials.systems.image_pulls.rules.shipped import Variant, shipped_file
from openshift_credentials.systems.image_pulls.settings import ImagePullsSettings, Reach

REMARKS: Final = package_notices(__package__ or "", "remarks.yaml")


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
        yield REMARKS["no-token-elsewhere"].fill(audience=audience(settings), executable=executable)
    if azure is not None and azure.variant in (Variant.STRICT, Variant.OPTIONAL):
        static = ", nor does a static pod" if azure.variant is Variant.STRICT else ""
        yield REMARKS["no-credentials-without-annotations"].fill(
            variant=azure.variant, static=static
        )
    is_old = aws is not None and plugin_version(settings) < NODE_FALLBACK_SINCE
    if aws is not None and is_old and aws.fallback_role is None:
        yield REMARKS["plugin-fails-without-annotation"]
    if aws is not None:
        parsed = (parse_repository(image) for _, image in repositories(settings))
        others = sorted(
            {repository.account for repository in parsed if repository} - {aws.account_id}
        )
        if others:
            yield REMARKS["foreign-repositories"].fill(names=", ".join(others))


def notes(settings: ImagePullsSettings) -> Iterator[Notice]:
    """Effects of the file on nodes, and other sources of credentials."""
    if settings.hosted_cluster:
        pools = ", ".join(pool.name for pool in settings.hosted_cluster.node_pools)
        yield REMARKS["node-pools-roll"].fill(pools=pools)
    else:
        pools = ", ".join(settings.pools)
        yield REMARKS["kubelets-restart"].fill(pools=pools)
    if settings.uses_tokens:
        yield REMARKS["pull-secrets-first"]
        if settings.kubelet.rechecks_pulled_images:
            yield REMARKS["pulled-images-stay"]
