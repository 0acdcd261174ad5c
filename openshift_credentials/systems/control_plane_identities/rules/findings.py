"""Findings about one credential document, in addition to whether it loads."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.platforms.azure.managed_identity.document import (
    SIZE_LIMIT,
    DocumentMember,
    MembersError,
    StorageError,
    decode,
    name_problems,
    times_of,
    vault_secret,
)
from openshift_credentials.platforms.azure.managed_identity.loading import (
    Expected,
    Load,
    judge_document,
    load,
    problem,
    warning,
)

WEAK_KEY: Final = 2048
"""Bits below which an RSA key is weak (NIST SP 800-57); the library has no minimum."""


@dataclass(frozen=True, slots=True)
class Checked:
    """Whether a document loads, and all findings about it.

    An error: the identity does not work. A warning: it works only for a limited time or with
    restrictions. Both name members and dates, never another value.
    """

    load: Load
    findings: tuple[Notice, ...]
    times: Mapping[DocumentMember, str]


def check(document: bytes, now: datetime, expected: Expected | None = None) -> Checked:
    """Check a document; ``now`` has a time zone, ``expected`` is what it should match."""
    loading = load(document)
    found = judge_document(document, expected or Expected(), now)
    problems = [finding.why for finding in found if finding.severity is Severity.ERROR]
    known = loading.why in problems
    problems = [text for text in problems if known or not _says_the_same(text, loading.why)]
    warnings = [finding.why for finding in found if finding.severity is Severity.WARNING]
    more_problems, more_warnings = _of_storage(document, loading)
    errors = dict.fromkeys(filter(None, (loading.why, *problems, *more_problems)))
    others = dict.fromkeys(said for said in (*warnings, *more_warnings) if said not in errors)
    findings = (*map(problem, errors), *map(warning, others))
    return Checked(loading, findings, times_of(document))


def _of_storage(document: bytes, loading: Load) -> tuple[list[str], list[str]]:
    try:
        texts = decode(document)
        warnings = [*name_problems(document)]
    except MembersError:
        return [], []
    try:
        vault_secret("name", document)
    except StorageError as error:
        then = "otherwise the secret in the vault cannot state when to renew it"
        warnings += (f"{said}; {then}" for said in error.problems)
    if texts.get(DocumentMember.AUTHENTICATION_ENDPOINT) == "":
        warnings.append("member authentication_endpoint is empty: the endpoint of the SDK is used")
    bits = loading.bundle.bits if loading.bundle else None
    if bits is not None and bits < WEAK_KEY:
        warnings.append(f"member client_secret has an RSA key of {bits} bits, which is weak")
    too_long = f"the document has {len(document)} bytes; a vault accepts {SIZE_LIMIT}"
    return [too_long] if len(document) > SIZE_LIMIT else [], warnings


def _says_the_same(problem: str, why: str) -> bool:
    """Whether two messages concern the same member that prevents the document from loading."""
    return bool(why) and problem.split(" ")[:2] == why.split(" ")[:2]
