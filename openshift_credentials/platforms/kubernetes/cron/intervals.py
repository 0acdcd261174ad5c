"""Maximum interval between two runs of a cron expression."""

import datetime as dt
from itertools import pairwise
from typing import Final

from openshift_credentials.platforms.kubernetes.cron.expression import (
    DESCRIPTORS,
    EVERY,
    split_zone,
)
from openshift_credentials.platforms.kubernetes.cron.fields import FIELDS, parse_item
from openshift_credentials.platforms.kubernetes.durations import duration_seconds

_FROM: Final = dt.date(2023, 3, 1)
_YEARS: Final = 9
"""Long enough for every combination of weekday and date, including 29 February."""

_CHANGE_OF_CLOCKS: Final = 3600


def longest_interval(expression: str) -> int:
    """Seconds between two consecutive runs, at most.

    ``expression`` has no ``H``: it is what :func:`resolved`
    returns. In a local time zone, a day can have 25 hours.
    """
    zone, body = split_zone(expression)
    if body.startswith(EVERY):
        return duration_seconds(body.removeprefix(EVERY))
    minutes, hours, days, months, weekdays = (
        _values(text, position) for position, text in enumerate(DESCRIPTORS.get(body, body).split())
    )
    of_a_day = sorted(hour * 60 + minute for hour in hours for minute in minutes)
    found = [number for number, day in enumerate(_days()) if _runs(day, days, months, weekdays)]
    within = max((after - before for before, after in pairwise(of_a_day)), default=0)
    overnight = 24 * 60 + of_a_day[0] - of_a_day[-1]
    between = max(after - before - 1 for before, after in pairwise(found)) * 24 * 60 + overnight
    return max(within, between) * 60 + (_CHANGE_OF_CLOCKS if zone else 0)


def _values(text: str, position: int) -> frozenset[int]:
    field = FIELDS[position]
    return frozenset(value for item in text.split(",") for value in parse_item(item, field).values)


def _days() -> list[dt.date]:
    return [_FROM + dt.timedelta(days=number) for number in range(_YEARS * 366)]


def _runs(
    day: dt.date, days: frozenset[int], months: frozenset[int], weekdays: frozenset[int]
) -> bool:
    """One of the two days is always ``*``: an expression with both is rejected."""
    return day.month in months and day.day in days and day.isoweekday() % 7 in weekdays
