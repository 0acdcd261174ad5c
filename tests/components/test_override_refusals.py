"""What no override sets, by type: every type that the program registers has its rows."""

import importlib
import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

import pytest
from pulumi import _types as sdk  # pyright: ignore[reportPrivateUsage] - the only way to the schema's names

from openshift_credentials.preview.stack_files import StackConfiguration
from openshift_credentials.stack.overrides import refusal, rows_by_type
from openshift_credentials.stack.system import SYSTEMS
from tests.components.test_overrides import with_overrides
from tests.engine import changes
from tests.engine.changed_stacks import STACKS
from tests.examples.test_golden import EXAMPLES
from tests.kit.cloud_rows import ROWS
from tests.kit.golden import Golden
from tests.kit.google_cloud import IS_INSTALLED, NEEDS_SDK
from tests.kit.harness import record_stack
from tests.kit.stacks import example_stack

pytestmark = pytest.mark.without_golden  # the golden file of inputs is shorter

GOLDEN: Final = Path(__file__).parent / "golden" / "overridable.txt"
PACKAGES: Final = {
    "aws": "pulumi_aws",
    "azure-native": "pulumi_azure_native",
    "gcp": "pulumi_gcp",
    "kubernetes": "pulumi_kubernetes",
    "time": "pulumiverse_time",
    "tls": "pulumi_tls",
}
TYPES: Final = sorted(
    type_ for type_ in rows_by_type() if not type_.endswith(":") and (IS_INSTALLED or not type_.startswith("gcp:"))
)


@cache
def places() -> Mapping[str, tuple[StackConfiguration, str, str]]:
    """Of each type that a stack creates: the stack, the branch and the logical name.

    The stacks are the examples, and those in which every setting is changed once.
    """
    stacks = [example_stack(example) for example in EXAMPLES]
    stacks.sort(key=lambda stack: '"keep"' in str(stack.config))  # there, other refusals come first
    stacks += [changes.configuration(changes.tree(each)) for each in STACKS]
    found: dict[str, tuple[StackConfiguration, str, str]] = {}
    for stack in stacks:
        if not IS_INSTALLED and '"gcp' in json.dumps(dict(stack.config)):
            continue
        recorded = record_stack(stack, preview=True)
        for each in recorded.resources:
            chain = each.urn.split("::")[2]
            key = next((key for key, own in SYSTEMS.items() if own.type_token in chain), "")
            if key and each.request.custom and each.urn not in recorded.reads:
                found.setdefault(each.type, (stack, key, each.name))
    return found


def inputs(type_: str) -> Mapping[str, Any]:
    """The inputs of a type, from the SDK of its provider."""
    package, module, kind = type_.split(":")
    name = module.partition("/")[0]
    if package == "kubernetes":
        is_known = module in ("core/v1", "rbac.authorization.k8s.io/v1")
        name = f"{name.partition('.')[0]}.v1" if is_known else "apiextensions"
        kind = kind if is_known else "CustomResource"
    path = PACKAGES[package] if name == "index" else f"{PACKAGES[package]}.{name}"
    resource = getattr(importlib.import_module(path), kind)
    declared = sys.modules[resource.__module__]
    arguments = getattr(declared, f"{kind}InitArgs", None) or getattr(declared, f"{kind}Args")
    return cast("Mapping[str, Any]", sdk.input_type_types(arguments))


def refused_inputs(type_: str) -> Iterator[str]:
    """Paths that a type refuses, as its rows and those of its package have them."""
    package = f"{type_.partition(':')[0]}:"
    for row in (*rows_by_type()[type_], *rows_by_type().get(package, ())):
        for path in row.inputs:
            if path == "*":
                yield from inputs(type_)
            elif path.partition(".")[0] in inputs(type_):
                yield f"{path}mode" if path.endswith("/") else path


def test_every_type_that_the_program_registers_has_rows() -> None:
    registered = {type_ for type_ in places() if not type_.startswith("pulumi:")}

    assert registered - {*TYPES} == set()
    assert {*TYPES} - registered - {*ROWS} == set(), "nothing registers these"


@pytest.mark.parametrize("type_", TYPES)
def test_an_input_of_a_row_is_an_input_of_the_type(type_: str) -> None:
    for row in rows_by_type()[type_]:
        known = {path.partition(".")[0] for path in row.inputs} - {"*"}
        assert known <= {*inputs(type_)}


@NEEDS_SDK
def test_what_can_be_overridden_of_each_type(golden: Golden) -> None:
    """A reviewer reads here that nothing of mode, identity or place is among the free inputs.

    Of a free group, what is refused in it is in the first line.
    """
    lines: list[str] = []
    for type_ in TYPES:
        refused = sorted(set(refused_inputs(type_)))
        rest = [name for name in sorted(inputs(type_)) if name not in refused]
        lines += [type_, f"    refused: {', '.join(refused) or 'nothing'}", f"    free: {', '.join(rest) or 'nothing'}"]
    golden(GOLDEN, "\n".join(lines) + "\n")


@pytest.mark.parametrize("type_", TYPES)
def test_refused_inputs_stop_a_preview_with_what_to_use_instead(type_: str) -> None:
    if type_ not in places():
        assert type_ in ROWS
        assert all(refusal("", type_, path) for path in refused_inputs(type_))
        return
    stack, key, name = places()[type_]
    resource = f"{type_}::{name}"
    refused = set(refused_inputs(type_))
    refused -= {path for path in refused for above in refused if path.startswith(f"{above}.")}
    given: dict[str, Any] = {}
    for path in refused:
        *above, last = path.split(".", 2)  # the third part is the key of an annotation or a label
        group = given
        for part in above:
            group = group.setdefault(part, {})
        group[last] = None
    if not given:
        assert refusal(key, type_, "anything") is None
        return
    recorded = record_stack(with_overrides(stack, {resource: given}, key), preview=True, stops=True)

    told = str(recorded.error).splitlines()
    for path in refused:
        assert any(f"{resource}.{path}: cannot be overridden: it " in line for line in told), path
