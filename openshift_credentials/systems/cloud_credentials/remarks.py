"""Notices about cloud credentials before they are created or changed."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.systems.cloud_credentials.plan.resources import requests_of
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import Mode
from openshift_credentials.systems.cloud_credentials.rules.modes.platforms import (
    Platform,
    Strategy,
    support,
)
from openshift_credentials.systems.cloud_credentials.settings.branch import CloudCredentialsSettings

REMARKS: Final = package_notices(__package__ or "", "remarks.yaml")


def remarks(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    """Requests that are skipped, and actions of the operator."""
    if settings.requests:
        for item in settings.requests.ignored:
            yield REMARKS["request-left-out"].fill(path=settings.requests.path, item=item)
    if settings.remove_after_installation:
        yield REMARKS["root-secret-removed"]
    note = support(settings.platform, Strategy.MANUAL_LONG_TERM).note
    if settings.mode is Mode.MANUAL and note:
        yield REMARKS["support-note"].fill(platform=settings.platform, note=note)
    if settings.makes_component_users:
        yield REMARKS["long-lived-keys"]
    if settings.mode is Mode.MANUAL and settings.cluster_exists and not settings.upgradeable_to:
        yield REMARKS["not-upgradeable"]
    if settings.mode is Mode.PASSTHROUGH and not requests_of(settings):
        yield REMARKS["permissions-unchecked"]
    if settings.platform is Platform.AZURE and settings.mode is Mode.DEFAULT:
        yield REMARKS["default-is-passthrough"]
