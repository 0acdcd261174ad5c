"""Which tests reach each line of the program, kept in ``build/`` from run to run."""

import difflib
import os
import pickle
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from benchmarks.mutants import PROGRAM, REPOSITORY

KEPT: Final = REPOSITORY / "build" / "reach.pickle"
FOLDERS: Final = (
    *("cli", "components", "deployer", "documentation", "examples", "fleet", "live", "preview"),
    *("plugin", "policies", "reference", "scaffold", "stack", "systems"),
)
"""Folders of tests that run the program in their own process."""

FOLDER: Final = "REACHED_LINES"
"""Environment variable with the folder in which processes leave their records."""

_MOST: Final = 60
"""Tests kept for each line, besides golden ones and those of the module's own folder."""

_MOST_OWN: Final = 600
"""Tests of the module's own folder kept for each line."""


@dataclass
class Record:
    """What one process has seen: contexts by file and line, and each test with its seconds."""

    lines: dict[str, dict[int, list[str]]]
    uses: dict[str, set[str]]
    """What was made once and then read, by the context that read it."""
    seconds: dict[str, float]


@dataclass
class Reach:
    """Tests by file and line of the program, those that reach the fewest lines first."""

    lines: dict[str, dict[int, list[str]]] = field(default_factory=dict[str, dict[int, list[str]]])
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    sources: dict[str, str] = field(default_factory=dict[str, str])
    tests: dict[str, str] = field(default_factory=dict[str, str])

    def of(self, file: str, lines: Iterable[int]) -> Iterator[str]:
        """The tests of some lines."""
        reached = self.lines.get(file, {})
        for line in lines:
            yield from reached.get(line, ())


def current_reach(*, anew: bool = False) -> Reach:
    """What was kept, with lines where they are now; test files that have changed run again."""
    reach = Reach() if anew or not KEPT.exists() else pickle.loads(KEPT.read_bytes())  # noqa: S301
    tests = {file: text for folder in FOLDERS for file, text in texts(f"tests/{folder}", "test_*")}
    sources = {file: text for folder in PROGRAM for file, text in texts(folder, "*")}
    changed = [file for file, text in tests.items() if reach.tests.get(file) != text]
    gone = {file for file in reach.tests if tests.get(file) != reach.tests[file]}
    if reach.sources == sources and not changed and not gone:
        return reach
    kept = Reach(
        lines=_moved(reach, sources, gone),
        seconds={test: took for test, took in reach.seconds.items() if _file(test) not in gone},
        sources=sources,
        tests=tests,
    )
    if changed:
        print(f"{len(changed)} test files run to see what they reach", flush=True)
        with tempfile.TemporaryDirectory() as into:
            record(changed if reach.tests else [f"tests/{name}" for name in FOLDERS], into)
            add(kept, records_in(into))
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_bytes(pickle.dumps(kept))
    return kept


def texts(folder: str, name: str) -> Iterator[tuple[str, str]]:
    """Python files below a folder, with their texts."""
    for path in sorted((REPOSITORY / folder).rglob(f"{name}.py")):
        yield str(path.relative_to(REPOSITORY)), path.read_text(encoding="utf-8")


def records_in(folder: str) -> list[Record]:
    """What the processes of a run have seen."""
    return [pickle.loads(file.read_bytes()) for file in Path(folder).glob("*.pickle")]  # noqa: S301


def add(reach: Reach, records: Iterable[Record]) -> None:
    """Add what some tests reach, and what was made for them only once."""
    for record in records:
        reach.seconds |= record.seconds
        users = _users(record)
        reached: dict[str, dict[int, set[str]]] = {
            file: {line: _union(users, contexts) for line, contexts in lines.items()}
            for file, lines in record.lines.items()
        }
        total = Counter(
            test for lines in reached.values() for tests in lines.values() for test in tests
        )
        for file, lines in reached.items():
            for line, tests in lines.items():
                known = reach.lines.setdefault(file, {}).setdefault(line, [])
                every = [*known, *sorted(tests, key=lambda test: total[test])]
                known[:] = _best(every, own_tests(file))


def _best(tests: Sequence[str], own: str) -> list[str]:
    """Own ones and then the first others, no case of a test before the first case of another."""
    cases = Counter[str]()
    ranked: list[tuple[int, int, str]] = []
    for place, test in enumerate(tests):
        function = test.partition("[")[0]
        ranked.append((cases[function], place, test))
        cases[function] += 1
    ordered = [test for _, _, test in sorted(ranked)]
    near = [test for test in ordered if test.startswith(own)]
    others = [test for test in ordered if not test.startswith(own)]
    return [
        *near[:_MOST_OWN],
        *(test for place, test in enumerate(others) if place < _MOST or "golden" in test),
    ]


@cache
def own_tests(file: str) -> str:
    """The folder of the tests of a module, or of the nearest package above it that has one."""
    folder = Path("tests", file.removeprefix("openshift_credentials/")).parent
    while not (REPOSITORY / folder).is_dir():
        folder = folder.parent
    return f"{folder}/"


def _union(users: Mapping[str, set[str]], contexts: Iterable[str]) -> set[str]:
    return {test for context in contexts for test in users.get(context, ())}


def _users(record: Record) -> Mapping[str, set[str]]:
    """The tests for which a context was made, and those that read it later."""
    users = defaultdict[str, set[str]](set)
    for test in record.seconds:
        pending = [test]
        while pending:
            name = pending.pop()
            if test not in users[name]:
                users[name].add(test)
                pending += record.uses.get(name, ())
    return users


def _moved(
    reach: Reach, sources: Mapping[str, str], gone: set[str]
) -> dict[str, dict[int, list[str]]]:
    moved: dict[str, dict[int, list[str]]] = {}
    for file in reach.lines.keys() & sources.keys():
        before, now = reach.sources[file].splitlines(), sources[file].splitlines()
        found = moved[file] = {}
        for start, there, count in _same(before, now):
            for offset in range(1, count + 1):
                tests = reach.lines[file].get(start + offset, [])
                found[there + offset] = [test for test in tests if _file(test) not in gone]
    return moved


def _same(before: Sequence[str], now: Sequence[str]) -> Iterable[tuple[int, int, int]]:
    if before == now:
        return [(0, 0, len(now))]
    return difflib.SequenceMatcher(None, before, now, autojunk=False).get_matching_blocks()


@cache
def _file(test: str) -> str:
    return test.partition("::")[0]


def record(tests: Sequence[str], into: str) -> None:
    """Run tests, and leave in a folder what they reach."""
    options = ["-q", "-n2", "-p", "benchmarks.reached_lines", "-o", "timeout=1200"]
    environment = {"EXAMPLES": "5", **os.environ, FOLDER: into}
    command = [sys.executable, "-m", "pytest", *options, *tests]
    run = subprocess.run(command, cwd=REPOSITORY, env=environment, check=False)
    if run.returncode > pytest.ExitCode.TESTS_FAILED:
        sys.exit("The tests did not run, so that nothing is known of what they reach: see above.")
