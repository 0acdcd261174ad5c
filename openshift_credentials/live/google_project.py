"""Reads of a project of Google Cloud: its enabled services, and who has which role.

Sources: REST references of Service Usage (``services.list``), Resource Manager
(``projects.getIamPolicy``) and IAM (``roles.get``).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.base.json_values import (
    object_items,
    object_member,
    text_items,
    text_member,
)
from openshift_credentials.live.check import Check, failure, success
from openshift_credentials.live.cloud import GoogleRead
from openshift_credentials.live.observed import Object, Observed

SERVICES: Final = "enabled services of the project"
POLICY: Final = "policy of the project"


def google_read(
    name: str,
    service: str,
    path: str,
    permission: str,
    *,
    project: str,
    universe: str,
    question: Mapping[str, object] | None = None,
) -> GoogleRead:
    """One object of a project."""
    return GoogleRead(
        name=name,
        service=service,
        path=path,
        permission=f"{permission} on project {project}",
        universe=universe,
        question=question,
    )


def services_read(project: str, universe: str) -> GoogleRead:
    """All enabled services."""
    return GoogleRead(
        name=SERVICES,
        service="serviceusage",
        path=f"/v1/projects/{project}/services",
        permission=f"serviceusage.services.list on project {project}",
        universe=universe,
        items="services",
        parameters={"filter": "state:ENABLED", "pageSize": "200"},
    )


def policy_read(project: str, universe: str) -> GoogleRead:
    """Bindings of the project, conditions included."""
    return google_read(
        POLICY,
        "cloudresourcemanager",
        f"/v1/projects/{project}:getIamPolicy",
        "resourcemanager.projects.getIamPolicy",
        project=project,
        universe=universe,
        question={"options": {"requestedPolicyVersion": 3}},
    )


def enabled_services(observed: Observed) -> set[str]:
    """Names of the enabled services, if they were read."""
    configs = (object_member(item, "config") for item in observed.all(SERVICES))
    return {text_member(config, "name") for config in configs}


def services_check(project: str, needed: Sequence[str], observed: Observed) -> Iterator[Check]:
    """Check that services are enabled, if they were read."""
    if not observed.were_read(SERVICES):
        return
    enabled = enabled_services(observed)
    subject = f"project {project}"
    if missing := [service for service in needed if service not in enabled]:
        yield failure(
            "cloud-services",
            subject,
            f"has not enabled {', '.join(missing)}",
            f"run 'gcloud services enable {' '.join(missing)} --project {project}'",
        )
    else:
        yield success("cloud-services", subject, "has enabled all services that are needed")


def unconditional_roles(policy: Object, email: str) -> tuple[str, ...]:
    """Roles that a service account has in the project, without those under a condition."""
    member = f"serviceAccount:{email}"
    return tuple(
        text_member(binding, "role")
        for binding in object_items(policy, "bindings")
        if member in text_items(binding, "members") and "condition" not in binding
    )
