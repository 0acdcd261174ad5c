"""A token issuer from outside: whether it publishes what relying parties read."""

from collections.abc import Iterator, Sequence
from typing import Final

from openshift_credentials.live.check import Check, Operation, Purpose
from openshift_credentials.live.observed import IssuerRead, Observed
from openshift_credentials.live.published_issuer import check_published_issuer

from ..plan import public_key_of_settings
from ..settings import TokenIssuerSettings
from .in_google import google_checks, google_reads

PUBLISHED: Final = "issuer of the stack"


def issuers(settings: TokenIssuerSettings, purpose: Purpose) -> Sequence[IssuerRead]:
    """The issuer after it was created; its URL is not always known before."""
    known = settings.issuer_url
    return [IssuerRead(PUBLISHED, known)] if known and purpose is Purpose.VERIFY else []


def verify(settings: TokenIssuerSettings, observed: Observed) -> Iterator[Check]:
    """Both documents are served, with the keys of the settings."""
    keys = [public_key_of_settings(item) for item in settings.keys]
    needed = [key.kid for key in keys if key is not None]
    for read in issuers(settings, Purpose.VERIFY):
        yield from check_published_issuer(read, observed, needed, must=True)


OPERATION: Final[Operation[TokenIssuerSettings]] = Operation(
    issuers=issuers, verify=verify, cloud_reads=google_reads, cloud=google_checks
)
