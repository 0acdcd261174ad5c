"""Notices about component identities before they are created or changed."""

from collections.abc import Iterator
from dataclasses import replace

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.systems.component_identities.plan.identities import (
    plan_component_identities,
    plan_component_service_accounts,
)
from openshift_credentials.systems.component_identities.rules.secret_manifests import TOKEN_PATH
from openshift_credentials.systems.component_identities.settings import (
    ComponentIdentitiesSettings,
    GcpIdentities,
)
from openshift_credentials.systems.token_issuer.settings import Existing


def remarks(settings: ComponentIdentitiesSettings) -> Iterator[Notice]:
    """Requests that are skipped, and manual steps."""
    for item in settings.requests.ignored:
        yield Notice(
            "request-left-out",
            Severity.INFO,
            f"{settings.requests.path}: {item}",
            setting="componentIdentities.requests",
        )
    if settings.azure:
        for note in plan_component_identities(settings, settings.azure).notes:
            yield replace(note, why=str(note), place="", setting="componentIdentities.azure")
    if settings.gcp:
        yield from _on_google_cloud(settings, settings.gcp)
    if not settings.requests.requests:
        yield Notice(
            "no-identity",
            Severity.WARNING,
            f"{settings.requests.path}: contains no request to process, so no identity is created",
            setting="componentIdentities.requests",
        )
    if settings.existing is Existing.KEEP:
        yield Notice(
            "adopted-as-it-is",
            Severity.INFO,
            "identities of ccoctl are imported unchanged; in a later update, set "
            "componentIdentities.existing to repair, which adds the audience to trust policies",
            setting="componentIdentities.existing",
        )


def _on_google_cloud(settings: ComponentIdentitiesSettings, gcp: GcpIdentities) -> Iterator[Notice]:
    for request in settings.requests.requests:
        if request.cloud_token_path not in ("", TOKEN_PATH):
            yield Notice(
                "token-path-ignored",
                Severity.WARNING,
                f"{request.where}: spec.cloudTokenPath {request.cloud_token_path!a} is not in its "
                "Secret, which names the default path, as ccoctl writes it",
                f"mount the token of {request.name} at {TOKEN_PATH}",
                setting="componentIdentities.requests",
            )
    shared = [
        account.custom_role_id
        for account in plan_component_service_accounts(settings, gcp).identities
        if account.custom_role
    ]
    if shared and gcp.delete_custom_roles:
        yield Notice(
            "custom-roles-deleted",
            Severity.WARNING,
            f"custom roles of project {gcp.project} are deleted with the stack or the request: "
            f"{', '.join(shared)}; other clusters of the project that use them lose their "
            "permissions, and each ID stays reserved for up to 37 days",
            "set componentIdentities.gcp.deleteCustomRoles to true only where no other cluster of "
            "the project uses them",
            setting="componentIdentities.gcp.deleteCustomRoles",
        )
