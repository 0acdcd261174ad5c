"""Which stand-in serves a resource type, and what it answers beside the inputs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol, cast

from google.protobuf.struct_pb2 import Struct
from pulumi.runtime.proto.resource_pb2 import RegisterResourceRequest

from tests.engine.fake_provider import aws, azure, cluster, gcp
from tests.engine.fake_provider.world import Properties, World, refuse
from tests.kit import tokens
from tests.kit.cloud_rows import ROWS
from tests.kit.realistic import REALISTIC
from tests.kit.recorded import Resource


class Platform(Protocol):
    """One of the modules that stand for a cloud or a cluster."""

    def create(self, world: World, type_: str, identifier: str, given: Properties, computed: Properties) -> None: ...

    def update(self, world: World, type_: str, identifier: str, given: Properties, state: Properties) -> None: ...

    def delete(self, world: World, type_: str, identifier: str, state: Properties) -> None: ...

    def read(self, world: World, type_: str, identifier: str) -> tuple[Properties, Properties] | None: ...


PLATFORMS: Final[Mapping[str, Platform]] = {
    "aws": cast("Platform", aws),
    "azure-native": cast("Platform", azure),
    "gcp": cast("Platform", gcp),
    "kubernetes": cast("Platform", cluster),
}


def platform_of(type_: str) -> Platform | None:
    """What has the resources of a type; none if only the state has them: waits and private keys."""
    return PLATFORMS.get(type_.partition(":")[0])


def serving(type_: str) -> Platform:
    """The stand-in of a type that a cloud or a cluster has."""
    platform = platform_of(type_)
    assert platform, f"{type_} is in no cloud"
    return platform


def answered(type_: str, name: str, inputs: Properties) -> tuple[str, dict[str, Any]]:
    """ID and outputs that a cloud makes up; the outputs may repeat inputs in its own way.

    A type of a cloud that no table knows is an error: look its rules up first.
    """
    if type_.startswith(("aws:", "azure-native:", "gcp:")) and type_ not in ROWS:
        raise LookupError(f"{type_} has no row in tests/kit/clouds: look it up and add one")
    properties = Struct()
    properties.update(cast("dict[str, Any]", inputs))
    request = RegisterResourceRequest(type=type_, name=name, object=properties)
    answer = dict(REALISTIC[type_](Resource("", request, None)))
    identifier = str(answer.pop("id", f"{name}-id"))
    return identifier, answer


def imported_id(type_: str, given: str) -> str:
    """ID of a resource that is imported.

    A binding of Google Cloud is named by words, and a bucket may have its project before it.
    """
    row = ROWS.get(type_)
    if type_ == tokens.GCP_BUCKET:
        return given.rpartition("/")[2]
    if row is None or row.in_policy is None or " " not in given:
        return given
    words = zip((row.in_policy, "role", "member"), given.split(" "), strict=False)
    return row.identifier(dict(words)) or given


def identifier_of(type_: str, given: str, *properties: Properties) -> str:
    """ID of a resource in its cloud, from its properties where the table says how."""
    row = ROWS.get(type_)
    if row is None or row.id is None:
        return given
    try:
        return row.identifier({key: item for each in properties for key, item in each.items()}) or given
    except KeyError:
        return given


def occupied(type_: str, properties: Properties) -> str | None:
    """The bucket, account or identity that takes one write at a time, if this is one."""
    if type_.startswith("azure-native:"):
        return azure.occupied(type_, properties)
    return aws.occupied(type_, properties) if type_.startswith("aws:") else None


def busy_rule(place: str) -> str:
    """The rule by which a second write of a bucket, an account or an identity is refused."""
    if "/userAssignedIdentities/" in place:
        return "concurrent-federated-credentials"
    return "operation-in-progress" if place.startswith("/") else "bucket-is-written"


def assert_writes_follow_each_other(resources: Sequence[Resource]) -> None:
    """Refuse two resources of one bucket, account or identity that the engine may write at once.

    It does so unless one of them depends on the other, directly or through others. Resources are in
    the order of their registration, in which a dependency stands before what depends on it.
    """
    reached: dict[str, frozenset[str]] = {}
    last: dict[str, str] = {}
    for each in resources:
        direct = _direct_dependencies(each)
        reached[each.urn] = frozenset(direct).union(*(reached.get(urn, ()) for urn in direct))
        if place := _occupied_by(each):
            if place in last and last[place] not in reached[each.urn]:
                raise refuse(busy_rule(place), place=f"{place}: {each.urn} and {last[place]}")
            last[place] = each.urn


def _occupied_by(resource: Resource) -> str | None:
    custom = resource.request.custom
    return occupied(resource.type, resource.inputs) if custom else None


def _direct_dependencies(resource: Resource) -> Iterable[str]:
    request = resource.request
    of_inputs = (urn for found in request.propertyDependencies.values() for urn in found.urns)
    own = (request.parent, request.deletedWith, resource.provider_urn)
    return {*request.dependencies, *of_inputs, *request.replace_with, *own}
