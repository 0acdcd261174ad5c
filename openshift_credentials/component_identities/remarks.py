"""What a person should know of component identities before they are made or changed."""

from collections.abc import Iterator

from openshift_credentials.component_identities.plan import planned_identities
from openshift_credentials.component_identities.settings import ComponentIdentitiesSettings
from openshift_credentials.token_issuer.settings import Existing


def remarks(settings: ComponentIdentitiesSettings) -> Iterator[str]:
    """Requests that are left out, and what is to be done by hand."""
    for each in settings.requests.ignored:
        yield f"{settings.requests.path}: {each}"
    if settings.azure:
        yield from planned_identities(settings, settings.azure).notes
    if not settings.requests.requests:
        yield f"{settings.requests.path}: no request is served, so no identity is made"
    if settings.existing is Existing.KEEP:
        yield (
            "identities of ccoctl are imported as they are; set componentIdentities.existing to "
            "repair in a later update: trust policies get the audience then"
        )
