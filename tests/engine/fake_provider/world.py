"""What exists in the stand-in clouds: tests look here, and not into the state of a stack."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tests.kit import tokens
from tests.kit.cloud_rows import RULES

Properties = Mapping[str, Any]

_OF_A_SNAPSHOT: Final = "madeBy"


class RefusedError(Exception):
    """The cloud says no."""


def refuse(rule: str, **parts: object) -> RefusedError:
    """The answer of a cloud by a rule of the tables."""
    return RefusedError(RULES[rule].refusal.format(**parts))


@dataclass(frozen=True)
class Found:
    """A resource of a cloud: what it was given, and what the cloud has added."""

    given: Properties
    computed: Properties = field(default_factory=dict[str, Any])

    @property
    def properties(self) -> Properties:
        return {**self.given, **self.computed}


@dataclass
class World:
    """Every resource of every cloud, by type and ID.

    ``reserved`` are names that no resource has and that are not free, and why.
    """

    resources: dict[str, Found] = field(default_factory=dict[str, Found])
    reserved: dict[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> "World":
        """Read what :meth:`document` has written."""
        resources = {key: Found(*pair) for key, pair in document["resources"].items()}
        return cls(resources, dict(document["reserved"]))

    def document(self) -> Mapping[str, object]:
        """The world as JSON has it."""
        pairs = {key: (each.given, each.computed) for key, each in self.resources.items()}
        return {"resources": pairs, "reserved": self.reserved}

    def get(self, type_: str, identifier: str) -> Found | None:
        """A resource, if it is there."""
        return self.resources.get(f"{type_} {identifier}")

    def find(self, type_: str, identifier: str) -> Properties | None:
        """Properties of a resource, if it is there."""
        found = self.get(type_, identifier)
        return found.properties if found else None

    def all(self, type_: str) -> Iterator[tuple[str, Properties]]:
        """ID and properties of every resource of a type."""
        for key, found in list(self.resources.items()):
            kind, _, identifier = key.partition(" ")
            if kind == type_:
                yield identifier, found.properties

    def of_type(self, type_: str, **properties: object) -> Sequence[str]:
        """IDs of the resources of a type that have these properties."""
        return [
            identifier
            for identifier, found in self.all(type_)
            if all(found.get(key) == value for key, value in properties.items())
        ]

    def put(self, type_: str, identifier: str, given: Properties, computed: Properties | None = None) -> None:
        """Write a resource; what it was is gone, but for what the cloud has added."""
        key = f"{type_} {identifier}"
        if computed is None:
            computed = self.resources[key].computed if key in self.resources else {}
        self.resources[key] = Found(copy.deepcopy(dict(given)), copy.deepcopy(dict(computed)))

    def remove(self, type_: str, identifier: str) -> None:
        """Take a resource away, if it is there."""
        self.resources.pop(f"{type_} {identifier}", None)

    def snapshots(self) -> Sequence[str]:
        """IDs of the objects and blobs that backups have uploaded."""
        stores = (tokens.S3_OBJECT, tokens.BLOB)
        found = [pair for type_ in stores for pair in self.all(type_)]
        return [identifier for identifier, each in found if _OF_A_SNAPSHOT in each]

    def upload(self, type_: str, identifier: str) -> None:
        """Let a backup write a snapshot."""
        self.put(type_, identifier, {_OF_A_SNAPSHOT: "a backup"})

    def empty_stores(self) -> None:
        """Delete every snapshot."""
        for identifier in self.snapshots():
            self.remove(tokens.S3_OBJECT, identifier)
            self.remove(tokens.BLOB, identifier)
