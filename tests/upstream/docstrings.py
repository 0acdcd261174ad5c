"""Which programs, files and commits the docstrings of the package name."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

from tests.kit.places import REPOSITORY

_OWNERS: Final = (
    "openshift|kubernetes|kubernetes-sigs|velero-io|vmware-tanzu|Azure|nutanix-cloud-native"
    "|aws|pulumi|hashicorp|fluxcd|argoproj|robfig|netresearch|distribution"
)
REPOSITORY_NAME: Final = re.compile(
    rf"(?<![\w./-])(?:{_OWNERS})/[A-Za-z][\w-]*[A-Za-z0-9](?![\w/-])"
)
_FILE: Final = re.compile(r"``([\w{},./-]+\.(?:go|sh))``")
_COMMIT: Final = re.compile(r"\bat (?:commit )?([0-9a-f]{12})\b")
_TOKEN: Final = re.compile("|".join((REPOSITORY_NAME.pattern, _FILE.pattern, _COMMIT.pattern)))
_CHOICE: Final = re.compile(r"\{([^}]+)\}")


@dataclass(frozen=True, slots=True)
class Mention:
    """What a docstring says of a program: files and commits after its name."""

    module: str
    repository: str
    files: tuple[str, ...]
    commits: tuple[str, ...]


@cache
def mentions() -> tuple[Mention, ...]:
    """All mentions in docstrings of modules, classes, functions and constants."""
    return tuple(
        mention
        for folder in ("openshift_credentials", "components")
        for file in sorted((REPOSITORY / folder).rglob("*.py"))
        if REPOSITORY_NAME.search(source := file.read_text(encoding="utf-8"))
        for text in _docstrings(ast.parse(source))
        for mention in mentions_in(text, _module(file.relative_to(REPOSITORY).as_posix()))
    )


def mentions_in(text: str, module: str) -> Iterator[Mention]:
    """Mentions in one docstring: what follows the name of a program belongs to it."""
    words = " ".join(text.split())
    repository, files, commits = "", list[str](), list[str]()
    for token in _TOKEN.finditer(words):
        if token[1]:
            files.extend(_spelled_out(token[1]))
        elif token[2]:
            commits.append(token[2])
        else:
            if repository:
                yield Mention(module, repository, tuple(files), tuple(commits))
            repository, files, commits = token[0], [], []
    if repository:
        yield Mention(module, repository, tuple(files), tuple(commits))


def _spelled_out(path: str) -> Iterator[str]:
    """``a/{b,c}.go`` as ``a/b.go`` and ``a/c.go``."""
    parts = _CHOICE.split(path)
    choices = [part.split(",") if index % 2 else [part] for index, part in enumerate(parts)]
    yield from ("".join(parts) for parts in product(*choices))


def _docstrings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            for child in node.body:
                value = child.value if isinstance(child, ast.Expr) else None
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    yield value.value


def _module(path: str) -> str:
    """The module as rows name it."""
    module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return module.removeprefix("openshift_credentials.")
