"""Reads of a project of Google Cloud: its enabled services, service accounts and roles.

Sources: REST references of Service Usage (``services.list``) and IAM
(``projects.serviceAccounts.get``, ``roles.get``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, Protocol

from openshift_credentials.base.json_values import object_member, text_member
from openshift_credentials.platforms.gcp import service_account_name

from .check import Check, failure, success
from .cloud import GoogleRead
from .observed import Observed

SERVICES: Final = "enabled services of the project"


class Place(Protocol):
    """Whatever names a project and its universe, such as the settings of a system."""

    @property
    def project(self) -> str:
        """ID of the project."""
        ...

    @property
    def universe(self) -> str:
        """Domain of the universe."""
        ...


def google_read(place: Place, name: str, service: str, path: str, permission: str) -> GoogleRead:
    """One object of a project."""
    return GoogleRead(
        name=name,
        service=service,
        path=path,
        permission=f"{permission} on project {place.project}",
        universe=place.universe,
    )


def services_read(place: Place) -> GoogleRead:
    """All enabled services."""
    path = f"/v1/projects/{place.project}/services"
    return replace(
        google_read(place, SERVICES, "serviceusage", path, "serviceusage.services.list"),
        items="services",
        parameters={"filter": "state:ENABLED", "pageSize": "200"},
    )


def account_read(place: Place, email: str) -> GoogleRead:
    """A service account; the name of the read is its e-mail address."""
    path = f"/v1/{service_account_name(place.project, email)}"
    return google_read(place, email, "iam", path, "iam.serviceAccounts.get")


def role_read(place: Place, role: str) -> GoogleRead:
    """A role; the name of the read is that of the role."""
    return google_read(place, role, "iam", f"/v1/{role}", "iam.roles.get")


def disabled_account(email: str) -> Check:
    """The result for a service account that is disabled."""
    return failure(
        "cloud-disabled", f"service account {email}", "is disabled", f"run 'gcloud iam service-accounts enable {email}'"
    )


def services_check(project: str, needed: Sequence[str], observed: Observed) -> Iterator[Check]:
    """Check that services are enabled, if they were read."""
    if not observed.were_read(SERVICES):
        return
    configs = (object_member(item, "config") for item in observed.all(SERVICES))
    enabled = {text_member(config, "name") for config in configs}
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
