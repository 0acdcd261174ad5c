"""What is easily forgotten with something new: rights, a page, a row, a merge to finish."""

import ast
import importlib
import re
from collections.abc import Iterator, Sequence
from functools import cache, reduce
from importlib.util import find_spec
from typing import Final

import pulumi
import pytest

from openshift_credentials.cli import program
from openshift_credentials.cli.program import VERBS
from openshift_credentials.deployer import aws, azure, gcp
from tests.cli.command import call
from tests.cli.test_arguments import parsers_below
from tests.engine import changes
from tests.kit.places import REPOSITORY

SDKS: Final = tuple(
    name for name in ("pulumi_aws", "pulumi_azure_native", "pulumi_gcp", "pulumi_kubernetes") if find_spec(name)
)
"""Google Cloud's is an extra."""


@cache
def resource_types() -> frozenset[tuple[str, str]]:
    """File and type token of every resource of a cloud that a component can register.

    Asked in a test and not while tests are collected: it imports every such module of the SDKs.
    """
    return frozenset(_resource_types())


def _resource_types() -> Iterator[tuple[str, str]]:
    for file in sorted((REPOSITORY / "components").rglob("*.py")):
        source = file.read_text()
        for name in constructed(ast.parse(source)) if any(map(source.__contains__, SDKS)) else ():
            module, *parts = name.split(".")
            found = reduce(getattr, parts, importlib.import_module(module))
            if isinstance(found, type) and issubclass(found, pulumi.CustomResource):
                token = getattr(found, "pulumi_type", None)  # not of CustomResource of Kubernetes
                yield file.name, str(token or f"kubernetes:{found.__name__}")


def constructed(tree: ast.Module) -> Iterator[str]:
    """Full names of what is called and comes from an SDK of a cloud."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {each.asname or each.name: each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            top, *below = dotted(node.func)
            full = ".".join((names.get(top, ""), *below))
            if full.startswith(SDKS):
                yield full


def dotted(expression: ast.expr) -> Sequence[str]:
    """The parts of ``a.b.c``; of anything else a part without a name."""
    match expression:
        case ast.Name(id=name):
            return (name,)
        case ast.Attribute(value=above, attr=name):
            return (*dotted(above), name)
        case _:
            return ("",)


def test_the_deployer_has_rights_for_every_type_of_resource() -> None:
    known = {*aws.RIGHTS, *azure.OPERATIONS, *gcp.PERMISSIONS}
    types = {token: file for file, token in resource_types()}

    assert len(types) > 30, "the search finds too little to prove anything"
    clouds = {token: file for token, file in types.items() if token.startswith(("aws:", "azure", "gcp:"))}
    assert {token: file for token, file in clouds.items() if token not in known} == {}


def actions_of(verb: str) -> list[str]:
    """The actions of a verb, from its own parser."""
    return [action for action, _ in parsers_below(dict(parsers_below(program.make_parser("x")))[verb])]


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_and_a_part_of_the_page(verb: str) -> None:
    table = (REPOSITORY / "docs" / "cli.md").read_text()
    pages = " ".join(page.read_text() for page in (REPOSITORY / "docs").glob("**/*.md"))

    assert re.search(rf"^\| `{verb}` \|", table, re.MULTILINE), "no row in the table of verbs"
    for command in ([verb], *([verb, action] for action in actions_of(verb))):
        outcome = call(*command, "--help")
        assert (outcome.code, outcome.others) == (0, "")
        assert outcome.results.startswith(f"usage: {program.PROGRAM} {' '.join(command)}")
        assert " ".join(command) in pages, "no page names it"


def test_every_setting_says_what_its_change_does() -> None:
    """The table itself is compared with the program in ``tests/engine``."""
    table = (REPOSITORY / "tests/engine/golden/changes.txt").read_text()
    rows = {line.partition(" ")[0] for line in table.splitlines() if not line.startswith(" ")}

    assert rows == {setting.path for setting in changes.settings()}
