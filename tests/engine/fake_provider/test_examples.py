"""Every example on the stand-in clouds without an engine: made, refreshed, unchanged, destroyed.

The calls are those that an engine makes one after the other; ``tests/engine/test_life.py`` has the
engine, which also makes them at once.
"""

from collections.abc import Iterator, Mapping
from typing import Final

import pytest

from openshift_credentials.preview.stack_files import read_stack
from tests.engine.examples import OF_THE_REPOSITORY, stack_file
from tests.engine.fake_provider.checks import failures, with_defaults
from tests.engine.fake_provider.differences import difference, refreshed
from tests.engine.fake_provider.platforms import answered, identifier_of, platform_of
from tests.engine.fake_provider.world import Properties, World
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.places import REPOSITORY
from tests.kit.recorded import Recorded, Resource

EXAMPLES: Final = sorted(
    path.parent.name for path in (REPOSITORY / "examples").glob("*/Pulumi.*.yaml")
)
ON_THE_ENGINE_ALONE: Final = frozenset(
    {"aws-adopt-existing", "aws-govcloud", "aws-other-account", "aws-store", "sts-govcloud"}
)
"""Examples with an account, partition or bucket that the recording harness does not play."""

LEFT: Final = frozenset({tokens.ENCRYPTION_SCOPE, tokens.BLOB_SERVICE_PROPERTIES})
"""Types that Azure never deletes by themselves."""

FAULTS: Final[Mapping[str, str]] = {
    "aro-workload-identity": "the diagnostic setting is deleted_with the blob service, and "
    "outlives it (Microsoft, Diagnostic settings in Azure Monitor)",
    "azure-alerts": "the rule queries StorageBlobLogs before the workspace has the table",
    "azure-private": "endpoint, zone and link are deleted_with the account, and Azure keeps them",
}
"""Examples that are expected to fail, and why; a row goes with its fault."""


STACKS: Final = tuple(
    pytest.param(stack, marks=pytest.mark.xfail(strict=True, reason=FAULTS[stack]))
    if stack in FAULTS
    else stack
    for stack in (*OF_THE_REPOSITORY, *EXAMPLES)
)
"""Every stack of the repository; what is known to fail is expected to."""


class Life:
    """The resources of one run of the program, made one after the other."""

    def __init__(self, recorded: Recorded) -> None:
        self._recorded, self.world = recorded, World()
        self._made: dict[str, tuple[Resource, str, Properties, Properties]] = {}
        self._existing: set[str] = set()
        for resource in recorded.resources:
            if platform_of(resource.type) and resource.request.custom:
                self._make(resource)

    def _make(self, resource: Resource) -> None:
        type_, platform = resource.type, platform_of(resource.type)
        assert platform
        given = with_defaults(type_, dict(resource.inputs), self._region(resource))
        read = self._recorded.reads.get(resource.urn)
        if read is None:
            assert list(failures(type_, given)) == [], resource
        identifier, computed = answered(type_, resource.name, given)
        identifier = read or resource.import_id or identifier_of(type_, identifier, given, computed)
        platform.create(self.world, type_, identifier, given, computed)
        if read:
            self._existing.add(f"{type_} {identifier}")
            return
        self._made[resource.urn] = (
            resource,
            identifier,
            given,
            self._state(type_, identifier, given),
        )

    def _region(self, resource: Resource) -> str:
        if not resource.provider_urn:
            return "us-east-1"
        return str(self._recorded.provider(resource).inputs.get("region", ""))

    def _state(self, type_: str, identifier: str, given: Properties) -> Properties:
        platform = platform_of(type_)
        found = platform.read(self.world, type_, identifier) if platform else None
        assert found, f"{type_} {identifier} is gone"
        return refreshed(type_, given, given, {**found[0], **found[1]})[1]

    def changes(self) -> Iterator[str]:
        """What an update after a refresh would change."""
        for resource, identifier, given, state in self._made.values():
            type_, platform = resource.type, platform_of(resource.type)
            found = platform.read(self.world, type_, identifier) if platform else None
            assert found, f"{resource} is gone"
            inputs, refreshed_state = refreshed(type_, given, state, {**found[0], **found[1]})
            if changed := difference(type_, inputs, refreshed_state, given).changed:
                yield f"{resource}: {', '.join(changed)}"

    def destroy(self) -> None:
        """Delete everything, the last first; what is deleted with something else gets no call."""
        for resource, identifier, _, state in reversed(list(self._made.values())):
            if resource.retain_on_delete or resource.request.deletedWith in self._made:
                continue
            platform = platform_of(resource.type)
            assert platform
            platform.delete(self.world, resource.type, identifier, state)

    def left(self) -> Iterator[str]:
        """What a destroy has left, beside what it has to leave."""
        kept = {
            f"{resource.type} {identifier}"
            for resource, identifier, _, _ in self._made.values()
            if resource.retain_on_delete
        }
        for key in self.world.resources:
            type_, _, identifier = key.partition(" ")
            of_others = any(
                identifier.startswith(each.partition(" ")[2]) for each in self._existing
            )
            if key not in kept | self._existing and type_ not in LEFT and not of_others:
                yield key


def life(stack: str) -> Life:
    program = read_stack(REPOSITORY, stack, stack_file(stack), [])
    return Life(record_stack(program, preview=False))


@pytest.mark.parametrize("stack", STACKS)
def test_an_example_is_made_stays_as_it_is_and_goes(stack: str) -> None:
    if stack in ON_THE_ENGINE_ALONE:
        pytest.skip("its account is played by tests/engine alone")
    lived = life(stack)
    assert list(lived.changes()) == []
    lived.world.empty_stores()
    lived.destroy()
    assert list(lived.left()) == []
