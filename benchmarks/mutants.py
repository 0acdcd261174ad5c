"""Small faults of a program, one at a time: another comparison, text, constant or branch."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

REPOSITORY: Final = Path(__file__).resolve().parents[1]
PROGRAM: Final = ("components", "openshift_credentials")
OTHERS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
DROPPED: Final = ("parent", "depends_on", "parents", "protect", "retain_on_delete", "opts", "code")
_TYPES: Final = ("cast", "TypeVar", "ParamSpec", "NewType")
"""Functions whose first argument is for the type checker alone."""

_STRIP: Final = ("strip", "lstrip", "rstrip")
"""Methods whose argument is a set of characters: one more decides little, none of them does."""

_GENERIC: Final = ("dict", "list", "set", "tuple", "frozenset", "defaultdict", "Counter")
"""Classes whose parameters are for the type checker alone, as in ``dict[str, "Node"]()``."""


@dataclass(frozen=True, order=True)
class Mutant:
    """A fault: the file, the line (from 1), what it is, and its number in the file."""

    file: str
    line: int
    what: str
    number: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


class Mutator(ast.NodeTransformer):
    """Makes the fault with one number, or only lists all of them."""

    def __init__(self, chosen: int | None = None) -> None:
        self.chosen = chosen
        self.found: list[tuple[int, str]] = []

    def _is_it(self, node: ast.expr | ast.stmt, what: str) -> bool:
        self.found.append((node.lineno, what))
        return len(self.found) - 1 == self.chosen

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        other = OTHERS[type(node.ops[0])]
        if self._is_it(node, f"{type(node.ops[0]).__name__} -> {other.__name__}"):
            node.ops[0] = other()
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        if self._is_it(node, "and <-> or"):
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and self._is_it(node, "not dropped"):
            return node.operand
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        if self._is_it(node, "branches swapped"):
            node.body, node.orelse = node.orelse, node.body
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        value = node.value
        if isinstance(value, bool):
            return ast.Constant(not value) if self._is_it(node, f"{value} inverted") else node
        if isinstance(value, int):
            return ast.Constant(value + 1) if self._is_it(node, f"{value} + 1") else node
        if isinstance(value, str) and value.strip():
            what = f"another text than {value[:30]!r}"
            return ast.Constant(f"XX{value}") if self._is_it(node, what) else node
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if _is_called(node, *_TYPES):
            node.args[1:] = [self.visit(argument) for argument in node.args[1:]]
            return node
        method = node.func
        if isinstance(method, ast.Attribute) and method.attr in _STRIP and node.args:
            self.generic_visit(method)
            if self._is_it(node, f"{method.attr} of another character"):
                node.args = [ast.Constant("X")]
            return node
        if _is_called(node, "zip"):
            node.args = [self.visit(argument) for argument in node.args]
            return node  # strict only guards against a fault of the program
        self.generic_visit(node)
        for keyword in list(node.keywords):
            named = keyword.arg in DROPPED
            if named and self._is_it(node, f"argument {keyword.arg} dropped"):
                node.keywords.remove(keyword)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        of_types = isinstance(node.value, ast.Name) and node.value.id in _GENERIC
        return node if of_types else self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        is_text = isinstance(node.value, ast.Constant)
        return node if is_text else self.generic_visit(node)  # a docstring decides nothing

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return node if _is_called(node.exc, "AssertionError") else self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST:
        of_types = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return node if of_types else self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        return node if names == ["__all__"] else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node  # an annotation decides nothing

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.body = [self.visit(statement) for statement in node.body]
        return node  # tests/test_dataclasses.py reads the options of dataclasses

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self._visit_function(node)
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        self._visit_function(node)
        return node

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        arguments = node.args
        arguments.defaults = [self.visit(default) for default in arguments.defaults]
        arguments.kw_defaults = [
            default and self.visit(default) for default in arguments.kw_defaults
        ]
        node.body = [self.visit(statement) for statement in node.body]


def _is_called(node: ast.AST | None, *names: str) -> bool:
    """Whether a node is a call of a function with one of these names."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def mutants_of(file: str) -> Iterator[Mutant]:
    """Every fault of a file."""
    mutator = Mutator()
    mutator.visit(ast.parse((REPOSITORY / file).read_text()))
    for number, (line, what) in enumerate(mutator.found):
        yield Mutant(file, line, what, number)
