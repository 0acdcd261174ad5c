"""Permissions on Google Cloud as custom roles, with the condition for the grant of roles.

Source: IAM documentation, "Create and manage custom roles" (files of ``gcloud iam roles create``),
"Set limits on granting roles" (condition).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from openshift_credentials.platforms.resource_types import GOOGLE_CUSTOM_ROLE

from .gcp import PROJECT_MEMBER, project_of
from .registered import Registered

_ATTRIBUTE: Final = "iam.googleapis.com/modifiedGrantsByRole"
_TITLE_LIMIT: Final = 100


def role(name: str, permissions: Iterable[str]) -> Mapping[str, object]:
    """A custom role of a project, as ``gcloud iam roles create --file`` takes it."""
    return {
        "title": name[:_TITLE_LIMIT],
        "description": "Runs Pulumi on a stack of openshift-credentials.",
        "stage": "GA",
        "includedPermissions": sorted(set(permissions)),
    }


def condition(resources: Iterable[Registered]) -> str | None:
    """Lets the deployer grant and revoke only the stack's roles in a project.

    ``None`` if the stack grants no role in a project.
    """
    roles = ", ".join(f"'{role_name}'" for role_name in sorted(set(_granted_roles(resources))))
    return f"api.getAttribute('{_ATTRIBUTE}', []).hasOnly([{roles}])" if roles else None


def _granted_roles(resources: Iterable[Registered]) -> Iterator[str]:
    for resource in resources:
        if resource.type != PROJECT_MEMBER:
            continue
        if given := resource.text("role"):
            yield given
        for made in resource.sources("role", GOOGLE_CUSTOM_ROLE):
            if role_id := made.text("roleId"):
                yield f"projects/{project_of(made)}/roles/{role_id}"
