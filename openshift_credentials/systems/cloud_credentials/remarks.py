"""Notices about cloud credentials before they are created or changed."""

from collections.abc import Iterator

from openshift_credentials.base.counts import quantity
from openshift_credentials.base.notices import Notice, Severity
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


def remarks(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    """Requests that are skipped, and actions of the operator."""
    if settings.requests:
        for item in settings.requests.ignored:
            yield Notice(
                "request-left-out",
                Severity.INFO,
                f"{settings.requests.path}: {item}",
                setting="cloudCredentials.requests",
            )
    if settings.remove_after_installation:
        yield Notice(
            "root-secret-removed",
            Severity.WARNING,
            "the root secret is removed: the operator only checks the credentials that it minted, "
            "and reports Upgradeable False (MissingRootCredential); set removeAfterInstallation "
            "to false before an upgrade",
            setting="cloudCredentials.removeAfterInstallation",
        )
    note = support(settings.platform, Strategy.MANUAL_LONG_TERM).note
    if settings.mode is Mode.MANUAL and note:
        yield Notice(
            "support-note",
            Severity.WARNING,
            f"{settings.platform}: {note}",
            setting="cloudCredentials.platform",
        )
    if settings.makes_component_users:
        yield Notice(
            "long-lived-keys",
            Severity.WARNING,
            "access keys of components are long-lived: rotate them by changing "
            "cloudCredentials.rotation, or use componentIdentities for short-term credentials",
            setting="cloudCredentials.rotation",
        )
    if settings.mode is Mode.MANUAL and settings.cluster_exists and not settings.upgradeable_to:
        yield Notice(
            "not-upgradeable",
            Severity.WARNING,
            "in mode Manual the cluster cannot be upgraded to the next minor release until it is "
            "set in cloudCredentials.upgradeableTo",
            setting="cloudCredentials.upgradeableTo",
        )
    if settings.mode is Mode.PASSTHROUGH and not requests_of(settings):
        yield Notice(
            "permissions-unchecked",
            Severity.WARNING,
            "the permissions of the root credential are not checked: check them against the "
            "release's requests with verb cco permissions before an upgrade",
            setting="cloudCredentials.requests",
        )
    yield from _account_of_the_key(settings)
    yield from _custom_roles(settings)
    if settings.platform is Platform.AZURE and settings.mode is Mode.DEFAULT:
        yield Notice(
            "default-is-passthrough",
            Severity.INFO,
            "on Azure the default mode is always passthrough",
            setting="cloudCredentials.mode",
        )


def _custom_roles(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    """The ten permissions of mode Mint are not enough for requests that name permissions."""
    gap = custom_role_gap(settings)
    if gap is not None and gap.missing:
        request = "request" if settings.requests is None else "request of the folder"
        yield Notice(
            "custom-roles",
            Severity.WARNING if settings.requests else Severity.INFO,
            f"the operator creates a custom role for each {request} that names permissions, which "
            f"takes {' and '.join(gap.missing)} beside the ten permissions of mode Mint: add "
            "them to rootSecret.gcp.permissions",
            setting="cloudCredentials.rootSecret.gcp.permissions",
        )


def _account_of_the_key(settings: CloudCredentialsSettings) -> Iterator[Notice]:
    """What is not known about the service account of a key file."""
    gcp = settings.root_secret.gcp if settings.root_secret else None
    if gcp is None or gcp.make is not None:
        return
    grants = account_grants_of(settings)
    if grants is None:
        yield Notice(
            "account-unchecked",
            Severity.INFO,
            "the permissions of the service account are not checked: name its roles in "
            "rootSecret.gcp.roles and rootSecret.gcp.permissions",
            setting="cloudCredentials.rootSecret.gcp",
        )
    elif grants.unknown:
        yield Notice(
            "account-unknown",
            Severity.WARNING,
            f"it is not known whether the roles of the service account grant "
            f"{quantity(len(grants.unknown), 'permission or role', 'permissions or roles')} that "
            f"mode {settings.mode} needs, such as {grants.unknown[0]}: name the permissions of "
            "its roles in rootSecret.gcp.permissions",
            setting="cloudCredentials.rootSecret.gcp.roles",
        )
