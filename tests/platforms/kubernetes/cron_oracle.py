"""What two cron libraries make of one field, written as sets of values.

``robfig`` is what older releases of Velero link, ``netresearch`` what newer ones do. ``None``
means refused. Written from their documentation and behaviour, without the parser under test.
"""

from dataclasses import dataclass
from typing import Final

MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec"
WEEKDAYS: Final = "sun mon tue wed thu fri sat"
NAMES: Final[dict[int, dict[str, int]]] = {
    3: {name: number for number, name in enumerate(MONTHS.split(), start=1)},
    4: {name: number for number, name in enumerate(WEEKDAYS.split())},
}
BOUNDS: Final = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 6))


@dataclass(frozen=True)
class Library:
    highest_weekday: int
    wraps: bool
    steps_must_fit: bool

    def values(self, text: str, position: int) -> frozenset[int] | None:
        found: set[int] = set()
        for item in filter(None, text.split(",")):
            part = self._item(item, position)
            if part is None:
                return None
            found |= part
        return frozenset(value % 7 for value in found) if position == 4 else frozenset(found)

    def _item(self, item: str, position: int) -> set[int] | None:
        low, high = BOUNDS[position]
        high = self.highest_weekday if position == 4 else high
        base, *steps = item.split("/")
        ends = base.split("-")
        if len(steps) > 1 or len(ends) > 2:
            return None
        if ends[0] in ("*", "?"):
            start, end = low, high
        else:
            numbers = [self._number(end, position) for end in ends]
            if None in numbers:
                return None
            start, end = (number or 0 for number in (numbers[0], numbers[-1]))
            if steps and len(ends) == 1:
                end = high
        step = int(steps[0]) if steps and steps[0].isdecimal() else 1
        if (steps and not steps[0].isdecimal()) or step < 1 or start < low or end > high:
            return None
        return self._walk(start, end, step, (low, high))

    def _walk(self, start: int, end: int, step: int, bounds: tuple[int, int]) -> set[int] | None:
        low, high = bounds
        if start > end and not self.wraps:
            return None
        line = list(range(start, end + 1))
        if start > end:
            line = [*range(start, high + 1), *range(low, end + 1)]
        if self.steps_must_fit and step > 1 and step >= len(line):
            return None
        return set(line[::step])

    def _number(self, text: str, position: int) -> int | None:
        if text.isdecimal():
            return int(text)
        return NAMES.get(position, {}).get(text.lower())


robfig: Final = Library(highest_weekday=6, wraps=False, steps_must_fit=False)
netresearch: Final = Library(highest_weekday=7, wraps=True, steps_must_fit=True)
