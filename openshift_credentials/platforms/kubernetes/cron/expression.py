"""Whether Velero accepts an expression and runs it as intended."""

import re
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.platforms.kubernetes.cron.fields import (
    FIELDS,
    CronError,
    CronItem,
    parse_item,
)
from openshift_credentials.platforms.kubernetes.durations import duration_problem

DESCRIPTORS: Final = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
}
EVERY: Final = "@every "

UNEVEN_ZONES: Final = frozenset(
    {"Australia/LHI", "Australia/Lord_Howe", "NZ-CHAT", "Pacific/Chatham"}
)
"""Zones where ``Next`` of both libraries does not find its way: it walks in full hours."""

_ZONE: Final = re.compile(r"((?:CRON_)?TZ=[A-Za-z0-9_+-]+(?:/[A-Za-z0-9_+-]+)* )(.*)")
_DAYS_OF_MONTH: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def cron_problem(expression: str) -> str | None:
    """Why Velero would not run ``expression`` as intended; ``None`` if it would."""
    if expression != expression.strip():
        return "must not start or end with a space"
    zone, body = split_zone(expression)
    try:
        _check_zone(zone)
        if body.startswith("@"):
            _check_descriptor(zone, body)
        else:
            _check_calendar(_parse(body))
    except CronError as error:
        return str(error)
    return None


def split_zone(expression: str) -> tuple[str, str]:
    """``CRON_TZ=...`` with its space, or nothing, and the rest."""
    match = _ZONE.fullmatch(expression)
    return (match[1], match[2].lstrip()) if match else ("", expression)


def zone_of(zone: str) -> ZoneInfo | None:
    """The time zone of ``CRON_TZ=...``; ``None`` without one, or if nobody knows it."""
    name = zone.partition("=")[2].strip()
    try:
        return ZoneInfo(name) if name else None
    except (KeyError, ValueError, OSError):
        return None


def _check_zone(zone: str) -> None:
    """Velero refuses a zone that ``time.LoadLocation`` does not find, and stumbles in a few."""
    name = zone.partition("=")[2].strip()
    if name and zone_of(zone) is None and _has_zones():
        raise CronError(f"has unknown time zone {name!r}; use a name such as Europe/Berlin")
    if name in UNEVEN_ZONES:
        raise CronError(
            f"has time zone {name!r}, whose clock does not change from one full hour to another: "
            "Velero loses or repeats runs then; use UTC"
        )


@cache
def _has_zones() -> bool:
    """Whether this machine has the database of time zones; without it no name can be judged."""
    return bool(available_timezones())


def _check_descriptor(zone: str, body: str) -> None:
    if body in DESCRIPTORS:
        return
    if not body.startswith(EVERY):
        raise CronError(f"has unknown descriptor {body!r}; use {', '.join(DESCRIPTORS)} or @every")
    if zone:
        raise CronError("'@every' counts from the last backup and has no time zone")
    if problem := duration_problem(body.removeprefix(EVERY)):
        raise CronError(f"'@every' {problem}")


def _parse(body: str) -> list[list[CronItem]]:
    texts = body.split()
    if len(texts) != len(FIELDS):
        names = ", ".join(field.name for field in FIELDS)
        raise CronError(f"must have five fields ({names}); it has {len(texts)}")
    return [
        [parse_item(item, field) for item in text.split(",")]
        for text, field in zip(texts, FIELDS, strict=True)
    ]


def _check_calendar(fields: list[list[CronItem]]) -> None:
    _, _, days, months, weekdays = fields
    if not any(item.star for item in (*days, *weekdays)):
        raise CronError(
            "restricts day of month and day of week at once: older releases of Velero run it if "
            "one of them matches, newer releases if both match; set one of them to '*'"
        )
    exists = any(
        day <= _DAYS_OF_MONTH[month - 1]
        for month_item in months
        for month in month_item.values
        for day_item in days
        for day in ([1] if day_item.hashed else day_item.values)
    )
    if not exists:
        raise CronError("contains a day that no month has; Velero would never find a next run")


CRON: Final = TextRule(
    "five cron fields (minute, hour, day of month, month, day of week), or a descriptor such as "
    "'@daily'; 'H' instead of a value distributes schedules by a hash",
    re.compile(r"[ -~]+"),
    "H 2 * * *",
    maximum=256,
    also=cron_problem,
)
