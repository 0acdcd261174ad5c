"""What a person should know of component identities before they are made or changed."""

from collections.abc import Iterator

from openshift_credentials.component_identities.plan import planned_identities
from openshift_credentials.component_identities.settings import ComponentIdentitiesSettings
from openshift_credentials.notices import Notice, Severity
from openshift_credentials.token_issuer.settings import Existing


def remarks(settings: ComponentIdentitiesSettings) -> Iterator[Notice]:
    """Requests that are left out, and what is to be done by hand."""
    for each in settings.requests.ignored:
        yield Notice(
            "request-left-out",
            Severity.INFO,
            f"{settings.requests.path}: {each}",
            setting="componentIdentities.requests",
        )
    if settings.azure:
        for note in planned_identities(settings, settings.azure).notes:
            yield Notice("azure-note", Severity.WARNING, note, setting="componentIdentities.azure")
    if not settings.requests.requests:
        yield Notice(
            "no-identity",
            Severity.WARNING,
            f"{settings.requests.path}: no request is served, so no identity is made",
            setting="componentIdentities.requests",
        )
    if settings.existing is Existing.KEEP:
        yield Notice(
            "adopted-as-it-is",
            Severity.INFO,
            "identities of ccoctl are imported as they are; set componentIdentities.existing to "
            "repair in a later update: trust policies get the audience then",
            setting="componentIdentities.existing",
        )
