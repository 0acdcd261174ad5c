"""Outputs of components and rare options of resources, which the golden graphs do not show."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, cast

from pulumi.runtime.proto.resource_pb2 import RegisterResourceRequest

from openshift_credentials.preview.recorder import STACK_TYPE
from tests.examples.test_golden_graphs import EXAMPLES
from tests.kit.golden import Golden, data
from tests.kit.google_cloud import NEEDS_SDK
from tests.kit.previews import recording_of_example

FILE: Final = Path(__file__).parent / "golden_options.yaml"
LISTS: Final = ("additionalSecretOutputs", "ignoreChanges", "replaceOnChanges")


def options_of(request: RegisterResourceRequest) -> Iterator[str]:
    """``option: value`` of each option that is not the usual one."""
    for name in LISTS:
        yield from (f"{name}: {path}" for path in cast("Iterable[str]", getattr(request, name)))
    if request.deleteBeforeReplace:
        yield "deleteBeforeReplace"
    if request.deletedWith:
        yield f"deletedWith: {type_of(request.deletedWith)}"
    if request.importId:
        yield "import"
    for alias in cast("Iterable[Any]", request.aliases):
        if name := alias.urn.rpartition("::")[2] or alias.spec.name:
            yield f"alias: {name}"
    for moment, hooks in request.hooks.ListFields() if request.HasField("hooks") else ():
        yield f"hook: {moment.name}"
        assert hooks
    timeouts = request.customTimeouts
    yield from (f"timeout of {f.name}: {value}" for f, value in timeouts.ListFields())


def type_of(urn: str) -> str:
    return urn.split("::")[2].rpartition("$")[2]


def table() -> dict[str, dict[str, list[str]]]:
    """Options and names of outputs that any resource of a type has in any example."""
    options, outputs = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for name in EXAMPLES:
        recording = recording_of_example(name)
        for urn, request in recording.requests.items():
            options[request.type].update(options_of(request))
            if request.type != STACK_TYPE and urn in recording.outputs:
                outputs[request.type].update(recording.outputs[urn].fields)
    named = {token: {"options": sorted(options[token]), "outputs": sorted(outputs[token])} for token in sorted(options)}
    shown = {token: {name: found for name, found in row.items() if found} for token, row in named.items()}
    return {token: row for token, row in shown.items() if row}


@NEEDS_SDK
def test_outputs_of_components_and_rare_options_are_the_golden_ones(golden: Golden) -> None:
    golden(FILE, data(table()))
