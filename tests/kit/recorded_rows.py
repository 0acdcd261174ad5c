"""Rows in a file: what a rule is asked, and below it all that it answers; a refresh writes the answers.

A row is a name and JSON, in which ``<a*64>`` is 64 letters, and ``$NAME`` one of the names of a test. A row without a
line below it is right. A line that begins with ``#`` is a heading.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, cast

from tests.kit.golden import Golden

_REPEATED: Final = re.compile(r"<(.+?)\*(\d+)>")

Ask = Callable[[Any], Iterable[str]]


def compare_rows(file: Path, golden: Golden, rules: Mapping[str, Ask], names: Mapping[str, str] | None = None) -> None:
    """Assert that what each rule answers stands below its rows."""
    shown: list[str] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            continue
        shown.append(line)
        rule, _, asked = line.partition(" ")
        if rule in rules:
            shown += [f"    {each}" for each in rules[rule](_meant(json.loads(asked), names or {}))]
        else:
            assert line.startswith("#"), f"there is no rule of this name: {line}"
    golden(file, "\n".join(shown) + "\n")


def asked_of(file: Path, rule: str) -> Iterator[Any]:
    """What a rule is asked in the rows of a file, for whoever else can answer it."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{rule} "):
            yield _meant(json.loads(line.partition(" ")[2]), {})


def _meant(value: object, names: Mapping[str, str]) -> object:
    if isinstance(value, str):
        text = _REPEATED.sub(lambda found: found[1] * int(found[2]), value)
        return re.sub(r"\$([A-Z]+)", lambda found: names.get(found[1], found[0]), text)
    if isinstance(value, list):
        return [_meant(each, names) for each in cast("list[object]", value)]
    if isinstance(value, dict):
        group = cast("dict[str, object]", value)
        return {str(_meant(key, names)): _meant(each, names) for key, each in group.items()}
    return value
