"""The life of a stack on the stand-in clouds without an engine: the calls that it makes, in order.

It makes one call after the other. ``tests/engine/test_life.py`` has the engine itself, which also
makes them at once.
"""

import copy
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tests.engine.fake_provider.checks import failures, with_defaults
from tests.engine.fake_provider.differences import difference, refreshed
from tests.engine.fake_provider.platforms import (
    answered,
    assert_nothing_is_written_twice,
    assert_writes_follow_each_other,
    identifier_of,
    imported_id,
    rounds,
    serving,
)
from tests.engine.fake_provider.world import Properties, RefusedError, World
from tests.kit import tokens
from tests.kit.monitors import never_changes
from tests.kit.recorded import UNKNOWN, Recorded, Resource

LEFT: Final = frozenset({tokens.BLOB_SERVICE_PROPERTIES})
"""Types that Azure never deletes by themselves."""


class ProtectedError(Exception):
    """The engine refuses an update, before it calls anybody."""


@dataclass(frozen=True)
class Made:
    """A resource of a stack: as it was registered, its ID, its inputs and its state."""

    resource: Resource
    id: str
    given: Properties
    state: Properties

    @property
    def type(self) -> str:
        return self.resource.type


class Life:
    """A stack that is up; :attr:`world` is what its clouds have."""

    def __init__(self, recorded: Recorded, world: World | None = None) -> None:
        self.world = world or World()
        self._made: dict[str, Made] = {}
        self._existing: set[str] = set()
        self._creations: Counter[str] = Counter()
        self._others = _of_no_cloud(recorded)
        assert_writes_follow_each_other(recorded.resources)
        for resource in _of_clouds(recorded):
            self._create(recorded, resource)

    def copy(self) -> "Life":
        """The same life, to go on in another way."""
        other = copy.copy(self)
        other.world, other._made = copy.deepcopy(self.world), dict(self._made)
        other._existing, other._creations = set(self._existing), Counter(self._creations)
        other._others = self._others
        return other

    def _create(self, recorded: Recorded, resource: Resource) -> None:
        type_, given = resource.type, _inputs(recorded, resource)
        read = recorded.reads.get(resource.urn)
        if read is None:
            assert list(failures(type_, given)) == [], resource
        earlier = self._creations[resource.urn]
        self._creations[resource.urn] += 1
        identifier, computed = answered(type_, f"{resource.name}{earlier or ''}", given)
        made = identifier_of(type_, identifier, given, computed)
        identifier = imported_id(type_, read or resource.import_id or made)
        serving(type_).create(self.world, type_, identifier, given, computed)
        if read:
            self._existing.add(f"{type_} {identifier}")
            return
        state = _read(self.world, type_, identifier)
        state = refreshed(type_, given, given, state)[1]
        self._made[resource.urn] = Made(resource, identifier, given, state)

    def changes(self) -> Iterator[str]:
        """What an update after a refresh would change."""
        for made in self._made.values():
            if serving(made.type).read(self.world, made.type, made.id) is None:
                yield f"{made.resource}: gone"
                continue
            found = _read(self.world, made.type, made.id)
            inputs, state = refreshed(made.type, made.given, made.state, found)
            if changed := difference(made.type, inputs, state, made.given).changed:
                yield f"{made.resource}: {', '.join(changed)}"

    def update(self, recorded: Recorded) -> None:
        """Bring the stack to what the program registers now, as the engine orders its steps."""
        assert_writes_follow_each_other(recorded.resources)
        wanted = {each.urn: each for each in _of_clouds(recorded)}
        replaced: dict[str, bool] = {}
        for urn, resource in wanted.items():
            if (first := self._replaces(recorded, resource, replaced)) is not None:
                replaced[urn] = first
        gone = [made for urn, made in self._made.items() if urn not in wanted]
        for made in (*gone, *(self._made[urn] for urn in replaced)):
            if made.resource.protect:
                raise ProtectedError(f"{made.resource} is protected")
        later: list[Made] = gone
        for urn, resource in wanted.items():
            if urn in replaced and urn in self._made:
                if replaced[urn]:
                    self._delete_first(urn, replaced)
                else:
                    later.append(self._made.pop(urn))
            if urn not in self._made:
                self._create(recorded, resource)
            else:
                self._change(recorded, resource)
        others, self._others = self._others, _of_no_cloud(recorded)
        self._delete_all(later, [each for urn, each in others.items() if urn not in self._others])

    def _replaces(self, recorded: Recorded, resource: Resource, replaced: Mapping[str, bool]) -> bool | None:
        """Whether a replacement deletes first, if this is one.

        What follows from a resource that is deleted first is not known while the engine asks.
        """
        if (made := self._made.get(resource.urn)) is None:
            return None
        given = _inputs(recorded, resource)
        unknown = {
            key: UNKNOWN
            for key, found in resource.request.propertyDependencies.items()
            if any(replaced.get(urn) for urn in found.urns)
        }
        asked = difference(made.type, made.given, made.state, {**given, **unknown})
        found = difference(made.type, made.given, made.state, given)
        if found.replaces or {*found.changed} & {*resource.replace_on_changes}:
            request = resource.request
            said = request.deleteBeforeReplaceDefined
            return request.deleteBeforeReplace if said else found.deletes_first
        together = any(urn in replaced for urn in resource.request.replace_with)
        follows = asked.replaces or {*asked.changed} & {*resource.replace_on_changes}
        return True if together or (unknown and follows) else None

    def _delete_first(self, urn: str, replaced: Mapping[str, bool]) -> None:
        """Delete what is replaced, and before it what follows it and is replaced too.

        A plain dependency is not followed (pulumi/pulumi ``pkg/resource/deploy/step_generator.go``,
        ``calculateDependentReplacements``).
        """
        for other in reversed(list(self._made)):
            follows = other in self._made and urn in _followed(self._made[other].resource)
            if follows and other in replaced:
                self._delete_first(other, replaced)
        self._delete_all([self._made.pop(urn)])

    def _change(self, recorded: Recorded, resource: Resource) -> None:
        made, given = self._made[resource.urn], _inputs(recorded, resource)
        identifier, state = made.id, made.state
        changed = difference(made.type, made.given, made.state, given).changed
        if changed:
            assert list(failures(made.type, given)) == [], resource
            if fixed := never_changes(made.type) & {*changed}:
                raise RefusedError(f"UpdateNotPermitted: {', '.join(fixed)}")
            serving(made.type).update(self.world, made.type, made.id, given, made.state)
            identifier = identifier_of(made.type, made.id, made.state, given)
            found = _read(self.world, made.type, identifier)
            state = refreshed(made.type, given, given, found)[1]
        self._made[resource.urn] = Made(resource, identifier, given, state)

    def destroy(self) -> None:
        """Delete everything."""
        self._delete_all(list(self._made.values()), list(self._others.values()))

    def _delete_all(self, made: list[Made], others: Sequence[Resource] = ()) -> None:
        """Delete in rounds, as the engine does; what is deleted with something else gets no call.

        ``others`` go too and get no call: waits and components, through which some depend.

        With a resource that stays behind stays what would be deleted with it.
        """
        goes = {each.resource.urn: each for each in made}
        stays = {each.resource.urn for each in made if each.resource.retain_on_delete}
        for at_once in rounds([*(each.resource for each in made), *others]):
            called = [
                goes[each.urn]
                for each in reversed(at_once)
                if each.urn in goes and not each.retain_on_delete and each.request.deletedWith not in goes
            ]
            assert_nothing_is_written_twice((each.type, each.state) for each in called)
            for each in called:
                serving(each.type).delete(self.world, each.type, each.id, each.state)
        for each in made:
            if not stays.isdisjoint({each.resource.urn, each.resource.request.deletedWith}):
                self._existing.add(f"{each.type} {each.id}")
            if self._made.get(each.resource.urn) is each:
                del self._made[each.resource.urn]

    def left(self) -> Iterator[str]:
        """What the clouds have that the stack does not know, beside what it has to leave."""
        known = {f"{made.type} {made.id}" for made in self._made.values()} | self._existing
        of_others = tuple(each.partition(" ")[2] for each in self._existing)
        for key in self.world.resources:
            type_, _, identifier = key.partition(" ")
            if key not in known and type_ not in LEFT and not identifier.startswith(of_others):
                yield key


