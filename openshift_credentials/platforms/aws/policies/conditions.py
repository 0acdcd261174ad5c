"""Conditions of IAM policies, evaluated with the known context of a request.

Source: IAM User Guide, "IAM JSON policy elements: Condition operators" and "Conditions with
multiple context keys or values". An unknown key counts as absent.
"""

import ipaddress
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final


def covers(pattern: str, needed: str) -> bool:
    """Whether ``pattern`` matches everything that ``needed`` matches, which can have wildcards.

    ``?`` covers one character, also another ``?``, but never a ``*``.
    """
    places = {0}  # positions in the pattern after the characters so far
    places = _past_stars(pattern, places)
    for character in needed:
        reached = {
            place if pattern[place] == "*" else place + 1
            for place in places
            if place < len(pattern)
            and (pattern[place] in ("*", character) or (pattern[place] == "?" != character != "*"))
        }
        places = _past_stars(pattern, reached)
    return len(pattern) in places


def _past_stars(pattern: str, places: set[int]) -> set[int]:
    reached = set(places)
    for place in places:
        at = place
        while at < len(pattern) and pattern[at] == "*":
            at += 1
            reached.add(at)
    return reached


@lru_cache(maxsize=65536)
def intersects(first: str, second: str) -> bool:
    """Whether some text matches both patterns."""
    row = [True]
    for other in second:
        row.append(row[-1] and other == "*")
    for one in first:
        above, row = row, [row[0] and one == "*"]
        for index, other in enumerate(second, start=1):
            if "*" in (one, other):
                row.append(above[index] or row[index - 1])
            else:
                row.append(above[index - 1] and (one == other or "?" in (one, other)))
    return row[-1]


VARIABLE: Final = re.compile(r"\$\{(?![*?$]\})[^}]*\}")
"""A policy variable; ``${*}``, ``${?}`` and ``${$}`` are the characters themselves."""

Context = Mapping[str, str]
"""Values by condition key; keys are case-insensitive."""


def is_met(conditions: Mapping[str, Mapping[str, Sequence[str]]], context: Context) -> bool:
    """Whether all operators hold; an operator that does not exist never holds."""
    folded = {key.lower(): value for key, value in context.items()}
    return all(
        _holds(operator, folded.get(key.lower()), values)
        for operator, keys in conditions.items()
        for key, values in keys.items()
    )


def certainly_met(conditions: Mapping[str, Mapping[str, Sequence[str]]], context: Context) -> bool | None:
    """Whether all operators hold; ``None`` if that depends on more than the context.

    Unlike :func:`is_met`, a key outside the context is not absent but not known, as is a policy
    variable among the values.
    """
    folded = {key.lower(): value for key, value in context.items()}
    answers = [
        _certainly_holds(operator, folded.get(key.lower()), values)
        for operator, keys in conditions.items()
        for key, values in keys.items()
    ]
    if any(answer is False for answer in answers):
        return False
    return None if None in answers else True


def _certainly_holds(operator: str, actual: str | None, values: Sequence[str]) -> bool | None:
    plain = operator.rpartition(":")[2].removesuffix("IfExists").replace("Not", "", 1)
    if actual is None or (plain not in _OPERATORS and plain != "Null"):
        return None
    if any(VARIABLE.search(value) for value in values):
        return None
    return _holds(operator, actual, values)


def _holds(operator: str, actual: str | None, values: Sequence[str]) -> bool:
    quantifier, _, plain = operator.rpartition(":")
    if plain == "Null":
        return any((actual is None) == (value.lower() == "true") for value in values)
    if_exists = plain.endswith("IfExists")
    name = plain.removesuffix("IfExists")
    is_negated = "Not" in name
    compare = _OPERATORS.get(name.replace("Not", "", 1) if is_negated else name)
    if compare is None:
        return False
    if actual is None:
        return if_exists or quantifier == "ForAllValues" or is_negated
    matches = any(_safely(compare, actual, value) for value in values)
    return matches != is_negated


def _safely(compare: Callable[[str, str], bool], actual: str, value: str) -> bool:
    try:
        return compare(actual, value)
    except ValueError:
        return False


def _ip_address(actual: str, value: str) -> bool:
    network = ipaddress.ip_network(value, strict=False)
    address = ipaddress.ip_address(actual)
    return address.version == network.version and address in network


def _date(text: str) -> datetime:
    return datetime.fromisoformat(text)


_BOOLEANS: Final = ("true", "false")

_OPERATORS: Final[Mapping[str, Callable[[str, str], bool]]] = {
    "StringEquals": lambda actual, value: actual == value,
    "StringEqualsIgnoreCase": lambda actual, value: actual.lower() == value.lower(),
    "StringLike": lambda actual, value: covers(value, actual),
    "ArnEquals": lambda actual, value: covers(value, actual),
    "ArnLike": lambda actual, value: covers(value, actual),
    "Bool": lambda actual, value: actual.lower() == value.lower() in _BOOLEANS,
    "BinaryEquals": lambda actual, value: actual == value,
    "IpAddress": _ip_address,
    "NumericEquals": lambda actual, value: float(actual) == float(value),
    "NumericLessThan": lambda actual, value: float(actual) < float(value),
    "NumericLessThanEquals": lambda actual, value: float(actual) <= float(value),
    "NumericGreaterThan": lambda actual, value: float(actual) > float(value),
    "NumericGreaterThanEquals": lambda actual, value: float(actual) >= float(value),
    "DateEquals": lambda actual, value: _date(actual) == _date(value),
    "DateLessThan": lambda actual, value: _date(actual) < _date(value),
    "DateLessThanEquals": lambda actual, value: _date(actual) <= _date(value),
    "DateGreaterThan": lambda actual, value: _date(actual) > _date(value),
    "DateGreaterThanEquals": lambda actual, value: _date(actual) >= _date(value),
}
"""Positive operators; ``Not`` in a name negates one (``StringNotEquals``, ``NotIpAddress``)."""
