"""Every answer that verbs give in the tests of a module is, whole, one of its golden file.

The assertions of a test name what matters in an answer; the golden file has the exit code with the
call, the results, and the messages behind an exclamation mark; not the JSON of what the same test
gets as text. JSON and manifests have a line for each part that fits, and a Job a digest. What is
long is left out: it has golden files of its own. What differs from run to run has a name in
capitals. A refresh adds; to drop what is no longer said, remove the file before.
"""

import json
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final

import pytest
import yaml

from tests.kit.golden import DRAWN_SIZE, REFRESH, compare_growing, lines_of, without_places

_FRONT: Final = "=== "
"""Begins an answer, before its exit code."""
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

_JSON: Final = " -o json"
_LONGEST: Final = 4000
"""Characters of a call, of results or of messages."""

_made: list[tuple[str, str, str]] | None = None
"""What verbs have answered in the test that runs: call, results, messages."""


def has_answers() -> bool:
    """Whether verbs have answered in the test that runs."""
    return bool(_made)


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
    call = f"{code} {shlex.join(('openshift-credentials', *arguments))}"
    if call.endswith(_JSON) and any(call == made + _JSON for made, *_ in _made):
        return  # has been given as text
    _made.append((call, results.rstrip("\n"), messages.rstrip("\n")))


def _compact(results: str) -> Sequence[str]:
    lines = results.split("\n")
    try:
        if results.startswith(("{", "[")):
            return min(lines, list(lines_of(json.loads(results))), key=len)
        if results.startswith(("apiVersion:", "---\napiVersion:")):
            documents = yaml.safe_load_all(results)
            return [line for each in documents for line in _manifest(each)]
    except ValueError:
        pass
    return lines


def _manifest(document: Mapping[str, object]) -> Iterator[str]:
    """A Job is long, and much like the next one: two are golden files of their own."""
    if document.get("kind") == "Job":
        yield f"Job {sha256(json.dumps(document).encode()).hexdigest()[:16]}"
    else:
        yield from ("---", *lines_of(document))


@pytest.fixture
def golden_answers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, refresh: bool
) -> Iterator[None]:
    """Collects the answers of a test, and compares them when it has ended."""
    global _made  # noqa: PLW0603 - one test runs at a time
    made: list[tuple[str, str, str]] = []
    _made = made
    try:
        yield
    finally:
        _made = None
    compare_growing(
        request.path.parent / "golden_answers" / f"{request.path.stem}.txt",
        {drawn(*(_masked(part, tmp_path_factory) for part in parts)) for parts in made},
        read=_read,
        write=whole_file,
        refresh=refresh,
    )


def _masked(text: str, directories: pytest.TempPathFactory) -> str:
    shown = without_places(text, directories)
    for pattern, name in _MASKS.items():
        shown = re.sub(pattern, name, shown)
    return _UNUSUAL.sub(_escaped, shown)


def drawn(call: str, results: str, messages: str, *, longest: int = _LONGEST) -> str:
    """An answer without its long parts: measured without what differs from run to run."""
    parts = [call if len(call) <= longest else f"{call.split(maxsplit=1)[0]} ..."]
    if results and len(results) <= longest:
        parts += _compact(results)
    if messages and len(messages) <= longest:
        parts += [f"! {line}" for line in messages.split("\n")]
    return "\n".join(parts) + "\n"


def _escaped(found: re.Match[str]) -> str:
    """A character that cannot be seen, in another form than verbs give it."""
    return found[0] if found[0].isprintable() else ascii(found[0])[1:-1]


def _read(text: str) -> list[str]:
    return re.split(f"^{_FRONT}", text.removeprefix(_HEAD), flags=re.MULTILINE)[1:]


def whole_file(answers: Sequence[str]) -> str:
    """The text of a golden file with these answers."""
    return _HEAD + "".join(f"{_FRONT}{answer}" for answer in answers)
