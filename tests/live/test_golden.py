"""What each system asks clusters, issuers and clouds for the examples: addresses and rights.

Whoever runs ``preflight`` or ``verify`` needs these rights. Nothing is asked here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, cast

import pytest
import yaml

from openshift_credentials.base.json_values import is_array, is_object
from openshift_credentials.live.check import Purpose, operation_of
from openshift_credentials.live.observed import AwsCall, Observed, Obstacle
from openshift_credentials.live.taken_names import Refused, way_out
from openshift_credentials.stack.load import load_settings
from tests.examples.test_golden import EXAMPLES
from tests.kit import tokens
from tests.kit.golden import REFRESH, Golden, data
from tests.kit.stacks import example_stack
from tests.live import test_taken_names as google
from tests.live.test_refused_reads import WORLDS, World
from tests.live.test_taken_names import ACCOUNT, EXISTS

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


# What each system tells about a cluster, whole: as it should be, and with one other answer.
#
# Compared with what was last read and found right.

FOLDER: Final = Path(__file__).parent / "golden"


def lines(world: World, observed: Observed) -> list[str]:
    """Each check as a line: state, code, subject, detail and way out."""
    judge = world.operation.preflight if world.purpose is Purpose.PREFLIGHT else world.operation.verify
    return [
        f"{check.state} {check.code}: {check.subject}: {check.detail}; {check.way_out}"
        for check in judge(world.settings, observed)
    ]


def told(world: World) -> Iterator[tuple[str, list[str]]]:
    whole = lines(world, Observed(world.answers))
    yield "as it should be", whole
    for name in sorted({*world.reads, *world.others}):
        rest = {key: items for key, items in world.answers.items() if key != name}
        cases = {
            "is absent": Observed(rest, {name: Obstacle.ABSENT}),
            "is refused": Observed(rest, {name: Obstacle.FORBIDDEN}),
            "is empty": Observed({**rest, name: []}),
        }
        if name in world.others:
            cases["is another"] = Observed({**rest, name: world.others[name]})
        for case, observed in cases.items():
            others = [line for line in lines(world, observed) if line not in whole]
            if others:
                yield f"{name} {case}", others


@pytest.mark.parametrize("name", WORLDS)
def test_what_is_reported_about_a_cluster_is_as_last_found_right(name: str, golden: Golden) -> None:
    golden(FOLDER / f"{name}.yaml", data(dict(told(WORLDS[name]))))


# What is told of a resource that was refused because its name is taken, whole.
#
# Compared with what was last read and found right.

FILE_GOLDEN_WAYS_OUT: Final = Path(__file__).parent / "golden" / "ways-out.txt"
SECRET: Final = {"kind": "Secret", "metadata": {"name": "creds", "namespace": "ho"}}
CONFLICT: Final = 'conflict with "them" using v1: .data.credentials'
IN_ACCOUNT: Final = f"{ACCOUNT}/providers/Microsoft.Authorization/roleAssignments/a"
CASES: Final[Mapping[str, tuple[str, Mapping[str, object], str]]] = {
    "a bucket": ("aws:s3/bucket:Bucket", {"bucket": "b"}, EXISTS),
    "a role": ("aws:iam/role:Role", {"name": "a role"}, EXISTS),
    "a policy without a name": ("aws:iam/policy:Policy", {}, EXISTS),
    "a distribution": ("aws:cloudfront/distribution:Distribution", {}, EXISTS),
    "a bucket of somebody else": ("aws:s3/bucket:Bucket", {}, "the name is already in use"),
    "a storage account": (
        "azure-native:storage:StorageAccount",
        {},
        f"cannot create already existing resource '{ACCOUNT}'",
    ),
    "an assignment": (
        "azure-native:authorization:RoleAssignment",
        {},
        f"cannot create already existing subresource '{IN_ACCOUNT}'",
    ),
    "an assignment of another name": (
        "azure-native:authorization:RoleAssignment",
        {},
        "already exists: the existing role assignment is 716c4d159bc8476da3c16ccb70082517",
    ),
    "a deleted vault": ("azure-native:keyvault:Vault", {}, "a vault of that name already exists in deleted state."),
    "a deleted key": ("azure-native:keyvault:Key", {"vaultName": "v"}, "DeletedButRecoverable"),
    "a Secret of somebody else": ("kubernetes:core/v1:Secret", SECRET, CONFLICT),
    "an object without a name": ("kubernetes:core/v1:Secret", {}, CONFLICT),
    "a pool": (tokens.GCP_POOL, google.POOL, google.EXISTS_IN_GOOGLE),
    "a provider of a pool": (tokens.GCP_POOL_PROVIDER, google.PROVIDER, google.EXISTS_IN_GOOGLE),
    "a bucket on Google Cloud": (tokens.GCP_BUCKET, {"project": "p", "name": "b"}, google.EXISTS_IN_GOOGLE),
    "a custom role": (tokens.GCP_CUSTOM_ROLE, google.ROLE, google.ROLE_EXISTS),
    "a deleted custom role": (
        tokens.GCP_CUSTOM_ROLE,
        google.ROLE,
        "You can't create a role_id (a_b) which has been marked for deletion.",
    ),
    "a public bucket": (
        tokens.GCP_BUCKET_MEMBER,
        {"bucket": "b"},
        "Error 412: public access prevention is enforced., conditionNotMet",
    ),
}


def told_of_golden_ways_out(type_: str, inputs: Mapping[str, object], error: str, *, is_bound: bool) -> str:
    refused = Refused(
        stack="prod",
        type=type_,
        name="one",
        parent="urn:pulumi:prod::p::a:b:C::etcd-backup" if is_bound else None,
        provider="urn:pulumi:prod::p::pulumi:providers:x::x" if is_bound else None,
        inputs=inputs,
        error=error,
        account_id="123456789012" if is_bound else None,
        region="us-gov-west-1" if is_bound else None,
    )
    return way_out(refused) or "(nothing)"


def test_every_way_out_of_a_taken_name_is_as_last_found_right(golden: Golden) -> None:
    parts = [f"# Written by: {REFRESH}"]
    for case, (type_, inputs, error) in CASES.items():
        bound, free = (told_of_golden_ways_out(type_, inputs, error, is_bound=each) for each in (True, False))
        parts += [f"## {case}", bound, *([] if free == bound else ["without a parent:", free])]
    golden(FILE_GOLDEN_WAYS_OUT, "\n".join(parts) + "\n")
