"""What a provider's Check adds to the inputs of a resource, and what it refuses.

Source: pulumi/pulumi-terraform-bridge ``pkg/tfbridge/provider.go`` and pulumi/pulumi-azure-native
``provider/pkg/provider/provider.go``; the limits are in the tables of ``tests/kit/clouds``. The
known inputs are those of the SDKs, which are generated from the providers' schemas.
"""

import importlib
from collections.abc import Iterator, Mapping
from threading import Lock
from typing import Any, Final, cast, get_args

from pulumi import _types as sdk  # pyright: ignore[reportPrivateUsage] - the only way to the schema's names
from pulumi.runtime.rpc import UNKNOWN

from tests.kit.cloud_rows import ROWS, Row

_ADDED: Final = "tagsAll"
"""An input that Check adds, and that no program gives."""

_IMPORTING: Final = Lock()
"""The packages load at the first use of a name, and a second thread would find half of one."""

_PACKAGES: Final = {"aws": "pulumi_aws", "azure-native": "pulumi_azure_native", "gcp": "pulumi_gcp"}


def with_defaults(type_: str, inputs: Mapping[str, Any], region: str) -> Mapping[str, Any]:
    """Inputs, and what the provider adds: its region, and the tags of the resource."""
    row = ROWS.get(type_)
    added: dict[str, Any] = {}
    if row and row.regional and region:
        added["region"] = region
    if type_.startswith("aws:") and "tags" in inputs:
        added[_ADDED] = inputs["tags"]
    return {**added, **inputs}


def failures(type_: str, inputs: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Inputs that Check refuses, and why."""
    row = ROWS.get(type_)
    if row is None:
        return
    for key in row.required:
        if key not in inputs:
            yield key, f'Missing required argument: The argument "{key}" is required'
    yield from _not_together(row, inputs)
    for path in unknown_inputs(type_, inputs):
        yield path, "Invalid or unknown key"
    yield from _out_of_limits(row, inputs)


def _not_together(row: Row, inputs: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for group in row.one_of:
        if sum(key in inputs for key in group) != 1:
            yield group[0], f"exactly one of {', '.join(group)} must be specified"
    for group in row.at_most_one_of:
        if sum(key in inputs for key in group) > 1:
            yield group[0], f"conflicts with {', '.join(group[1:])}"
    for key, other in row.needs.items():
        if key in inputs and other not in inputs:
            yield key, f"all of {key},{other} must be specified"


def _out_of_limits(row: Row, inputs: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    given = {key: value for key, value in inputs.items() if value != UNKNOWN}
    for key, (least, most) in row.length.items():
        if key in given and not least <= len(given[key]) <= most:
            yield key, f"expected length of {key} to be in the range ({least} - {most})"
    for key, (least, most) in row.range.items():
        if key in given and not least <= given[key] <= most:
            yield key, f"expected {key} to be in the range ({least} - {most})"
    for key, values in row.values.items():
        if key in given and given[key] not in values:
            yield key, f"expected {key} to be one of {values}"


def unknown_inputs(type_: str, inputs: Mapping[str, Any]) -> Iterator[str]:
    """Paths of inputs that the schema of the provider does not have."""
    package, module, name = type_.split(":")
    with _IMPORTING:
        classes = importlib.import_module(f"{_PACKAGES[package]}.{module.partition('/')[0]}")
        of_the_type = getattr(classes, f"{name}InitArgs", None) or getattr(classes, f"{name}Args")
    yield from _unknown(of_the_type, inputs, "")


def _unknown(arguments: type, group: Mapping[str, Any], path: str) -> Iterator[str]:
    known = cast("Mapping[str, Any]", sdk.input_type_types(arguments))
    for key, value in group.items():
        if key == _ADDED:
            continue
        if key not in known:
            yield f"{path}{key}"
            continue
        nested = _arguments_in(known[key])
        items = cast("list[object]", value) if isinstance(value, list) else [value]
        for item in items:
            if nested and isinstance(item, dict):
                yield from _unknown(nested, cast("Mapping[str, Any]", item), f"{path}{key}.")


def _arguments_in(annotation: object) -> type | None:
    """The class of arguments in an annotation such as ``Sequence[Input[RuleArgs]]``."""
    if isinstance(annotation, type) and sdk.is_input_type(annotation):
        return annotation
    found = (_arguments_in(each) for each in get_args(annotation))
    return next((each for each in found if each), None)
