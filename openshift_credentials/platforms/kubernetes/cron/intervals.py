"""Maximum interval between two runs of a cron expression."""

import datetime as dt
from collections.abc import Iterator, Sequence
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

_FROM: Final = dt.date(2023, 3, 1)
_YEARS: Final = 9
"""Long enough for every combination of weekday and date, including 29 February."""

_UTC: Final = dt.UTC


def longest_interval(expression: str) -> int:
    """Seconds between two consecutive runs, at most.

    ``expression`` has no ``H``: it is what :func:`resolved` returns. A time that a change of the
    clock skips has no run: releases of Velero up to 1.18 wait for the next day (robfig/cron
    ``spec.go``, ``Next``). A time that occurs twice counts once, as newer releases run it once.
    """
    zone, body = split_zone(expression)
    if body.startswith(EVERY):
        return duration_seconds(body.removeprefix(EVERY))
    minutes, hours, days, months, weekdays = (
        _values(text, position) for position, text in enumerate(DESCRIPTORS.get(body, body).split())
    )
    times = sorted(hour * 60 + minute for hour in hours for minute in minutes)
    clock = zone_of(zone) or _UTC
    longest = max((after - before for before, after in pairwise(times)), default=0)
    last: int | None = None
    for day in (day for day in _days() if _runs(day, days, months, weekdays)):
        for first, latest in _stretches_of(day, times, clock):
            longest = longest if last is None else max(longest, first - last)
            last = latest
    return longest * 60


def _stretches_of(
    day: dt.date, times: Sequence[int], clock: dt.tzinfo
) -> Iterator[tuple[int, int]]:
    """First and last run, in minutes since 1970, of each stretch of a day without a jump."""
    start = dt.datetime.combine(day, dt.time(), clock)
    following = dt.datetime.combine(day + dt.timedelta(days=1), dt.time(), clock)
    if start.utcoffset() == following.utcoffset():
        base = int(start.timestamp()) // 60
        yield base + times[0], base + times[-1]
        return
    for moment in (start + dt.timedelta(minutes=time) for time in times):
        if moment.astimezone(_UTC).astimezone(clock).replace(tzinfo=None) == moment.replace(
            tzinfo=None
        ):
            run = int(moment.timestamp()) // 60
            yield run, run


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
