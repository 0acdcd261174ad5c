"""What each system asks clusters, issuers and clouds for the examples: addresses and rights.

Whoever runs ``preflight`` or ``verify`` needs these rights. Nothing is asked here.
"""

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, cast

import yaml

from openshift_credentials.base.json_values import is_array, is_object
from openshift_credentials.live.check import Purpose, operation_of
from openshift_credentials.live.observed import AwsCall, Observed
from openshift_credentials.stack.load import load_settings
from tests.examples.test_golden_graphs import EXAMPLES
from tests.kit.golden import Golden, data
from tests.kit.stacks import example_stack
from tests.live.test_refused_reads import WORLDS

FILE: Final = Path(__file__).parent / "golden" / "reads.yaml"


def requests() -> Iterator[tuple[str, Any]]:
    """The system and a request of it, for each example and each known state of a cluster."""
    for name in EXAMPLES:
        read = example_stack(name)
        for deployment in load_settings(read.config, read.secret_keys, directory=read.program):
            operation, settings = operation_of(deployment.system), deployment.settings
            if operation is None:
                continue
            found: list[Any] = [*operation.cloud_reads(settings)]
            for purpose in Purpose:
                found += operation.reads(settings, purpose)
                found += operation.issuers(settings, purpose)
            yield from ((deployment.system.key, item) for item in found)
    for world in WORLDS.values():
        for item in world.operation.follow_up(world.settings, Observed(world.answers)):
            yield "follow-up", item


def shown(item: Any) -> dict[str, object]:  # noqa: ANN401 - any request
    values = {part.name: getattr(item, part.name) for part in fields(item)}
    values |= {"permission": item.permission} if isinstance(item, AwsCall) else {}
    return {"request": type(item).__name__, **{key: plain(each) for key, each in values.items() if each}}


def plain(value: object) -> object:
    """Data of YAML."""
    if is_object(value):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in cast("tuple[object]", value)]
    if is_array(value):
        return [plain(item) for item in value]
    return value if isinstance(value, bool | int) else str(value)


def test_what_is_asked_is_as_last_found_right(golden: Golden) -> None:
    table: dict[str, dict[str, dict[str, object]]] = {}
    for system, item in requests():
        entry = shown(item)
        table.setdefault(system, {}).setdefault(yaml.safe_dump(entry), entry)
    listed = {system: [items[key] for key in sorted(items)] for system, items in table.items()}
    golden(FILE, data(listed))
