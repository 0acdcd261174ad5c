"""Notices about component identities before they are created or changed."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.systems.component_identities.plan.identities import (
    plan_component_identities,
)
from openshift_credentials.systems.component_identities.settings import ComponentIdentitiesSettings
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
            yield Notice("azure-note", Severity.WARNING, note, setting="componentIdentities.azure")
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
