"""Times as Go's ``time.Parse(time.RFC3339, ...)`` reads them.

It accepts more than RFC 3339: an hour of one digit, a comma before the fraction, a zone of +24:60.
It accepts less than :meth:`datetime.datetime.fromisoformat`: no date alone, no space instead of the
T, no lower-case letters. Source: Go's ``time/format.go``.
"""

import re
from datetime import date
from typing import Final, NamedTuple

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
