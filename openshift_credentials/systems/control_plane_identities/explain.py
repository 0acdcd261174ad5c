"""What the identities of control planes can do, and who can become them."""

from openshift_credentials.base.wording import quantity
from openshift_credentials.platforms.azure.identifiers import role_name
from openshift_credentials.stack.explanation import Explanation, Permission, Way

from .plan import control_plane_roles, created_identities, data_plane_roles, managed_cluster_identities
from .remarks import remarks
from .settings import ControlPlaneIdentitiesSettings


def explain(settings: ControlPlaneIdentitiesSettings) -> Explanation:
    ways = tuple(
        Way(federation.issuer, federation.subject, federation.audience, federation.why)
        for identity in created_identities(settings)
        for federation in identity.federations
    )
    permissions = tuple(
        Permission((_role(role.role),), role.scope, f"{plane} identity {role.component}")
        for plane, roles in (
            ("control-plane", control_plane_roles(settings)),
            ("data-plane", data_plane_roles(settings)),
        )
        for role in roles
    )
    number = len(managed_cluster_identities(settings)) + len(created_identities(settings))
    return Explanation(
        f"{quantity(number, 'identity', 'identities')} of hosted cluster {settings.hosted_cluster}",
        ways,
        permissions,
        tuple(map(str, remarks(settings))),
    )


def _role(role: str) -> str:
    """A role as people know it, and its GUID; a custom role has its name only."""
    name = role_name(role)
    return f"role {name} ({role})" if name else f"role {role}"
