"""Our side of a row: the function or constant that follows a symbol."""

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tests.kit.places import REPOSITORY

PACKAGE: Final = "openshift_credentials"


class NoRuleError(LookupError):
    """No function or constant of ours has this name."""


def module_of(rule: str) -> str:
    """The module of a rule; components stand beside the package."""
    module = rule.partition(":")[0]
    return module if module.startswith("components.") else f"{PACKAGE}.{module}"


@cache
def place_of(rule: str) -> tuple[str, int]:
    """File below the repository, and line. Raises :class:`NoRuleError`."""
    file = _file_of(rule)
    for name, node in _names(file):
        if name == rule.partition(":")[2]:
            return file.relative_to(REPOSITORY).as_posix(), node.lineno
    raise NoRuleError(rule)


def rules_of(module: str) -> tuple[str, ...]:
    """Public functions, constants and enumerations of a module, as rules."""
    return tuple(
        f"{module}:{name}"
        for name, node in _names(_file_of(module))
        if not name.startswith("_")
        and not isinstance(node, ast.Assign)
        and (not isinstance(node, ast.ClassDef) or "Enum" in "".join(map(ast.unparse, node.bases)))
    )


def _file_of(rule: str) -> Path:
    path = REPOSITORY / module_of(rule).replace(".", "/")
    file = path.with_suffix(".py") if path.with_suffix(".py").is_file() else path / "__init__.py"
    if not file.is_file():
        raise NoRuleError(rule)
    return file


def _names(file: Path) -> Iterator[tuple[str, ast.stmt]]:
    for node in _tree(file).body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name, node
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                yield name, node
            case _:
                pass


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def value_of(rule: str) -> object:
    """The value of a constant."""
    return getattr(importlib.import_module(module_of(rule)), rule.partition(":")[2])
