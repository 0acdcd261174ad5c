"""Every answer that verbs give in the tests of a module is, whole, one of its golden file.

The assertions of a test name what matters in an answer; the golden file has the call, the exit
code, the results and the messages. What is long is left out: it has golden files of its own.
What differs from run to run has a name in capitals. A refresh adds; to drop what is no longer said,
remove the file before.
"""

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import pytest

from tests.kit.golden import DRAWN_SIZE, REFRESH, compare_growing, without_places

_BETWEEN: Final = "======\n"
_HEAD: Final = f"# Written by: {REFRESH}\n"
_MASKS: Final = {
    r"(?<![\w-])(?:[\w-]{43}|[\w-]{200,})(?![\w-])": "KEY",
    r"(?<=  )\d+(?:d\d+h|h\d+m)\b|\b\d+(?= hours old)": "AGE",
    r"(?<=expired )\d+(?= seconds)|(?<= in )\d+(?= (?:seconds|days))": "N",
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( UTC|Z|\+00:00)?": "TIME",
    DRAWN_SIZE: "SIZE",
}
_OF_ARGPARSE: Final = re.compile(r"usage: |argument -|arguments: |arguments are required")
"""Another version of Python says it in other words."""

_UNUSUAL: Final = re.compile(r"[^\n\t -~]")

_LONGEST: Final = 4000
"""Characters of a call, of results or of messages."""

_made: list[tuple[str, ...]] | None = None
"""The parts of what verbs have answered in the test that runs."""


def note(arguments: Sequence[str], code: int, results: str, messages: str) -> None:
    """Remember an answer; whoever runs a verb in this process calls it.

    ``--watch`` says how often it looked, which differs from run to run.
    """
    if (
        _made is None
        or "--watch" in arguments
        or results.startswith("usage: ")
        or (code and _OF_ARGPARSE.search(results + messages))
    ):
        return
    parts = [f"$ {shlex.join(('openshift-credentials', *arguments))}", f"exit code {code}"]
    if results.strip():
        parts.append(results.rstrip("\n"))
    if messages.strip():
        parts.append("--- messages\n" + messages.rstrip("\n"))
    _made.append(tuple(parts))


@pytest.fixture
def golden_answers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, refresh: bool
) -> Iterator[None]:
    """Collects the answers of a test, and compares them when it has ended."""
    global _made  # noqa: PLW0603 - one test runs at a time
    made: list[tuple[str, ...]] = []
    _made = made
    try:
        yield
    finally:
        _made = None
    compare_growing(
        request.path.parent / "golden_answers" / f"{request.path.stem}.txt",
        {_shortened(_masked(part, tmp_path_factory) for part in parts) for parts in made},
        read=_read,
        write=_write,
        refresh=refresh,
    )


def _masked(text: str, directories: pytest.TempPathFactory) -> str:
    shown = without_places(text, directories)
    for pattern, name in _MASKS.items():
        shown = re.sub(pattern, name, shown)
    return _UNUSUAL.sub(_escaped, shown)


def _shortened(parts: Iterable[str]) -> str:
    """An answer without its long parts: measured without what differs from run to run."""
    return "\n".join(part for part in parts if len(part) <= _LONGEST) + "\n"


def _escaped(found: re.Match[str]) -> str:
    """A character that cannot be seen, in another form than verbs give it."""
    return found[0] if found[0].isprintable() else ascii(found[0])[1:-1]


def _read(text: str) -> list[str]:
    return text.removeprefix(_HEAD).split(_BETWEEN)


def _write(answers: list[str]) -> str:
    return _HEAD + _BETWEEN.join(answers)
