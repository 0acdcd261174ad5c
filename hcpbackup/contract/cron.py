"""Cron expressions of Velero Schedules, and their spreading by hash.

Velero hands the expression to ``cron.ParseStandard``: of github.com/robfig/cron v3 in releases
up to 1.18, of github.com/netresearch/go-cron v0.15 since June 2026 (velero-io/velero commit
e395b6ea6). The two differ, so only what both accept and both mean the same is let through: no
range that wraps around, weekdays 0 to 6, steps shorter than their range, and not day of month
and day of week at once. ``H`` is ours, with the meaning that Jenkins gives it: a value that
follows from a hash, so that many schedules with the same expression run at different times.
"""

import hashlib
import re
from dataclasses import dataclass
from typing import Final

from hcpbackup.contract.durations import duration_problem
from hcpbackup.contract.text_rules import TextRule


class _CronError(ValueError):
    """What is wrong with an expression, as the rest of a sentence."""


@dataclass(frozen=True, slots=True)
class _Field:
    """One of the five fields; ``hashed_high`` is the highest value that ``H`` may take."""

    name: str
    low: int
    high: int
    hashed_high: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Item:
    """One item of a field's list: the values ``low`` to ``high``, every ``step``-th.

    ``hashed`` has ``H`` in place of a value; ``star`` is ``*`` or ``?`` with every value.
    """

    low: int
    high: int
    step: int | None = None
    hashed: bool = False
    star: bool = False

    @property
    def values(self) -> range:
        return range(self.low, self.high + 1, self.step or 1)


_MINUTE: Final = _Field("minute", 0, 59, 59)
_HOUR: Final = _Field("hour", 0, 23, 23)
_DAY: Final = _Field("day of month", 1, 31, 28)
_MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec"
_WEEKDAYS: Final = "sun mon tue wed thu fri sat"
_MONTH: Final = _Field("month", 1, 12, 12, tuple(_MONTHS.split()))
_WEEKDAY: Final = _Field("day of week", 0, 6, 6, tuple(_WEEKDAYS.split()))
_FIELDS: Final = (_MINUTE, _HOUR, _DAY, _MONTH, _WEEKDAY)

_DESCRIPTORS: Final = {
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
    "@monthly": "0 0 1 * *",
    "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@hourly": "0 * * * *",
}
_EVERY: Final = "@every "
_ZONE: Final = re.compile(r"((?:CRON_)?TZ=[A-Za-z0-9_+-]+(?:/[A-Za-z0-9_+-]+)* )(.*)")
_ITEM: Final = re.compile(
    r"(?:(?P<star>[*?])|(?P<hash>H)(?:\((?P<from>[0-9]{1,2})-(?P<to>[0-9]{1,2})\))?"
    r"|(?P<low>[0-9]{1,2}|[A-Za-z]{3})(?:-(?P<high>[0-9]{1,2}|[A-Za-z]{3}))?)"
    r"(?:/(?P<step>[0-9]{1,3}))?"
)
_SPREADABLE: Final = re.compile(r"[0-9]+|\*/[0-9]+|H[^,]*")
_DAYS_OF_MONTH: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def cron_problem(expression: str) -> str | None:
    """Why Velero would not run ``expression``, or not as meant; ``None`` if it would."""
    if expression != expression.strip():
        return "must not start or end with a space"
    zone, body = _split_zone(expression)
    try:
        if body.startswith("@"):
            _check_descriptor(zone, body)
        else:
            _check_calendar(_parse(body))
    except _CronError as error:
        return str(error)
    return None


def spread_problem(expression: str) -> str | None:
    """Why a valid ``expression`` has no one minute that a hash could move."""
    _, body = _split_zone(expression)
    if body.startswith(_EVERY):
        return "'@every' counts from the last backup and cannot be spread"
    if _SPREADABLE.fullmatch(_DESCRIPTORS.get(body, body).split()[0]):
        return None
    return "only a single minute, '*/n' or 'H' can be spread, not a list, a range or '*'"


def resolved(expression: str, key: str, *, spread: bool = False) -> str:
    """``expression`` as Velero is to get it: every ``H`` replaced by what follows from ``key``.

    The values depend on ``key`` and the field alone: other schedules, machines and runs do not
    move them. With ``spread`` the minute is treated as if it were ``H``, or ``H/n`` for ``*/n``.
    ``expression`` satisfies :func:`cron_problem`, and with ``spread`` :func:`spread_problem`.
    """
    zone, body = _split_zone(expression)
    if spread:
        body = _DESCRIPTORS.get(body, body)
    if body.startswith("@"):
        return expression
    texts = body.split()
    if spread:
        texts[0] = _hashed_minute(texts[0])
    resolved_fields = (
        ",".join(_resolved_item(item, field, key) for item in text.split(","))
        for text, field in zip(texts, _FIELDS, strict=True)
    )
    return zone + " ".join(resolved_fields)


