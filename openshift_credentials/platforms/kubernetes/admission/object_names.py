"""Names, label keys and label values that Kubernetes accepts.

Source: kubernetes/apimachinery ``pkg/util/validation/validation.go``. Lengths count bytes of
UTF-8, but only ASCII passes the patterns.
"""

import re
from collections.abc import Iterator
from typing import Final

_LABEL: Final = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_DNS_LABEL: Final = re.compile(_LABEL)
_DNS_SUBDOMAIN: Final = re.compile(rf"{_LABEL}(\.{_LABEL})*")
_QUALIFIED: Final = re.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]")

LABEL_LIMIT: Final = 63
SUBDOMAIN_LIMIT: Final = 253

_ENDS: Final = "starting and ending with a letter or digit"


def subdomain_problems(name: str) -> Iterator[str]:
    """Why ``name`` is not a lowercase RFC 1123 subdomain."""
    yield from _too_long(name, SUBDOMAIN_LIMIT)
    if not _DNS_SUBDOMAIN.fullmatch(name):
        yield (
            "a lowercase RFC 1123 subdomain must consist of a-z, 0-9, '-' and '.', "
            f"each part between periods {_ENDS}"
        )


def dns_label_problems(name: str) -> Iterator[str]:
    """Why ``name`` is not a lowercase RFC 1123 label."""
    yield from _too_long(name, LABEL_LIMIT)
    if not _DNS_LABEL.fullmatch(name):
        yield f"a lowercase RFC 1123 label must consist of a-z, 0-9 and '-', {_ENDS}"


def qualified_name_problems(key: str) -> Iterator[str]:
    """Why ``key`` cannot be the key of a label."""
    prefix, slash, name = key.rpartition("/")
    if "/" in prefix:
        yield "a qualified name must be NAME or DNS-SUBDOMAIN/NAME, with at most one '/'"
        return
    if slash and not prefix:
        yield "prefix part must be non-empty"
    elif slash:
        yield from (f"prefix part {problem}" for problem in subdomain_problems(prefix))
    if not name:
        yield "name part must be non-empty"
    yield from (f"name part {problem}" for problem in _too_long(name, LABEL_LIMIT))
    if not _QUALIFIED.fullmatch(name):
        yield f"name part must consist of A-Z, a-z, 0-9, '-', '_' and '.', {_ENDS}"


def annotation_key_problems(key: str) -> Iterator[str]:
    """Why ``key`` cannot be the key of an annotation: only its lower case has to be a key.

    Go converts each code point to lower case: U+0130 becomes "i", in Python two code points.
    """
    yield from qualified_name_problems(key.replace("\u0130", "i").lower())


def label_value_problems(value: str) -> Iterator[str]:
    """Why ``value`` cannot be the value of a label."""
    yield from _too_long(value, LABEL_LIMIT)
    if value and not _QUALIFIED.fullmatch(value):
        yield (
            f"a valid label must be empty or consist of A-Z, a-z, 0-9, '-', '_' and '.', {_ENDS}"
        )


def byte_length(text: str) -> int:
    """Length in bytes of UTF-8; a lone surrogate counts as the three bytes that replace it."""
    return len(text.encode("utf-8", "surrogatepass"))


def _too_long(text: str, limit: int) -> Iterator[str]:
    if byte_length(text) > limit:
        yield f"must be no more than {limit} characters"
