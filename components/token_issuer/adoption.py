"""Adoption of an issuer, or of the identities that trust it, which exist already."""

from collections.abc import Mapping

from openshift_credentials.systems.token_issuer.settings import Existing

from ..base.component import Adoption


def adoption_of(existing: Existing | None, ids: Mapping[str, str]) -> Adoption:
    """How the settings want it; ``ids`` are IDs that cannot be derived from a name."""
    return Adoption(imports=existing is not None, keeps=existing is Existing.KEEP, ids=ids)
