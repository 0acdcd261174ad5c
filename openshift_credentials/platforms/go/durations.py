"""Durations in files of Kubernetes in full: Go's ``time.ParseDuration``, in nanoseconds."""

import re
from fractions import Fraction
from typing import Final

_UNITS: Final = {
    "ns": 1,
    "us": 10**3,
    "\u00b5s": 10**3,
    "\u03bcs": 10**3,
    "ms": 10**6,
    "s": 10**9,
    "m": 60 * 10**9,
    "h": 3600 * 10**9,
}
_DURATION: Final = re.compile(r"[+-]?(?:0|(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)[^0-9.]+)+)")
_PART: Final = re.compile(r"([0-9]*)(\.?[0-9]*)([^0-9.]+)")
_LIMIT: Final = 2**63


def parse_go_duration(text: str) -> int | None:
    """Nanoseconds, or ``None`` if ``time.ParseDuration`` returns an error."""
    if not _DURATION.fullmatch(text):
        return None
    sign = -1 if text.startswith("-") else 1
    total = 0
    for whole, fraction, unit in _PART.findall(text[1:] if text[0] in "+-" else text):
        scale = _UNITS.get(unit)
        if scale is None or int(whole or 0) * scale > _LIMIT:
            return None
        total += int(whole or 0) * scale + int(Fraction(f"0{fraction}0") * scale)
        if total > _LIMIT:
            return None
    return None if total == _LIMIT and sign > 0 else sign * total
