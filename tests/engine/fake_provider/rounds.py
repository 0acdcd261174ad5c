"""What the engine deletes at once, and what of it the clouds refuse."""

from collections.abc import Iterable, Iterator, Sequence

from tests.engine.fake_provider import aws, azure
from tests.engine.fake_provider.world import Properties, refuse
from tests.kit.recorded import Resource


def occupied(type_: str, properties: Properties) -> str | None:
    """The bucket or account that takes one write at a time, if this is one."""
    if type_.startswith("azure-native:"):
        return azure.occupied(type_, properties)
    return aws.occupied(type_, properties) if type_.startswith("aws:") else None


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
                of_azure = place.startswith("/")
                raise refuse(
                    "operation-in-progress" if of_azure else "bucket-is-written", account=place
                )
            places.add(place)


def _direct_dependencies(resource: Resource) -> Iterable[str]:
    request = resource.request
    of_inputs = (urn for found in request.propertyDependencies.values() for urn in found.urns)
    own = (request.parent, request.deletedWith, resource.provider_urn)
    return {*request.dependencies, *of_inputs, *request.replace_with, *own}
