"""Which tests can notice a fault of a file, the most specific first."""

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Final

from benchmarks.mutants import REPOSITORY

_SLOW: Final = (
    "tests/engine",
    "tests/cluster",
    "tests/documentation",
    "tests/benchmarks",
    "tests/examples",
)
_GOLDEN: Final = {
    "components/": (
        "tests/examples/test_golden_graphs.py",
        "tests/examples/test_golden_options.py",
    ),
    "openshift_credentials/systems/": (
        "tests/examples/test_golden_explanations.py",
        "tests/examples/test_golden_graphs.py",
    ),
    "openshift_credentials/cli/": (
        "tests/cli/test_golden_arguments.py",
        "tests/cli/test_golden_answers.py",
    ),
}
"""Tests that compare much with what was last found right, by the folder that they are for."""

_MOST_FILES: Final = 10
"""Test files for each file; those with golden files follow."""


def tests_of(file: str) -> list[str]:
    """Test files for a file of the program, most specific first.

    A test file counts by the names of the module and of those that import it, directly or through
    one other, and by its folder.
    """
    module = module_of(file)
    names = {part for part in Path(file).with_suffix("").parts[1:] if part != "systems"}
    users = importers()
    direct = users[module]
    indirect = {user for other in direct for user in users[other]} - direct - {module}
    scored: list[tuple[int, str]] = []
    for test, text in texts_of_tests().items():
        score = 200 * (module in text) + 5 * min(4, text.count(Path(file).stem))
        score += 50 * sum(user in text for user in direct)
        score += 10 * sum(user in text for user in indirect)
        score += 20 * len(names & {*Path(test).parts, Path(test).stem.removeprefix("test_")})
        if score:
            scored.append((-score, test))
    golden = [
        test for folder, tests in _GOLDEN.items() if file.startswith(folder) for test in tests
    ]
    chosen = [test for _, test in sorted(scored)[:_MOST_FILES]]
    return [*chosen, *(test for test in golden if test not in chosen)]


def module_of(file: str) -> str:
    """The dotted name of a file of the program."""
    return ".".join(Path(file).with_suffix("").parts).removesuffix(".__init__")


@cache
def texts_of_tests() -> dict[str, str]:
    """The text of each test file that runs in seconds."""
    tests = (REPOSITORY / "tests").rglob("test_*.py")
    named = {str(test.relative_to(REPOSITORY)): test for test in tests}
    return {name: test.read_text() for name, test in named.items() if not name.startswith(_SLOW)}


@cache
def importers() -> defaultdict[str, set[str]]:
    """Modules that import a module of the program, by its name."""
    found = defaultdict[str, set[str]](set)
    for folder in ("openshift_credentials", "components"):
        for path in (REPOSITORY / folder).rglob("*.py"):
            user = module_of(str(path.relative_to(REPOSITORY)))
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.ImportFrom) and (used := _imported(node, path)):
                    found[used].add(user)
                    for name in node.names:
                        found[f"{used}.{name.name}"].add(user)
    return found


def _imported(node: ast.ImportFrom, path: Path) -> str:
    if not node.level:
        return node.module or ""
    package = path.relative_to(REPOSITORY).parts[: -node.level]
    return ".".join((*package, node.module or "")).removesuffix(".")
