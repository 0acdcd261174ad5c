"""Maximum interval between two runs of a cron expression."""

import datetime as dt
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from openshift_credentials.platforms.kubernetes.cron.expression import (
    DESCRIPTORS,
    EVERY,
    split_zone,
    zone_of,
)
from openshift_credentials.platforms.kubernetes.cron.fields import FIELDS, parse_item
from openshift_credentials.platforms.kubernetes.durations import duration_seconds

_FROM: Final = dt.date(2025, 3, 1)
_YEARS: Final = 9
"""Long enough for every combination of weekday and date, including 29 February."""

_UTC: Final = dt.UTC
_DAY: Final = dt.timedelta(days=1)
_MINUTES_OF_A_DAY: Final = 24 * 60
_DAY_ZERO: Final = dt.date(1970, 1, 1).toordinal()


@cache
def longest_interval(expression: str) -> int:
    """Seconds between two consecutive runs, at most.

    ``expression`` has no ``H``: it is what :func:`resolve` returns. Around a change of the clock it
    is what robfig/cron v3.0.1 does (``spec.go``, ``Next``), whose waits are never shorter than
    those of go-cron v0.15: a time that the clock skips has no run until the next running day, a
    time that occurs twice has two, and east of Greenwich a day that begins at one o'clock has none
    unless the day before has some.
    """
    zone, body = split_zone(expression)
    if body.startswith(EVERY):
        return duration_seconds(body.removeprefix(EVERY))
    minutes, hours, days, months, weekdays = (
        _values(text, position) for position, text in enumerate(DESCRIPTORS.get(body, body).split())
    )
    times = sorted(hour * 60 + minute for hour in hours for minute in minutes)
    longest = max((after - before for before, after in pairwise(times)), default=0)
    last: int | None = None
    running_days = [day for day in _days() if _runs(day, days, months, weekdays)]
    for first, latest in _stretches(running_days, times, zone_of(zone) or _UTC):
        longest = longest if last is None else max(longest, first - last)
        last = latest
    return longest * 60


def _stretches(
    running_days: Sequence[dt.date], times: Sequence[int], clock: dt.tzinfo
) -> Iterator[tuple[int, int]]:
    """First and last run, in minutes since 1970, of each stretch without a change of the clock."""
    if clock is _UTC:
        for day in running_days:
            start = (day.toordinal() - _DAY_ZERO) * _MINUTES_OF_A_DAY
            yield start + times[0], start + times[-1]
        return
    day_before: dt.date | None = None
    for day in running_days:
        midnight = dt.datetime.combine(day, dt.time(), clock)
        start, end = _minute(midnight), _minute(midnight + _DAY)
        if end - start == _MINUTES_OF_A_DAY:
            yield start + times[0], start + times[-1]
        elif _exists(midnight) or day_before == day - _DAY or _is_western(midnight):
            for run in sorted(set(_runs_of_a_changing_day(midnight, times))):
                yield run, run
        day_before = day


def _runs_of_a_changing_day(midnight: dt.datetime, times: Sequence[int]) -> Iterator[int]:
    for time in times:
        moment = midnight + dt.timedelta(minutes=time)
        for occurrence in (moment, moment.replace(fold=1)):
            if _exists(occurrence):
                yield _minute(occurrence)


def _is_western(moment: dt.datetime) -> bool:
    return (moment.utcoffset() or dt.timedelta()) < dt.timedelta()


def _exists(moment: dt.datetime) -> bool:
    """Whether the clock of its zone ever shows the moment."""
    shown = moment.astimezone(_UTC).astimezone(moment.tzinfo)
    return shown.replace(tzinfo=None) == moment.replace(tzinfo=None)


def _minute(moment: dt.datetime) -> int:
    """Minutes since 1970."""
    return int(moment.timestamp()) // 60


def _values(text: str, position: int) -> frozenset[int]:
    field = FIELDS[position]
    return frozenset(value for item in text.split(",") for value in parse_item(item, field).values)


@cache
def _days() -> list[dt.date]:
    return [_FROM + number * _DAY for number in range(_YEARS * 366)]


def _runs(
    day: dt.date, days: frozenset[int], months: frozenset[int], weekdays: frozenset[int]
) -> bool:
    """One of the two days is always ``*``: an expression with both is rejected."""
    return day.month in months and day.day in days and day.isoweekday() % 7 in weekdays
