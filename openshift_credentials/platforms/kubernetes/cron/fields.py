"""The five fields of a cron expression and the items of their lists."""

import re
from dataclasses import dataclass
from typing import Final


class CronError(ValueError):
    """Problem of an expression, as the rest of a sentence."""


@dataclass(frozen=True, slots=True)
class Field:
    """One of the five fields; ``hashed_high`` is the highest value of ``H``."""

    name: str
    low: int
    high: int
    hashed_high: int
    names: tuple[str, ...] = ()

    def value(self, text: str) -> int:
        """The value of a number or a three-letter name."""
        if text.isdecimal():
            return int(text)
        if text.lower() not in self.names:
            raise CronError(f"has {text!r} as {self.name}, which is not a valid value")
        return self.low + self.names.index(text.lower())


@dataclass(frozen=True, slots=True)
class CronItem:
    """One item of a field's list: the values ``low`` to ``high``, every ``step``-th.

    ``hashed``: ``H`` instead of a value; ``star``: ``*`` or ``?``, which means every value.
    """

    low: int
    high: int
    step: int | None = None
    hashed: bool = False
    star: bool = False

    @property
    def values(self) -> range:
        """All values, in order."""
        return range(self.low, self.high + 1, self.step or 1)


_MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec"
_WEEKDAYS: Final = "sun mon tue wed thu fri sat"
MINUTE: Final = Field("minute", 0, 59, 59)
HOUR: Final = Field("hour", 0, 23, 23)
DAY: Final = Field("day of month", 1, 31, 28)
MONTH: Final = Field("month", 1, 12, 12, tuple(_MONTHS.split()))
WEEKDAY: Final = Field("day of week", 0, 6, 6, tuple(_WEEKDAYS.split()))
FIELDS: Final = (MINUTE, HOUR, DAY, MONTH, WEEKDAY)

_ITEM: Final = re.compile(
    r"(?:(?P<star>[*?])|(?P<hash>H)(?:\((?P<from>[0-9]{1,2})-(?P<to>[0-9]{1,2})\))?"
    r"|(?P<low>[0-9]{1,2}|[A-Za-z]{3})(?:-(?P<high>[0-9]{1,2}|[A-Za-z]{3}))?)"
    r"(?:/(?P<step>[0-9]{1,3}))?"
)


def parse_item(text: str, field: Field) -> CronItem:
    """Read one item of ``field``; raises :class:`CronError` if releases of Velero differ."""
    match = _ITEM.fullmatch(text)
    if not match:
        raise CronError(f"has {text!r} as {field.name}, which is not a value, range, list or step")
    parts = match.groupdict()
    step = None if parts["step"] is None else int(parts["step"])
    if parts["star"]:
        if parts["star"] == "?" and field not in (DAY, WEEKDAY):
            raise CronError(f"has '?' as {field.name}; write '*'")
        item = CronItem(field.low, field.high, step, star=step in (None, 1))
    elif parts["hash"]:
        low = field.low if parts["from"] is None else int(parts["from"])
        high = field.hashed_high if parts["to"] is None else int(parts["to"])
        item = CronItem(low, high, step, hashed=True)
    else:
        item = _plain(parts["low"] or "", parts["high"], step, field)
    _check_range(item, text, field)
    return item


def _plain(low_text: str, high_text: str | None, step: int | None, field: Field) -> CronItem:
    low = field.value(low_text)
    if high_text is not None:
        return CronItem(low, field.value(high_text), step)
    if step is None:
        return CronItem(low, low)
    if field is WEEKDAY:
        raise CronError(
            f"has '{low_text}/{step}' as day of week, which Velero's releases read differently; "
            f"write the end of the range, such as '{low_text}-6/{step}'"
        )
    return CronItem(low, field.high, step)


def _check_range(item: CronItem, text: str, field: Field) -> None:
    highest = field.hashed_high if item.hashed else field.high
    if item.low < field.low or item.high > highest:
        raise CronError(f"has {text!r} as {field.name}, which ranges from {field.low} to {highest}")
    if item.low > item.high:
        raise CronError(f"has {text!r} as {field.name}: the start is after the end")
    if item.step is not None and not (item.step == 1 or 1 < item.step <= item.high - item.low):
        raise CronError(f"has {text!r} as {field.name}: the step must be shorter than the range")
