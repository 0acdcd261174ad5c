"""The part of PromQL that our alerts use, evaluated over made-up series at one moment.

Not a library: none on PyPI evaluates PromQL. Where promtool is at hand the same cases run on it.
Source: Prometheus documentation, "Querying": operators, their precedence, and ``absent``.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

Labels = frozenset[tuple[str, str]]
Vector = dict[Labels, float]

_TOKEN: Final = re.compile(
    r"\s*(?:(?P<number>[0-9]+)|(?P<selector>[a-z_]+\{[^}]*\})|(?P<word>[a-z_]+)|(?P<sign>>=|[-()>]))"
)
_MATCHER: Final = re.compile(r'([a-z_]+)(=~|=)"([^"]*)"')


@dataclass
class Query:
    """A query on series (``name{label="value"}`` to value) at a time in seconds."""

    series: Mapping[str, float]
    now: float

    def __call__(self, expression: str) -> list[dict[str, str]]:
        """Labels of each result."""
        self._tokens = list(_tokens(expression))
        result = self._or()
        assert not self._tokens, f"not understood: {self._tokens}"
        assert isinstance(result, dict)
        return [dict(labels) for labels in result]

    def _peek(self) -> str:
        return self._tokens[0] if self._tokens else ""

    def _take(self, *wanted: str) -> str:
        token = self._tokens.pop(0)
        assert not wanted or token in wanted, f"{token} in place of {wanted}"
        return token

    def _or(self) -> Vector | float:
        left = self._unless()
        while self._peek() == "or":
            self._take()
            right = self._unless()
            assert isinstance(left, dict)
            assert isinstance(right, dict)
            left = {**right, **left}
        return left

    def _unless(self) -> Vector | float:
        left = self._comparison()
        while self._peek() == "unless":
            self._take()
            on = self._labels_in("on")
            right = self._comparison()
            assert isinstance(left, dict)
            assert isinstance(right, dict)
            found = {_only(each, on) for each in right}
            left = {each: value for each, value in left.items() if _only(each, on) not in found}
        return left

    def _comparison(self) -> Vector | float:
        left = self._difference()
        while self._peek() in (">", ">="):
            sign = self._take()
            on = self._labels_in("on") if self._peek() == "on" else None
            right = self._difference()
            assert isinstance(left, dict)
            left = {
                labels: value
                for labels, value in left.items()
                for other in _others(right, labels, on)
                if value > other or (sign == ">=" and value == other)
            }
        return left

    def _difference(self) -> Vector | float:
        left = self._operand()
        while self._peek() == "-":
            self._take()
            right = self._operand()
            assert isinstance(left, float)
            assert isinstance(right, dict)
            left = {labels: left - value for labels, value in right.items()}
        return left

    def _operand(self) -> Vector | float:
        token = self._take()
        if token.isdecimal():
            return float(token)
        if "{" in token:
            return self._select(token)
        if token == "(":
            return self._closed(self._or())
        if token == "time":
            self._take("(")
            return self._closed(float(self.now))
        if token == "absent":
            self._take("(")
            selector = self._take()
            found = self._select(selector)
            equal = {
                (name, value) for name, sign, value in _MATCHER.findall(selector) if sign == "="
            }
            return self._closed({} if found else {frozenset(equal): 1.0})
        assert token == "max", token
        by = self._labels_in("by")
        self._take("(")
        inner = self._or()
        assert isinstance(inner, dict)
        highest: Vector = {}
        for labels, value in inner.items():
            group = _only(labels, by)
            highest[group] = max(value, highest.get(group, value))
        return self._closed(highest)

    def _closed(self, value: Vector | float) -> Vector | float:
        self._take(")")
        return value

    def _labels_in(self, word: str) -> frozenset[str]:
        self._take(word)
        self._take("(")
        name = self._take()
        self._take(")")
        return frozenset({name})

    def _select(self, selector: str) -> Vector:
        name, _, matchers = selector.partition("{")
        wanted: list[tuple[str, str, str]] = _MATCHER.findall(matchers)
        found: Vector = {}
        for series, value in self.series.items():
            own, _, rest = series.partition("{")
            labels = {label: text for label, _, text in _MATCHER.findall(rest)}
            if own == name and all(
                re.fullmatch(text if sign == "=~" else re.escape(text), labels.get(label, ""))
                for label, sign, text in wanted
            ):
                found[frozenset(labels.items())] = value
        return found


def _others(right: Vector | float, labels: Labels, on: frozenset[str] | None) -> Iterator[float]:
    if not isinstance(right, dict):
        yield right
        return
    assert on is not None
    yield from (value for each, value in right.items() if _only(each, on) == _only(labels, on))


def _only(labels: Labels, names: frozenset[str]) -> Labels:
    return frozenset(each for each in labels if each[0] in names)


def _tokens(expression: str) -> Iterator[str]:
    place = 0
    while place < len(expression):
        match = _TOKEN.match(expression, place)
        assert match, f"not understood: {expression[place:]}"
        yield next(text for text in match.groups() if text)
        place = match.end()
