"""Notices about control-plane identities before they are created or changed."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.systems.control_plane_identities.plan.outputs import (
    expiry,
    install_flags,
)
from openshift_credentials.systems.control_plane_identities.settings.branch import (
    ControlPlaneIdentitiesSettings,
)

REMARKS: Final = package_notices(__package__ or "", "remarks.yaml")


def remarks(settings: ControlPlaneIdentitiesSettings) -> Iterator[Notice]:
    """Credentials that expire soon, names that stay reserved, and flags that HyperShift needs."""
    for component, lifetime in expiry(settings, datetime.now(UTC)).items():
        if lifetime.get("endsSoon"):
            yield REMARKS["credentials-end-soon"].fill(
                component=component, end=lifetime["not_after"]
            )
    if settings.vault and not settings.vault.existing:
        kept = " and cannot be purged" if settings.vault.purge_protection else ""
        yield REMARKS["names-stay-taken"].fill(
            name=settings.vault.name, soft_delete_days=settings.vault.soft_delete_days, kept=kept
        )
    if settings.is_managed:
        yield REMARKS["new-name-needs-rollout"]
        yield REMARKS["install-flags"].fill(install_flags=install_flags(settings))
