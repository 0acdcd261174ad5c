"""Which stand-in serves a resource type, and what it answers beside the inputs."""

from collections.abc import Mapping
from typing import Any, Final, Protocol, cast

from google.protobuf.struct_pb2 import Struct
from pulumi.runtime.proto.resource_pb2 import RegisterResourceRequest

from tests.engine.fake_provider import aws, azure, cluster, gcp
from tests.engine.fake_provider.world import Properties, World
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
