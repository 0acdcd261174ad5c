"""Times as Go's ``time.Parse(time.RFC3339, ...)`` reads them.

It accepts more than RFC 3339: an hour of one digit, a comma before the fraction, a zone of +24:60.
It accepts less than :meth:`datetime.datetime.fromisoformat`: no date alone, no space instead of the
T, no lower-case letters. Source: Go's ``time/format.go``.
"""

import re
from datetime import date
from typing import Final, NamedTuple

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
_DIGITS: Final = len(str(_LIMIT))


def parse_go_duration(text: str) -> int | None:
    """Nanoseconds, or ``None`` if ``time.ParseDuration`` returns an error."""
    if not _DURATION.fullmatch(text):
        return None
    sign = -1 if text.startswith("-") else 1
    total = 0
    for whole, fraction, unit in _PART.findall(text[1:] if text[0] in "+-" else text):
        scale = _UNITS.get(unit)
        digits = whole.lstrip("0")
        if scale is None or len(digits) > _DIGITS or int(digits or 0) * scale > _LIMIT:
            return None
        total += int(digits or 0) * scale + _fraction(fraction[1:], scale)
        if total > _LIMIT:
            return None
    return None if total == _LIMIT and sign > 0 else sign * total


def _fraction(digits: str, unit: int) -> int:
    """Nanoseconds after the decimal point; like Go, with floats, and digits as far as they fit."""
    value, scale = 0, 1.0
    for digit in digits:
        longer = value * 10 + int(digit)
        if value > (_LIMIT - 1) // 10 or longer > _LIMIT:
            break
        value, scale = longer, scale * 10
    return int(value * (unit / scale))


def text_of_go_duration(nanoseconds: int) -> str:
    """The form of ``time.Duration.String``: ``72h0m0s``, ``1m0.5s``, ``1.5ms``."""
    size = abs(nanoseconds)
    sign = "-" if nanoseconds < 0 else ""
    for unit, scale in (("ns", 1), ("\u00b5s", 10**3), ("ms", 10**6)):
        if 0 < size < 10**9 and size < scale * 1000:
            return f"{sign}{_decimal(size, scale)}{unit}"
    minutes, rest = divmod(size, 60 * 10**9)
    hours, minutes = divmod(minutes, 60)
    seconds = f"{_decimal(rest, 10**9)}s"
    if hours:
        return f"{sign}{hours}h{minutes}m{seconds}"
    return f"{sign}{minutes}m{seconds}" if minutes else f"{sign}{seconds}"


def _decimal(number: int, scale: int) -> str:
    whole, rest = divmod(number, scale)
    digits = f"{rest:0{len(str(scale)) - 1}d}".rstrip("0") if rest else ""
    return f"{whole}.{digits}" if digits else str(whole)


_FORMAT: Final = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)"
    r"T(?P<hour>\d\d?):(?P<minute>\d\d):(?P<second>\d\d)(?:[.,](?P<fraction>\d+))?"
    r"(?:Z|(?P<sign>[+-])(?P<zone_hour>\d\d):(?P<zone_minute>\d\d))",
    re.ASCII,
)
_LARGEST: Final = {"hour": 23, "minute": 59, "second": 59, "zone_hour": 24, "zone_minute": 60}
_CYCLE_YEARS: Final = 400
_CYCLE_DAYS: Final = 146_097
"""Years after which the calendar repeats; ``datetime`` has no year 0, but Go has."""

_EPOCH: Final = date(1970, 1, 1).toordinal()

_NANOSECOND_DIGITS: Final = 9


class Moment(NamedTuple):
    """Seconds since 1970, rounded down, and nanoseconds; later moments compare as greater."""

    seconds: int
    nanoseconds: int


def parse_rfc3339(text: str) -> Moment | None:
    """The time in ``text``, or ``None`` if Go returns an error."""
    match = _FORMAT.fullmatch(text)
    if match is None:
        return None
    if any(int(match[name] or 0) > largest for name, largest in _LARGEST.items()):
        return None
    try:
        cycles, year = divmod(int(match["year"]), _CYCLE_YEARS)
        day = date(year + _CYCLE_YEARS, int(match["month"]), int(match["day"]))
    except ValueError:
        return None
    days = day.toordinal() - _EPOCH + (cycles - 1) * _CYCLE_DAYS
    seconds = int(match["hour"]) * 3600 + int(match["minute"]) * 60 + int(match["second"])
    zone = int(match["zone_hour"] or 0) * 3600 + int(match["zone_minute"] or 0) * 60
    offset = -zone if match["sign"] == "-" else zone
    fraction = (match["fraction"] or "")[:_NANOSECOND_DIGITS].ljust(_NANOSECOND_DIGITS, "0")
    return Moment(days * 86400 + seconds - offset, int(fraction))
