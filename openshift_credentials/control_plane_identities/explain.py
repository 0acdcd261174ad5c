"""What the identities of a stack can do, who can become them, and what a reader has to know."""

from datetime import UTC, datetime

from openshift_credentials.control_plane_identities.outputs import expiry, install_flags
from openshift_credentials.control_plane_identities.plan import (
    control_plane_roles,
    data_plane_roles,
    given_identities,
    made_identities,
)
from openshift_credentials.control_plane_identities.settings import ControlPlaneIdentitiesSettings
from openshift_credentials.stack.explanation import Explanation, Permission, Way


def explain(settings: ControlPlaneIdentitiesSettings) -> Explanation:
    """What the identities can do, and who can become them."""
    ways = tuple(
        Way(each.issuer, each.subject, each.audience, each.why)
        for identity in made_identities(settings)
        for each in identity.federations
    )
    permissions = tuple(
        Permission((f"role {each.role}",), each.scope, f"{plane} identity {each.component}")
        for plane, roles in (
            ("control-plane", control_plane_roles(settings)),
            ("data-plane", data_plane_roles(settings)),
        )
        for each in roles
    )
    number = len(given_identities(settings)) + len(made_identities(settings))
    return Explanation(
        f"{number} identities of hosted cluster {settings.hosted_cluster}",
        ways,
        permissions,
        tuple(remarks(settings)),
    )


def remarks(settings: ControlPlaneIdentitiesSettings) -> list[str]:
    """What a reader of the preview has to know."""
    found = [
        f"identity {row['component']}: its credentials end {row['not_after']}; replace them by "
        "ones whose not_before is later, at least six hours before"
        for row in expiry(settings, datetime.now(UTC))
        if row.get("endsSoon")
    ]
    if settings.vault and not settings.vault.existing:
        found.append(
            f"vault {settings.vault.name}: after a destroy its name, and those of its secrets, "
            f"stay taken for {settings.vault.soft_delete_days} days"
            + (" and cannot be purged" if settings.vault.purge_protection else "")
        )
    if settings.is_managed:
        found.append(
            "a new secretName needs a rollout of the pods; a new document under the same name is "
            "loaded within six hours, and only if its not_before is later"
        )
        found.append(f"HyperShift's operator needs: hypershift install {install_flags(settings)}")
    return found
