"""Style of components, read from their source: what other Pulumi languages can be offered.

Arguments are data that cross a wire; outputs are known from the class; all else stays inside.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tests.kit.places import REPOSITORY

NOT_OURS: Final = next(
    each for each in ast.parse("class NotOurs: ...").body if isinstance(each, ast.ClassDef)
)
_PLAIN: Final = {"str", "int", "float", "bool", "None", "Any"}
_GENERIC: Final = {"Sequence", "Mapping", "pulumi.Input"}
_NO_ARGUMENTS: Final = "settings"
"""Facades take the settings of their system, from whose models their schema is made."""


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


COMPONENTS: Final = list(components())


def test_arguments_are_data() -> None:
    assert len(COMPONENTS) > 40, "the rules below would hold for nothing"
    wrong: dict[str, str] = {}
    for path, component in COMPONENTS:
        _, _, args, *_, opts = constructor(component).args.args
        if ast.unparse(opts.annotation or opts) != "pulumi.ResourceOptions | None":
            wrong[component.name] = "the last argument has to be opts"
        if args.arg != _NO_ARGUMENTS:
            wrong.update(wrong_fields(path, ast.unparse(args.annotation or args)))
    assert wrong == {}, "no other language can give these"


def test_imports_within_are_relative() -> None:
    absolute = [
        f"{path}:{node.lineno}"
        for path in sorted((REPOSITORY / "components").rglob("*.py"))
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ImportFrom) and not node.level
        if (node.module or "").split(".")[0] == "components"
    ]
    assert absolute == [], "the wheel names the package openshift_credentials_components"


def test_what_a_class_declares_are_outputs() -> None:
    wrong = [
        f"{component.name}.{ast.unparse(each.target)}"
        for _, component in COMPONENTS
        for each in component.body
        if isinstance(each, ast.AnnAssign)
        if not ast.unparse(each.annotation).startswith(("pulumi.Output[", "ClassVar["))
    ]
    assert wrong == [], "the SDK takes these for outputs: annotate them in __init__"


def test_outputs_are_registered_last() -> None:
    last = {each.name: ast.unparse(constructor(each).body[-1]) for _, each in COMPONENTS}
    wrong = {name for name, text in last.items() if not text.startswith("self.register_outputs(")}
    assert wrong == set()


def test_names_of_children_start_with_that_of_the_component() -> None:
    own = ("name", "f'{name}", "self._name", "f'{self._name}")
    wrong = {
        component.name: name
        for _, component in COMPONENTS
        for call in ast.walk(component)
        if (name := name_of_child(call)) is not None and not name.startswith(own)
    }
    assert wrong == {}, "two instances would meet"


def test_a_component_is_read_in_one_sitting() -> None:
    long = {path.name for path, _ in COMPONENTS if len(path.read_text().splitlines()) > 225}
    assert long == set(), "split these"


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
    assert told == {"aws.get_caller_identity", "storage.get_storage_account"}
    assert bare == set(), "its failure is a traceback: components/base/questions.py has the way"


def constructor(component: ast.ClassDef) -> ast.FunctionDef:
    return next(
        each
        for each in component.body
        if isinstance(each, ast.FunctionDef) and each.name == "__init__"
    )


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


def name_of_child(node: ast.AST) -> str | None:
    """First argument of a call that makes a resource: one with ``opts``, or a component."""
    if not isinstance(node, ast.Call) or not node.args:
        return None
    if ast.unparse(node.func).endswith("__init__"):
        return None
    if not any(keyword.arg == "opts" for keyword in node.keywords) and not (
        len(node.args) > 1 and ast.unparse(node.args[1]).partition("(")[0].endswith("Args")
    ):
        return None
    first = node.args[0]
    if isinstance(first, ast.Name) and first.id != "name":
        return None
    return ast.unparse(first)


def wrong_fields(path: Path, name: str, seen: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Fields of a dataclass, and of those in it, whose type does not cross a wire."""
    place, found = definition(path, name)
    decorators = {ast.unparse(each) for each in found.decorator_list}
    if not any(decorator.startswith("dataclass(frozen=True") for decorator in decorators):
        yield name, "is not a frozen dataclass"
    for each in found.body:
        if isinstance(each, ast.AnnAssign):
            field = f"{name}.{ast.unparse(each.target)}"
            for problem in wrong_types(place, each.annotation, (*seen, name)):
                yield field, problem


def wrong_types(path: Path, annotation: ast.expr, seen: tuple[str, ...]) -> Iterator[str]:
    match annotation:
        case ast.BinOp(left=left, right=right):
            yield from wrong_types(path, left, seen)
            yield from wrong_types(path, right, seen)
        case ast.Subscript(value=generic, slice=inside) if ast.unparse(generic) in _GENERIC:
            parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
            for part in parts:
                yield from wrong_types(path, part, seen)
        case ast.Constant(value=None):
            return
        case _ if ast.unparse(annotation) in (*_PLAIN, *seen):
            return
        case ast.Name(id=name) if is_enum(definition(path, name)[1]):
            return
        case ast.Name(id=name):
            yield from (": ".join(field) for field in wrong_fields(path, name, seen))
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            there = imported(path, module)
            if there is None:
                yield ast.unparse(annotation)
            else:
                yield from (": ".join(each) for each in wrong_fields(there, name, seen))
        case _:
            yield ast.unparse(annotation)


def is_enum(found: ast.ClassDef) -> bool:
    return any(ast.unparse(base).endswith("Enum") for base in found.bases)


def definition(path: Path, name: str) -> tuple[Path, ast.ClassDef]:
    """The class of a name, and where it stands; an empty one for what is not ours."""
    for each in tree(path).body:
        if isinstance(each, ast.ClassDef) and each.name == name:
            return path, each
    there = imported(path, name)
    if there is None or there == path:
        return path, NOT_OURS
    return definition(there, name)


def imported(path: Path, name: str) -> Path | None:
    """The file of this repository that a name is imported from, as a module or out of one."""
    for each in tree(path).body:
        if not isinstance(each, ast.ImportFrom):
            continue
        start = path.parents[each.level - 1] if each.level else REPOSITORY
        for alias in each.names:
            if name in (alias.asname, alias.name):
                folder = start.joinpath(*(each.module or "").split("."))
                for file in (
                    folder / f"{alias.name}.py",
                    Path(f"{folder}.py"),
                    folder / "__init__.py",
                ):
                    if file.exists():
                        return file
    return None
