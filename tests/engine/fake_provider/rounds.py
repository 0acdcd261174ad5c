"""What the engine writes or deletes at once, and what of it the clouds refuse."""

from collections.abc import Iterable, Iterator, Sequence

from tests.engine.fake_provider import aws, azure
from tests.engine.fake_provider.world import Properties, refuse
from tests.kit.recorded import Resource


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


def rounds(condemned: Sequence[Resource]) -> Iterator[Sequence[Resource]]:
    """Resources in the order of their deletion; the engine deletes those of one round at once.

    A dependency through a resource that stays is none. Source: pulumi/pulumi
    ``pkg/resource/deploy/step_generator.go``, ``ScheduleDeletes``; ``pkg/resource/graph``,
    ``DependenciesOf``.
    """
    if not condemned:
        return
    urns = {each.urn for each in condemned}
    last = [each for each in condemned if urns.isdisjoint(_direct_dependencies(each))]
    yield from rounds([each for each in condemned if each not in last])
    yield last


def assert_nothing_is_written_twice(at_once: Iterable[tuple[str, Properties]]) -> None:
    """Refuse calls (types and properties) of which two change one bucket or account."""
    places: set[str] = set()
    for type_, properties in at_once:
        if place := occupied(type_, properties):
            if place in places:
                raise refuse(busy_rule(place), place=place)
            places.add(place)


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
