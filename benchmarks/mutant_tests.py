"""Which tests can notice a fault: those that reach its line, or the lines that use its name."""

import ast
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from benchmarks.mutants import PROGRAM, REPOSITORY, Mutant
from benchmarks.reach import FOLDERS, Reach, texts

_SECONDS: Final = 20
"""What all tests of one fault may take on an idle core."""

_QUICK: Final = 2000
"""Milliseconds of all cases of a test, which then run together."""

_DIRECT: Final = 4
"""How many test files that import a definition run at most."""

_STEPS: Final = 4
"""How far a name is followed through other definitions."""

_PAGES: Final = ("tests/reference/test_pages.py", "tests/cli/test_golden_arguments.py")
"""What is generated from definitions."""


def tests_of(mutant: Mutant, reach: Reach) -> list[str]:
    """Tests that reach a fault, before those that only use its name; rare ways through first."""
    statement = statement_at(mutant.file, mutant.line)
    reaching: set[str] = set()
    weights: defaultdict[str, float] = defaultdict(float)
    if inside := statement.inside:
        reaching = set(reach.of(mutant.file, [mutant.line]))
        reaching = reaching or set(reach.of(mutant.file, statement.lines))
        reaching = reaching or set(reach.of(mutant.file, inside))
        _weigh(weights, mutant.file, inside, reach)
    is_definition = not reaching or _runs_during_an_import(mutant.file, statement.names)
    if is_definition:
        for user, around in set(_uses(mutant.file, statement.names)):
            _weigh(weights, user, around, reach)
    found = weights if is_definition else reaching
    best = sorted(found, key=lambda test: (test not in reaching, -weights[test], test))
    chosen = list(_within_the_time(best, reach))
    if not is_definition:
        return chosen
    return [*_direct(mutant.file, statement.names, reach), *_PAGES, *chosen]


def _weigh(weights: dict[str, float], file: str, lines: Iterable[int], reach: Reach) -> None:
    """Add how much of some lines each test reaches; what few tests reach counts more."""
    for line in lines:
        tests = list(reach.of(file, [line]))
        for test in tests:
            weights[test] += 1 / len(tests)


def _within_the_time(tests: Iterable[str], reach: Reach) -> Iterator[str]:
    """The first tests, with all their cases where these are quick: each has other values."""
    took = Counter[str]()
    for test, seconds in reach.seconds.items():
        took[test.partition("[")[0]] += round(1000 * seconds)
    seen: set[str] = set()
    left = 1000 * _SECONDS
    for test in tests:
        function = test.partition("[")[0]
        chosen = function if took[function] < _QUICK else test
        if chosen in seen:
            continue
        left -= took[function] if chosen == function else round(1000 * reach.seconds.get(test, 0))
        if seen and left < 0:
            break
        seen.add(chosen)
        yield chosen


def _direct(file: str, names: Collection[str], reach: Reach) -> list[str]:
    """Test files that import a definition themselves, the quickest first."""
    took = Counter[str]()
    for test, seconds in reach.seconds.items():
        took[test.partition("::")[0]] += round(1000 * seconds)
    found = {test for name in names for test in tests_importing().get((file, name), ())}
    quick = [test for test in found if took[test] < 1000 * _SECONDS]
    return sorted(quick, key=lambda test: (took[test], test))[:_DIRECT]


def _runs_during_an_import(file: str, names: Collection[str]) -> bool:
    """Whether a definition is made with a function: what it makes is read much later."""
    near = {file, *importers()[file]}
    return any(
        user in near and not statement_at(user, line).inside
        for name in names
        for user, line in users_of_names().get(name, ())
    )


class Statement:
    """A statement of a file: its lines, the lines of the function around it, the names it binds."""

    def __init__(self, node: ast.stmt, inside: range, names: Collection[str]) -> None:
        decorators: Sequence[ast.expr] = getattr(node, "decorator_list", ())
        start = min(part.lineno for part in (node, *decorators))
        self.lines = range(start, (node.end_lineno or node.lineno) + 1)
        self.inside = inside
        self.names = names


def _statements(
    nodes: Iterable[ast.stmt], inside: range, names: tuple[str, ...]
) -> Iterator[Statement]:
    for node in nodes:
        own = names
        body = inside
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            own = (*names, node.name)
            body = range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1)
        elif isinstance(node, ast.ClassDef):
            own = (*names, node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and not inside:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            bound = [name.id for target in targets for name in ast.walk(target)
                     if isinstance(name, ast.Name)]  # fmt: skip
            own = (*names, *bound)
        yield Statement(node, inside, own)
        for part in ("body", "orelse", "finalbody"):
            yield from _statements(getattr(node, part, ()), body, own)
        for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            yield from _statements(part.body, body, own)


@cache
def statements_of(file: str) -> list[Statement]:
    """All statements of a file, outer ones first."""
    tree = ast.parse((REPOSITORY / file).read_text(encoding="utf-8"))
    return list(_statements(tree.body, range(0), ()))


def statement_at(file: str, line: int) -> Statement:
    """The innermost statement with a line."""
    there = [found for found in statements_of(file) if line in found.lines]
    return min(there, key=lambda found: len(found.lines))


@cache
def users_of_names() -> dict[str, list[tuple[str, int]]]:
    """File and line of everything that mentions a name, in the whole program."""
    found = defaultdict[str, list[tuple[str, int]]](list)
    for folder in PROGRAM:
        for file, text in texts(folder, "*"):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load):
                    name = node.id if isinstance(node, ast.Name) else node.attr
                    found[name].append((file, node.lineno))
    return found


@cache
def importers() -> dict[str, set[str]]:
    """Files that import something of a file, directly."""
    found = defaultdict[str, set[str]](set)
    for folder in PROGRAM:
        for file, text in texts(folder, "*"):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.ImportFrom):
                    for imported in _files(node, file):
                        found[imported].add(file)
    return found


@cache
def tests_importing() -> dict[tuple[str, str], set[str]]:
    """Test files by a file of the program and a name that they import of it."""
    found = defaultdict[tuple[str, str], set[str]](set)
    for folder in FOLDERS:
        for file, text in texts(f"tests/{folder}", "test_*"):
            for node in ast.parse(text).body:
                if isinstance(node, ast.ImportFrom):
                    for imported in _files(node, file):
                        for name in node.names:
                            found[imported, name.name].add(file)
    return found


def _files(node: ast.ImportFrom, file: str) -> Iterator[str]:
    above = Path(file).parts[: -node.level] if node.level else ()
    module = Path(*above, *(node.module or "").split("."))
    for path in (module, *(module / name.name for name in node.names)):
        for found in (path.with_suffix(".py"), path / "__init__.py"):
            if (REPOSITORY / found).is_file():
                yield str(found)


def _uses(file: str, names: Collection[str]) -> Iterator[tuple[str, range]]:
    """File and lines of each function that uses a definition, or one that is made of it."""
    near = {file, *importers()[file]}
    near |= {other for user in near for other in importers()[user]}
    pending = [(name, 1) for name in names]
    seen: set[str] = set()
    while pending:
        name, step = pending.pop(0)
        if name in seen:
            continue
        seen.add(name)
        for user, line in users_of_names().get(name, ()):
            if user not in near:
                continue
            statement = statement_at(user, line)
            if statement.inside:
                yield user, statement.inside
            elif step < _STEPS:
                pending += [(other, step + 1) for other in statement.names]
