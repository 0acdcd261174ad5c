"""Semantic versions as the operator compares them.

Source: golang.org/x/mod/semver: a leading ``v`` is required, ``v1`` and ``v1.2`` are short for
``v1.0.0`` and ``v1.2.0`` unless a suffix follows; an invalid version is less than all others.
"""

import re
from typing import Final

_NUMBER: Final = r"(?:0|[1-9][0-9]*)"
_IDENTIFIERS: Final = r"[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*"
_VERSION: Final = re.compile(
    rf"v(?P<major>{_NUMBER})(?:\.(?P<minor>{_NUMBER})"
    rf"(?:\.{_NUMBER}(?:-(?P<prerelease>{_IDENTIFIERS}))?(?:\+{_IDENTIFIERS})?)?)?"
)
_BAD_NUMBER: Final = re.compile(r"0[0-9]+")


def is_valid(version: str) -> bool:
    """Whether a text is a version."""
    return _parse(version) is not None


def major_minor(version: str) -> str:
    """``v4.10`` of ``v4.10.3``; empty for an invalid version."""
    parsed = _parse(version)
    return "" if parsed is None else f"v{parsed[0]}.{parsed[1]}"


def is_newer(version: str, other: str) -> bool:
    """Whether ``version`` is a later ``vMAJOR.MINOR`` than ``other``."""
    first, second = _parse(version), _parse(other)
    return first is not None and (second is None or first > second)


def _parse(version: str) -> tuple[int, int] | None:
    match = _VERSION.fullmatch(version)
    if match is None:
        return None
    prerelease = (match["prerelease"] or "").split(".")
    if any(_BAD_NUMBER.fullmatch(identifier) for identifier in prerelease):
        return None
    return int(match["major"]), int(match["minor"] or 0)
