"""The catalogue of findings, and those that do not depend on the cloud."""

import binascii
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.platforms.go.text import decode, encode, trim_space

CATALOGUE: Final = package_notices(__package__ or "", "catalogue.yaml")
"""By code, in the order in which they are reported."""

INVISIBLE: Final = "\ufeff\u200b\u200c\u200d\u2060\u180e\u00ad"
_BASE64: Final = re.compile(rb"[A-Za-z0-9+/]{8,}={0,2}")
_CREDENTIAL_MARKS: Final = (b"arn:", b"aws_", b"role_arn", b"AZURE_", b'"client', b'"tenant')


def key_findings(data: Mapping[str, bytes], names: Iterable[str]) -> Iterator[Notice]:
    """A key that was meant to be one of ``names``, which the Secret does not have."""
    folded = {_fold(key) for key in data}
    if any(name not in data and name in folded for name in names):
        yield CATALOGUE["key-name"]


def _fold(key: str) -> str:
    return re.sub(r"[^a-z]", "", key.casefold())


def value_findings(raw: bytes) -> Iterator[Notice]:
    """Findings about values of any key."""
    text = decode(raw)
    if is_double_base64(raw):
        yield CATALOGUE["double-base64"]
    if any(character in text for character in INVISIBLE):
        yield CATALOGUE["invisible-character"]
    if "\r" in text or text.encode(errors="ignore") != raw:
        yield CATALOGUE["unusual-encoding"]


def is_double_base64(raw: bytes) -> bool:
    """Whether the value is base64 of a probable credential."""
    joined = b"".join(encode(trim_space(decode(raw))).split())
    if not _BASE64.fullmatch(joined):
        return False
    try:
        inner = binascii.a2b_base64(joined + b"=" * (-len(joined) % 4))
    except binascii.Error:
        return False
    return any(mark in inner for mark in _CREDENTIAL_MARKS)
