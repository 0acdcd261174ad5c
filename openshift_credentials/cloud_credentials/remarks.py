"""What a person should know of cloud credentials before they are made or changed."""

from collections.abc import Iterator

from openshift_credentials.cloud_credentials.plan import requests_of
from openshift_credentials.cloud_credentials.rules.modes.effective import Mode
from openshift_credentials.cloud_credentials.rules.modes.platforms import (
    Platform,
    Strategy,
    support,
)
from openshift_credentials.cloud_credentials.settings import CloudCredentialsSettings


def remarks(settings: CloudCredentialsSettings) -> Iterator[str]:
    """Requests that are left out, and what the operator will and will not do."""
    if settings.requests:
        for each in settings.requests.ignored:
            yield f"{settings.requests.path}: {each}"
    if settings.remove_after_installation:
        yield (
            "the root secret is taken away: the operator only checks what it minted, and reports "
            "Upgradeable False (MissingRootCredential); set removeAfterInstallation to false "
            "before an upgrade"
        )
    note = support(settings.platform, Strategy.MANUAL_LONG_TERM).note
    if settings.mode is Mode.MANUAL and note:
        yield f"{settings.platform}: {note}"
    if settings.makes_component_users:
        yield (
            "access keys of components live long: rotate them by changing "
            "cloudCredentials.rotation, or use componentIdentities for short-term credentials"
        )
    if settings.mode is Mode.MANUAL and settings.cluster_exists and not settings.upgradeable_to:
        yield (
            "in mode Manual the cluster cannot be upgraded to the next minor release until "
            "cloudCredentials.upgradeableTo names it"
        )
    if settings.mode is Mode.PASSTHROUGH and not requests_of(settings):
        yield (
            "the permissions of the root credential are not checked: name the release's requests "
            "with verb cco permissions before an upgrade"
        )
    if settings.platform is Platform.AZURE and settings.mode is Mode.DEFAULT:
        yield "on Azure the default mode is always passthrough"
