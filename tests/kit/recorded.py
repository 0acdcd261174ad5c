"""What a program registered, in a form that tests can ask questions of."""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, cast

from google.protobuf.json_format import MessageToDict
from google.protobuf.struct_pb2 import Struct
from pulumi.runtime import rpc
from pulumi.runtime.proto.resource_pb2 import RegisterResourceRequest

UNKNOWN: Final = rpc.UNKNOWN
"""Stands in inputs and outputs for a value that is not known yet."""

_SIGNATURE: Final = "4dabf18193072939515e22adb298388d"
_SECRET: Final = "1b47061264138c4ac30d75fd1eb44270"


@dataclass(frozen=True, eq=False)
class Properties(Mapping[str, Any]):
    """Inputs or outputs as plain values, and the paths of those that are secret.

    ``properties["data"]["cloud"]`` is the value, secret or not; :data:`UNKNOWN` if unknown.
    """

    values_: Mapping[str, Any] = field(default_factory=dict[str, Any])
    secret_paths: frozenset[tuple[str, ...]] = frozenset()

    @classmethod
    def of(cls, struct: Struct) -> "Properties":
        """Open the secrets of a message, and remember where they were."""
        secret_paths: set[tuple[str, ...]] = set()
        opened = _opened(MessageToDict(struct), (), secret_paths)
        return cls(cast("dict[str, Any]", opened), frozenset(secret_paths))

    def is_secret(self, *path: str) -> bool:
        """Whether the value at a path is secret, itself or with something that it is in."""
        return any(path[: len(secret)] == secret for secret in self.secret_paths)

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401 - any JSON value
        return self.values_[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_)

    def __len__(self) -> int:
        return len(self.values_)

    def __repr__(self) -> str:
        return repr(self.values_)


@dataclass(frozen=True, eq=False)
class Resource:
    """One registration. ``request`` has all options as Pulumi sends them.

    The most asked ones are properties here, by URN or value.
    """

    urn: str
    request: RegisterResourceRequest
    registered: Struct | None

    @cached_property
    def inputs(self) -> Properties:
        """Read when they are asked for: most tests look at a few resources."""
        return Properties.of(self.request.object)

    @cached_property
    def outputs(self) -> Properties:
        """Outputs that a component or the stack registered."""
        return Properties() if self.registered is None else Properties.of(self.registered)

    @property
    def type(self) -> str:
        return self.request.type

    @property
    def name(self) -> str:
        return self.request.name

    @property
    def parent_urn(self) -> str:
        return self.request.parent

    @property
    def protect(self) -> bool:
        return self.request.protect

    @property
    def retain_on_delete(self) -> bool:
        return self.request.retainOnDelete

    @property
    def delete_before_replace(self) -> bool:
        return self.request.deleteBeforeReplace

    @property
    def ignore_changes(self) -> tuple[str, ...]:
        return tuple(self.request.ignoreChanges)

    @property
    def replace_on_changes(self) -> tuple[str, ...]:
        return tuple(self.request.replaceOnChanges)

    @property
    def import_id(self) -> str:
        return self.request.importId

    @property
    def provider_urn(self) -> str:
        """URN of the provider instance, or nothing for the default one."""
        return self.request.provider.rpartition("::")[0]

    def is_secret(self, *path: str) -> bool:
        """Whether an input is secret: ``is_secret("data")``, ``is_secret("data", "cloud")``."""
        return self.inputs.is_secret(*path)

    def __repr__(self) -> str:
        return f"<{self.type} {self.name}>"


@dataclass(frozen=True)
class Recorded:
    """Everything that a program registered until it ended; ``error`` is what stopped it.

    Every registration has landed by the time a test gets this, so absence can be asserted.
    """

    resources: tuple[Resource, ...]
    warnings: tuple[str, ...]
    reads: Mapping[str, str] = field(default_factory=dict[str, str])
    """IDs of the resources that are only read, by URN."""

    error: BaseException | None = None

    @property
    def types(self) -> frozenset[str]:
        """All type tokens but the stack's own."""
        return frozenset(each.type for each in self.resources) - {"pulumi:pulumi:Stack"}

    @property
    def exports(self) -> Properties:
        """Outputs of the stack."""
        return self.only("pulumi:pulumi:Stack").outputs

    def all(self, token: str) -> tuple[Resource, ...]:
        """All resources of a type; fails where there is none, so that no loop is empty.

        ``token not in recorded.types`` asks for absence.
        """
        found = tuple(each for each in self.resources if each.type == token)
        assert found, f"nothing of type {token}; there is {', '.join(sorted(self.types))}"
        return found

    def only(self, token: str) -> Resource:
        """The one resource of a type; fails where there is none or another one."""
        (resource,) = self.all(token)
        return resource

    def named(self, token: str, name: str) -> Resource:
        """The resource of a type and a name."""
        (resource,) = (each for each in self.all(token) if each.name == name)
        return resource

    def by_urn(self, urn: str) -> Resource:
        """The resource with a URN."""
        (resource,) = (each for each in self.resources if each.urn == urn)
        return resource

    def parent(self, resource: Resource) -> Resource:
        """What a resource belongs to."""
        return self.by_urn(resource.parent_urn)

    def provider(self, resource: Resource) -> Resource:
        """The provider instance of a resource; fails for the default one."""
        return self.by_urn(resource.provider_urn)

    def children(self, resource: Resource) -> tuple[Resource, ...]:
        """What belongs to a resource, directly."""
        return tuple(each for each in self.resources if each.parent_urn == resource.urn)

    def dependencies(self, resource: Resource) -> frozenset[Resource]:
        """What a resource waits for directly, by ``depends_on`` or by an input."""
        return frozenset(self.by_urn(urn) for urn in resource.request.dependencies)

    def all_dependencies(self, resource: Resource) -> frozenset[Resource]:
        """What a resource waits for directly or through others."""
        found: dict[str, Resource] = {}
        waiting = [resource]
        while waiting:
            for dependency in self.dependencies(waiting.pop()):
                if dependency.urn not in found:
                    found[dependency.urn] = dependency
                    waiting.append(dependency)
        return frozenset(found.values())

    def waits_for(self, resource: Resource, others: Iterable[Resource]) -> bool:
        """Whether all the others exist before the resource is made."""
        return set(others) <= self.all_dependencies(resource)


def _opened(value: object, path: tuple[str, ...], secret_paths: set[tuple[str, ...]]) -> object:
    if isinstance(value, dict):
        group = cast("dict[str, object]", value)
        if group.get(_SIGNATURE) == _SECRET:
            secret_paths.add(path)
            return _opened(group.get("value"), path, secret_paths)
        return {key: _opened(item, (*path, key), secret_paths) for key, item in group.items()}
    if isinstance(value, list):
        items = cast("list[object]", value)
        return [_opened(item, (*path, str(at)), secret_paths) for at, item in enumerate(items)]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def guid_of(resource: Resource, purpose: str) -> str:
    """A GUID that Azure might assign, the same in every run."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{resource.name}/{purpose}"))