def _split_zone(expression: str) -> tuple[str, str]:
    match = _ZONE.fullmatch(expression)
    return (match[1], match[2].lstrip()) if match else ("", expression)


def _check_descriptor(zone: str, body: str) -> None:
    if body in _DESCRIPTORS:
        return
    if not body.startswith(_EVERY):
        raise _CronError(f"has no descriptor {body!r}; there are {', '.join(_DESCRIPTORS)}, @every")
    if zone:
        raise _CronError("'@every' counts from the last backup and has no time zone")
    if problem := duration_problem(body.removeprefix(_EVERY)):
        raise _CronError(f"'@every' {problem}")


def _parse(body: str) -> list[list[_Item]]:
    texts = body.split()
    if len(texts) != len(_FIELDS):
        names = ", ".join(field.name for field in _FIELDS)
        raise _CronError(f"must have five fields ({names}); it has {len(texts)}")
    return [
        [_item(item, field) for item in text.split(",")]
        for text, field in zip(texts, _FIELDS, strict=True)
    ]


def _item(text: str, field: _Field) -> _Item:
    match = _ITEM.fullmatch(text)
    if not match:
        raise _CronError(f"has {text!r} as {field.name}, which is no value, range, list or step")
    parts = match.groupdict()
    step = None if parts["step"] is None else int(parts["step"])
    if parts["star"]:
        if parts["star"] == "?" and field not in (_DAY, _WEEKDAY):
            raise _CronError(f"has '?' as {field.name}; write '*'")
        item = _Item(field.low, field.high, step, star=step in (None, 1))
    elif parts["hash"]:
        low = field.low if parts["from"] is None else int(parts["from"])
        high = field.hashed_high if parts["to"] is None else int(parts["to"])
        item = _Item(low, high, step, hashed=True)
    else:
        item = _plain(parts["low"] or "", parts["high"], step, field)
    _check_range(item, text, field)
    return item


def _plain(low_text: str, high_text: str | None, step: int | None, field: _Field) -> _Item:
    low = _value(low_text, field)
    if high_text is not None:
        return _Item(low, _value(high_text, field), step)
    if step is None:
        return _Item(low, low)
    if field is _WEEKDAY:
        raise _CronError(
            f"has '{low_text}/{step}' as day of week, which Velero's releases read differently; "
            f"give the end of the range, such as '{low_text}-6/{step}'"
        )
    return _Item(low, field.high, step)


def _value(text: str, field: _Field) -> int:
    if text.isdecimal():
        return int(text)
    if text.lower() not in field.names:
        raise _CronError(f"has {text!r} as {field.name}, which is no value of it")
    return field.low + field.names.index(text.lower())


def _check_range(item: _Item, text: str, field: _Field) -> None:
    highest = field.hashed_high if item.hashed else field.high
    if item.low < field.low or item.high > highest:
        raise _CronError(f"has {text!r} as {field.name}, which goes from {field.low} to {highest}")
    if item.low > item.high:
        raise _CronError(f"has {text!r} as {field.name}: the start is beyond the end")
    if item.step is not None and not (item.step == 1 or 1 < item.step <= item.high - item.low):
        raise _CronError(f"has {text!r} as {field.name}: the step must be shorter than the range")


def _check_calendar(fields: list[list[_Item]]) -> None:
    _, _, days, months, weekdays = fields
    any_day = any(item.star for item in days)
    any_weekday = any(item.star for item in weekdays)
    if not any_day and not any_weekday:
        raise _CronError(
            "restricts day of month and day of week at once: older releases of Velero run it when "
            "one of them fits, newer ones when both do; make one of them '*'"
        )
    exists = any(
        day <= _DAYS_OF_MONTH[month - 1]
        for month_item in months
        for month in month_item.values
        for day_item in days
        for day in ([1] if day_item.hashed else day_item.values)
    )
    if not exists:
        raise _CronError("names a day that no month has; Velero would run it without end")


def _hashed_minute(text: str) -> str:
    if text.startswith("H"):
        return text
    return text.replace("*", "H") if "/" in text else "H"


def _resolved_item(text: str, field: _Field, key: str) -> str:
    item = _item(text, field)
    if not item.hashed:
        return text
    size = item.high - item.low + 1
    step = item.step
    if step is None:
        return str(item.low + _hash(key, field) % size)
    # Any later start would leave out a run, or make the step as long as the range.
    start = item.low + _hash(key, field) % ((size - 1) % step + 1)
    return f"{start}-{item.high}/{step}"


def _hash(key: str, field: _Field) -> int:
    digest = hashlib.sha256(f"{field.name}\n{key}".encode()).digest()
    return int.from_bytes(digest[:8])


CRON: Final = TextRule(
    "five cron fields (minute, hour, day of month, month, day of week), or a descriptor such as "
    "'@daily'; 'H' in place of a value spreads schedules by a hash",
    re.compile(r"[ -~]+"),
    "H 2 * * *",
    maximum=256,
    also=cron_problem,
)
