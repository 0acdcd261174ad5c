"""Notices about cloud credentials before they are created or changed."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices

from .plan import custom_role_gap, requests_of
from .rules.modes import Mode
from .rules.platforms import Strategy, support
from .settings import CloudCredentialsSettings

REMARKS: Final = package_notices(__package__ or "", "remarks.yaml")


def remarks(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    """Keys to rotate, permissions to check, and upgrades that the operator stops."""
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
    if lacking := custom_role_gap(settings):
        yield REMARKS["custom-roles-lacking"].fill(permissions=" and ".join(lacking))
