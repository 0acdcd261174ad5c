"""Causes from evidence: the first cause of a text, each once, and nothing from no text."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import pytest
import yaml

from openshift_credentials.live.cause import Cause, Evidence, diagnose
from openshift_credentials.systems.control_plane_identities.live import SYMPTOMS
from openshift_credentials.systems.etcd_backup.live.evidence import CAUSES as OF_BACKUPS
from openshift_credentials.systems.image_pulls.live import CAUSES as OF_PULLS
from tests.kit.places import REPOSITORY
from tests.systems.etcd_backup.live.diagnosis.test_causes import TEXTS as BACKUP_TEXTS
from tests.systems.image_pulls.test_operation import TEXTS as PULL_TEXTS


def cause(code: str, pattern: re.Pattern[str], *, general: bool = False) -> Cause:
    return Cause(code=code, pattern=pattern, why=f"{code} it", way_out="look", general=general)


# Every alternative of every pattern of a cause decides for one log line; see log_lines.yaml.

LINES: Final[dict[str, dict[str, list[str]]]] = yaml.safe_load(
    (REPOSITORY / "tests/live/log_lines.yaml").read_text(encoding="utf-8")
)
CAUSES: Final[dict[str, Sequence[Cause]]] = {
    "etcdBackup": OF_BACKUPS,
    "imagePulls": OF_PULLS,
    "controlPlaneIdentities": SYMPTOMS,
}
TEXTS: Final = {"etcdBackup": BACKUP_TEXTS, "imagePulls": PULL_TEXTS}
_TOKENS: Final = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]])*\]|.", re.DOTALL)


def shorter(pattern: str) -> Iterator[tuple[str, str]]:
    """Each alternative of a pattern, and the pattern without it."""
    groups: list[list[int]] = [[0]]
    for token in _TOKENS.finditer(pattern):
        match token[0]:
            case "(":
                begin = token.end() + (2 if pattern[token.end() :].startswith("?:") else 0)
                groups.append([begin])
            case "|":
                groups[-1].append(token.end())
            case ")":
                yield from _without_one(pattern, groups.pop(), token.start())
            case _:
                pass
    yield from _without_one(pattern, groups.pop(), len(pattern))


def _without_one(pattern: str, begins: Sequence[int], end: int) -> Iterator[tuple[str, str]]:
    ends = [*(begin - 1 for begin in begins[1:]), end]
    parts = [pattern[begin:stop] for begin, stop in zip(begins, ends, strict=True)]
    for number, part in enumerate(parts if len(parts) > 1 else ()):
        rest = "|".join(other for place, other in enumerate(parts) if place != number)
        yield part, pattern[: begins[0]] + rest + pattern[end:]


@pytest.mark.parametrize(
    ("system", "cause"),
    [(system, cause) for system, causes in CAUSES.items() for cause in causes],
    ids=lambda part: part if isinstance(part, str) else part.code,
)
def test_every_alternative_of_a_cause_decides_for_a_line(system: str, cause: Cause) -> None:
    lines = [*LINES[system].get(cause.code, ()), TEXTS.get(system, {}).get(cause.code, "")]
    for alternative, rest in shorter(cause.pattern.pattern):
        search = re.compile(rest, cause.pattern.flags).search
        decides = [line for line in lines if cause.pattern.search(line) and not search(line)]
        assert decides, f"no line has this alternative alone: {alternative}"


@pytest.mark.parametrize("system", CAUSES)
def test_a_line_has_its_cause(system: str) -> None:
    for code, lines in LINES[system].items():
        for line in lines:
            found = diagnose([Evidence("log", line)], CAUSES[system])
            assert [each.cause.code for each in found] == [code], line