def _of_clouds(recorded: Recorded) -> Iterator[Resource]:
    yield from (each for each in recorded.resources if _is_served(each))


def _of_no_cloud(recorded: Recorded) -> Mapping[str, Resource]:
    return {each.urn: each for each in recorded.resources if not _is_served(each)}


def _is_served(resource: Resource) -> bool:
    served = ("aws:", "azure-native:", "gcp:", "kubernetes:")
    return resource.type.startswith(served) and resource.request.custom


def _followed(resource: Resource) -> frozenset[str]:
    """What a resource is replaced with: where its inputs come from, and what its options name."""
    request = resource.request
    of_inputs = (urn for found in request.propertyDependencies.values() for urn in found.urns)
    return frozenset({*of_inputs, *request.replace_with, request.deletedWith})


def _inputs(recorded: Recorded, resource: Resource) -> Properties:
    """Inputs as Check leaves them."""
    region = "us-east-1"
    if resource.provider_urn:
        region = str(recorded.provider(resource).inputs.get("region", region))
    return with_defaults(resource.type, dict(resource.inputs), region)


def _read(world: World, type_: str, identifier: str) -> Properties:
    found = serving(type_).read(world, type_, identifier)
    assert found, f"{type_} {identifier} is gone"
    return {**found[0], **found[1]}
