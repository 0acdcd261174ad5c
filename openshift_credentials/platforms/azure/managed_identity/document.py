"""Credential file of an Azure managed identity, as the msi-dataplane library reads it.

Source: github.com/Azure/msi-dataplane v0.4.3 ``pkg/dataplane`` (member names are in snake case
and matched exactly; four of them must not be null, and ``not_before`` is used without a check)
and azidentity's ``ParseCertificates`` without a password.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import pairwise
from typing import Final

from ...go.text import decode_base64
from ..text_rules import GUID
from . import pem
from .loading import NEEDED
from .members import CUSTOM_CLAIMS, DocumentMember, MembersError, decode, names

REQUIRED_MEMBERS: Final = (*NEEDED, DocumentMember.NOT_BEFORE)
_TIMES: Final = (
    DocumentMember.NOT_BEFORE,
    DocumentMember.RENEW_AFTER,
    DocumentMember.CANNOT_RENEW_AFTER,
    DocumentMember.NOT_AFTER,
)
_FOLDED_MEMBERS: Final = {name.replace("_", ""): name for name in (*DocumentMember, CUSTOM_CLAIMS)}
_RFC3339: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", re.ASCII)
_HTTPS_URL: Final = re.compile(r"https://[^\s/?#@:]+(:[0-9]+)?(/[^\s]*)?")
_KEY_BLOCKS: Final = ("PRIVATE KEY", "RSA PRIVATE KEY")
_DER_SEQUENCE: Final = b"\x30"


def document_problems(document: bytes) -> list[str]:
    """All problems that prevent the uploader from logging in with this file.

    Messages contain members, never their values. The certificate is not read here:
    :func:`judge_document` does that.
    """
    try:
        texts = {name.value: text for name, text in decode(document).items()}
    except MembersError as error:
        return [str(error)]
    missing = [name for name in REQUIRED_MEMBERS if name not in texts]
    return [
        *name_problems(document),
        *(f"member {name} is required, as a string" for name in missing),
        *_value_problems(texts),
        *_time_problems(texts),
    ]


def name_problems(document: bytes) -> Iterator[str]:
    """Members that resemble a known member, such as ``clientId``."""
    for name in names(document):
        meant = _FOLDED_MEMBERS.get(name.casefold().replace("_", ""))
        if meant is not None and name != meant:
            yield f"member {meant} must be written in exactly this snake case"


def _value_problems(texts: Mapping[str, str]) -> Iterator[str]:
    for name in ("client_id", "tenant_id"):
        if name in texts and GUID.problem(texts[name]) is not None:
            yield f"member {name} must be a GUID"
    if "authentication_endpoint" in texts and not _HTTPS_URL.fullmatch(texts["authentication_endpoint"]):
        yield "member authentication_endpoint must be an https URL"
    if "client_secret" in texts:
        problem = _certificate_problem(texts["client_secret"])
        if problem is not None:
            yield f"member client_secret {problem}"


def _certificate_problem(encoded: str) -> str | None:
    bundle = decode_base64(encoded)
    if bundle is None:
        return "must be base64 of a certificate and its private key"
    blocks = [block.kind for block in pem.blocks(bundle)]
    if not blocks:
        if bundle.startswith(_DER_SEQUENCE):
            return None
        return "must contain PEM, or PKCS#12 without a password"
    if "CERTIFICATE" not in blocks:
        return "must contain a certificate"
    keys = sum(block in _KEY_BLOCKS for block in blocks)
    if keys == 1:
        return None
    return f"must contain exactly one unencrypted RSA private key; it contains {keys}"


def _time_problems(texts: Mapping[str, str]) -> Iterator[str]:
    times: list[tuple[str, datetime]] = []
    for name in _TIMES:
        if name in texts:
            time = rfc3339_time(texts[name])
            if time is None:
                yield f"member {name} must be an RFC 3339 time with a time zone"
            else:
                times.append((name, time))
    for (earlier, first), (later, second) in pairwise(times):
        if first > second:
            yield f"member {later} must not be before {earlier}"


def rfc3339_time(text: str) -> datetime | None:
    """The moment that an RFC 3339 text with a zone names, or ``None`` if it is not one."""
    if not _RFC3339.fullmatch(text):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
