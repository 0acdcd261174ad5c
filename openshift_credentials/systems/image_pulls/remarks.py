"""Notices about image pulls."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.platforms.aws.ecr import parse_repository

from .checks import repositories
from .rules.kubelet_plugins import NODE_FALLBACK_SINCE, Variant
from .settings import ImagePullsSettings

REMARKS: Final = package_notices(__package__ or "", "remarks.yaml")


def remarks(settings: ImagePullsSettings) -> Iterator[Notice]:
    if not settings.uses_tokens:
        return
    azure, aws = settings.azure, settings.aws
    if azure is not None:
        static = ", nor does a static pod" if azure.variant is Variant.STRICT else ""
        yield REMARKS["no-credentials-without-annotations"].fill(variant=azure.variant, static=static)
    if aws is not None:
        if settings.kubelet.minor < NODE_FALLBACK_SINCE.minor:
            yield REMARKS["plugin-fails-without-annotation"]
        parsed = (parse_repository(image) for _, image in repositories(settings))
        others = sorted({repository.account for repository in parsed if repository} - {aws.account_id})
        if others:
            yield REMARKS["foreign-repositories"].fill(names=", ".join(others))
