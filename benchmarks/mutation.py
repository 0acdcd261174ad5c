"""Mutation tests of everything that decides: a seeded sample, each mutant against its own tests.

A mutant is the program with one small fault: another comparison, ``and`` for ``or``, swapped
branches, another constant or text, an argument that is missing. The tests that mention the module
run first, then the others of its folder; the first failure ends a mutant. What no test notices is
printed. The files are changed in a copy, and a process that has imported the clouds' SDKs once is
the parent of all runs.

    python -m benchmarks.mutation --sample 300 --seed 1 [PATH ...]
"""

import argparse
import ast
import contextlib
import importlib
import io
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

REPOSITORY: Final = Path(__file__).resolve().parents[1]
ROOMS: Final = (
    "components",
    "openshift_credentials/cli",
    "openshift_credentials/deployer",
    "openshift_credentials/fleet",
    "openshift_credentials/live",
    "openshift_credentials/systems",
)
SLOW: Final = ("tests/engine", "tests/cluster", "tests/documentation", "tests/benchmarks")
PRELOADED: Final = (
    *("pytest", "hypothesis", "pydantic", "yaml", "cryptography.x509", "pulumi", "pulumi_tls"),
    *("pulumi_aws.s3", "pulumi_aws.iam", "pulumi_azure_native.storage", "pulumi_kubernetes"),
)
OTHERS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
DROPPED: Final = ("parent", "depends_on", "parents", "protect", "retain_on_delete", "opts", "code")


@dataclass(frozen=True, order=True)
class Mutant:
    """A fault: the file, the line (from 1), what it is, and its number in the file."""

    file: str
    line: int
    what: str
    number: int


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
            return ast.Constant(f"XX{value}") if self._is_it(node, "another text") else node
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        for keyword in list(node.keywords):
            named = keyword.arg in DROPPED
            if named and self._is_it(node, f"argument {keyword.arg} dropped"):
                node.keywords.remove(keyword)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        is_text = isinstance(node.value, ast.Constant)
        return node if is_text else self.generic_visit(node)  # a docstring decides nothing

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.body = [self.visit(statement) for statement in node.body]
        return node  # its annotations decide nothing


def mutants_of(file: str) -> Iterator[Mutant]:
    """Every fault of a file."""
    mutator = Mutator()
    mutator.visit(ast.parse((REPOSITORY / file).read_text()))
    for number, (line, what) in enumerate(mutator.found):
        yield Mutant(file, line, what, number)


def tests_of(file: str) -> list[str]:
    """Test files for a file of the program: those that mention its module, then its folder's."""
    path = Path(file).with_suffix("")
    module = ".".join(path.parts).removesuffix(".__init__")
    rooms = [part for part in path.parts[1:] if (REPOSITORY / "tests" / part).is_dir()]
    names = {path.parts[2] if "systems" in path.parts else path.parts[1], *rooms}
    scored: list[tuple[int, str]] = []
    for test in (REPOSITORY / "tests").rglob("test_*.py"):
        name = str(test.relative_to(REPOSITORY))
        if name.startswith(SLOW):
            continue
        text = test.read_text()
        score = 100 * text.count(module) + 5 * text.count(path.stem)
        score += 20 * len(names & {*Path(name).parts, test.stem.removeprefix("test_")})
        if score:
            scored.append((-score, name))
    return [name for _, name in sorted(scored)[:10]] + ["tests/examples/test_golden_graphs.py"]


def noticed(mutant: Mutant, copy: Path, seconds: int) -> str:
    """``killed``, ``alive`` or ``endless``."""
    file = copy / mutant.file
    before = file.read_text()
    tree = Mutator(mutant.number).visit(ast.parse(before))
    file.write_text(ast.unparse(ast.fix_missing_locations(tree)))
    child = os.fork()
    if child == 0:
        _run_tests(copy, tests_of(mutant.file))
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return "alive" if os.waitstatus_to_exitcode(status) == 0 else "killed"
            time.sleep(0.05)
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return "endless"
    finally:
        file.write_text(before)


def _run_tests(copy: Path, tests: Sequence[str]) -> None:
    os.setpgid(0, 0)
    os.chdir(copy)
    sys.path.insert(0, str(copy))
    sys.dont_write_bytecode = True
    import pytest  # noqa: PLC0415 - in the child

    silent = io.StringIO()
    options = ["-x", "-q", "-n0", "-p", "no:randomly", "-p", "no:cacheprovider"]
    with contextlib.redirect_stdout(silent), contextlib.redirect_stderr(silent):
        code = int(pytest.main([*options, *tests]))
    os._exit(code)


def copy_of_the_repository(into: str) -> Path:
    """The program and its tests, without what other tools keep."""
    copy = Path(into) / "copy"
    ignored = shutil.ignore_patterns(
        ".git", ".venv", "__pycache__", ".hypothesis", ".*_cache", "build"
    )
    shutil.copytree(REPOSITORY, copy, ignore=ignored, symlinks=True)
    return copy


_own_copy: Path


def _start(into: str) -> None:
    """Give a worker a copy of its own."""
    global _own_copy  # noqa: PLW0603 - one for each process
    _own_copy = copy_of_the_repository(f"{into}/{os.getpid()}")


def _judge(asked: tuple[Mutant, int]) -> str:
    return noticed(asked[0], _own_copy, asked[1])


def main() -> None:
    """Print what no test notices, and the score by room."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=300, help="longest run of one mutant")
    parser.add_argument("paths", nargs="*", default=list(ROOMS))
    arguments = parser.parse_args()
    files = sorted(
        str(file.relative_to(REPOSITORY))
        for path in arguments.paths
        for file in ([REPOSITORY / path] if path.endswith(".py") else
                     (REPOSITORY / path).rglob("*.py"))
    )  # fmt: skip
    everything = [mutant for file in files for mutant in mutants_of(file)]
    count = min(arguments.sample, len(everything))
    sample = sorted(random.Random(arguments.seed).sample(everything, count))  # noqa: S311 - repeatable
    for name in PRELOADED:
        importlib.import_module(name)
    print(f"{count} of {len(everything)} mutants, seed {arguments.seed}", flush=True)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as into:
        # Only processes with one thread may fork, so that each worker is a process.
        pool = multiprocessing.get_context("fork").Pool(arguments.workers, _start, [into])
        verdicts: list[str] = []
        asked = [(mutant, arguments.seconds) for mutant in sample]
        for mutant, verdict in zip(sample, pool.imap(_judge, asked), strict=True):
            verdicts.append(verdict)
            if verdict != "killed":
                print(f"{verdict}: {mutant.file}:{mutant.line}: {mutant.what}", flush=True)
        pool.terminate()
    for room in arguments.paths:
        found = Counter(
            verdict for mutant, verdict in zip(sample, verdicts, strict=True)
            if mutant.file.startswith(room)
        )  # fmt: skip
        total = found.total()
        if total:
            print(f"{room}: {total - found['alive']} of {total} noticed")
    total = len(verdicts) - verdicts.count("alive")
    share = 100 * total / max(1, len(verdicts))
    print(f"all: {total} of {len(verdicts)} ({share:.0f} %) in {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
