"""Style of components, read from their source."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.kit.places import REPOSITORY


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def components() -> Iterator[tuple[Path, ast.ClassDef]]:
    for path in sorted((REPOSITORY / "components").rglob("*.py")):
        for each in tree(path).body:
            if isinstance(each, ast.ClassDef) and each.name != "Facade":
                bases = [ast.unparse(base).partition("[")[0] for base in each.bases]
                if {"pulumi.ComponentResource", "Facade"} & {*bases}:
                    yield path, each


def test_protection_is_never_switched_off() -> None:
    off = [
        f"{path}:{each.value.lineno}"
        for path in (REPOSITORY / "components").rglob("*.py")
        for each in ast.walk(tree(path))
        if isinstance(each, ast.keyword) and each.arg in ("protect", "retain_on_delete")
        if isinstance(each.value, ast.Constant) and each.value.value is False
    ]
    assert off == [], "an explicit False overrides what the consumer has set"


def test_a_question_to_a_cloud_has_a_way_out_if_it_fails() -> None:
    bare, told = set[str](), set[str]()
    for path in (REPOSITORY / "components").rglob("*.py"):
        calls = [each for each in ast.walk(tree(path)) if isinstance(each, ast.Call)]
        asking = [each for each in calls if ast.unparse(each.func) == "ask"]
        within = [node for each in asking for node in ast.walk(each)]
        for call in calls:
            if is_question(path, call.func):
                (told if call in within else bare).add(ast.unparse(call.func))
    assert told == {"storage.get_storage_account"}
    assert bare == set(), "its failure is a traceback: components/base/errors.py has the way"


def is_question(path: Path, called: ast.expr) -> bool:
    """Whether a function of a provider's SDK is called that reads something from its cloud."""
    if not isinstance(called, ast.Attribute) or not called.attr.startswith("get_"):
        return False
    names = {
        alias.asname or alias.name
        for each in tree(path).body
        if isinstance(each, ast.Import | ast.ImportFrom)
        for alias in each.names
        if "pulumi_" in f"{each.module if isinstance(each, ast.ImportFrom) else alias.name}"
    }
    return ast.unparse(called.value) in names
