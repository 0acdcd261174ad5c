"""Notices about control-plane identities before they are created or changed."""

from collections.abc import Iterator
from datetime import UTC, datetime

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.systems.control_plane_identities.plan.outputs import (
    expiry,
    install_flags,
)
from openshift_credentials.systems.control_plane_identities.settings.branch import (
    ControlPlaneIdentitiesSettings,
)


def remarks(settings: ControlPlaneIdentitiesSettings) -> Iterator[Notice]:
    """Credentials that expire soon, names that stay reserved, and flags that HyperShift needs."""
    for component, lifetime in expiry(settings, datetime.now(UTC)).items():
        if lifetime.get("endsSoon"):
            yield Notice(
                "credentials-end-soon",
                Severity.WARNING,
                f"the credentials of identity {component} expire at {lifetime['not_after']}",
                way_out="replace them at least six hours earlier with credentials whose "
                "not_before is later",
                setting="controlPlaneIdentities.identities",
            )
    if settings.vault and not settings.vault.existing:
        kept = " and cannot be purged" if settings.vault.purge_protection else ""
        yield Notice(
            "names-stay-taken",
            Severity.INFO,
            f"after a destroy, the names of vault {settings.vault.name} and of its secrets stay "
            f"reserved for {settings.vault.soft_delete_days} days{kept}",
            setting="controlPlaneIdentities.vault",
        )
    if settings.is_managed:
        yield Notice(
            "new-name-needs-rollout",
            Severity.INFO,
            "a new secretName takes effect after a rollout of the pods; pods load a new "
            "document under the same name within six hours, if its not_before is later",
            setting="controlPlaneIdentities.identities",
        )
        yield Notice(
            "install-flags",
            Severity.INFO,
            f"HyperShift's operator needs: hypershift install {install_flags(settings)}",
            setting="controlPlaneIdentities",
        )
