"""Notices about cloud credentials before they are created or changed."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.counts import quantity
from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.systems.cloud_credentials.plan.gcp_root import (
    account_grants_of,
    custom_role_gap,
)
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
    yield from _account_of_the_key(settings)
    yield from _custom_roles(settings)
    if settings.platform is Platform.AZURE and settings.mode is Mode.DEFAULT:
        yield REMARKS["default-is-passthrough"]


def _account_of_the_key(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    """What is not known about the service account of a key file."""
    gcp = settings.root_secret.gcp if settings.root_secret else None
    if gcp is None or gcp.make is not None:
        return
    grants = account_grants_of(settings)
    if grants is None:
        yield REMARKS["account-unchecked"]
    elif unknown := grants.unknown:
        count = quantity(len(unknown), "permission or role", "permissions or roles")
        yield REMARKS["account-unknown"].fill(count=count, mode=settings.mode, one=unknown[0])


def _custom_roles(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    """The ten permissions of mode Mint are not enough for requests that name permissions."""
    gap = custom_role_gap(settings)
    if gap is not None and gap.missing:
        code = "custom-roles" if settings.requests is None else "custom-roles-lacking"
        yield REMARKS[code].fill(permissions=" and ".join(gap.missing))
