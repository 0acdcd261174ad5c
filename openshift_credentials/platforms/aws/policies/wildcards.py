"""Patterns with ``*`` (any characters) and ``?`` (one), compared with each other."""

from functools import lru_cache


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
