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
