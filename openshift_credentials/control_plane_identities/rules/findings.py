"""Findings about one credential document, in addition to whether it loads."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from openshift_credentials.azure.managed_identity.document import name_problems
from openshift_credentials.azure.managed_identity.judgement import Expected, judge_document
from openshift_credentials.azure.managed_identity.loading import Load, load
from openshift_credentials.azure.managed_identity.members import Member, MembersError, decode
from openshift_credentials.azure.managed_identity.storage import (
    SIZE_LIMIT,
    StorageError,
    stored,
)
from openshift_credentials.notices import Severity

WEAK_KEY: Final = 2048
"""Bits below which an RSA key is weak (NIST SP 800-57); the library has no minimum."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding about a document; it names members and dates, never another value.

    ``error``: the identity does not work. ``warning``: it works only for a limited time or with
    restrictions.
    """

    severity: Severity
    message: str


@dataclass(frozen=True, slots=True)
class Checked:
    """Whether a document loads, and all findings about it."""

    load: Load
    findings: tuple[Finding, ...]


def check(document: bytes, now: datetime, expected: Expected | None = None) -> Checked:
    """Check a document; ``now`` has a time zone, ``expected`` is what it should match."""
    loading = load(document)
    problems, warnings = _messages(document, loading, now, expected or Expected())
    findings = [
        *(Finding(Severity.ERROR, message) for message in dict.fromkeys(problems)),
        *(Finding(Severity.WARNING, message) for message in dict.fromkeys(warnings)),
    ]
    return Checked(loading, tuple(findings))


def _messages(
    document: bytes, loading: Load, now: datetime, expected: Expected
) -> tuple[list[str], list[str]]:
    judgement = judge_document(document, expected, now)
    errors = [loading.why] if loading.why else []
    warnings = [*judgement.warnings]
    if loading.why not in judgement.problems:
        errors += [
            problem for problem in judgement.problems if not _says_the_same(problem, loading.why)
        ]
    else:
        errors += [problem for problem in judgement.problems if problem != loading.why]
    try:
        texts = decode(document)
        warnings += name_problems(document)
    except MembersError:
        return errors, warnings
    if len(document) > SIZE_LIMIT:
        errors.append(f"the document has {len(document)} bytes; a vault accepts {SIZE_LIMIT}")
    warnings += _storage_warnings(document)
    if texts.get(Member.AUTHENTICATION_ENDPOINT) == "":
        warnings.append("member authentication_endpoint is empty: the endpoint of the SDK is used")
    bits = loading.bundle.key.bits if loading.bundle else None
    if bits is not None and bits < WEAK_KEY:
        warnings.append(f"member client_secret has an RSA key of {bits} bits, which is weak")
    return errors, [each for each in warnings if each not in errors]


def _says_the_same(problem: str, why: str) -> bool:
    """Whether two messages concern the same member that prevents the document from loading."""
    return bool(why) and problem.split(" ")[:2] == why.split(" ")[:2]


def _storage_warnings(document: bytes) -> Iterator[str]:
    """Problems that prevent the vault's secret from stating its own lifetime."""
    try:
        stored("name", document)
    except StorageError as error:
        for problem in error.problems:
            yield f"{problem}; otherwise the secret in the vault cannot state when to renew it"
