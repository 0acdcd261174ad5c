"""Observations of a cluster. Pure, so that every check is tested without a cluster."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Object = Mapping[str, Any]


class Obstacle(StrEnum):
    """Why something could not be read."""

    ABSENT = "absent"
    """There is no such object, or the cluster does not have its type."""

    FORBIDDEN = "forbidden"
    """RBAC does not allow the caller to read it."""

    UNREACHABLE = "unreachable"
    """The API server did not answer."""

    UNAUTHENTICATED = "unauthenticated"
    """The API server does not accept the caller's token or certificate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One request: a list or an object of the API server, by its path.

    ``name`` identifies it for checks. With ``metadata_only``, the content of the objects is never
    transferred, as for Secrets of which only the existence matters. The answer to a request with
    ``is_text``, such as a log, is an object with the member ``text``. With ``question``, the
    request is a review or a dry run, which changes nothing: it is posted, optionally as ``user`` of
    ``group``, and a denial is also an answer; of an approval only the kind is kept. A request with
    ``is_hosted`` goes to the hosted cluster itself.
    """

    name: str
    path: str
    permission: str
    label_selector: str | None = None
    field_selector: str | None = None
    metadata_only: bool = False
    is_hosted: bool = False
    parameters: tuple[tuple[str, str], ...] = ()
    is_text: bool = False
    question: Object | None = None
    user: str | None = None
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Observed:
    """Answers by the name of their read; reads that failed are in ``obstacles``.

    A list is its items; an object is a list of one.
    """

    answers: Mapping[str, Sequence[Object]]
    obstacles: Mapping[str, Obstacle] = field(default_factory=dict[str, Obstacle])

    def all(self, name: str) -> Sequence[Object]:
        """All objects of a read; none if it failed."""
        return self.answers.get(name, ())

    def one(self, name: str) -> Object | None:
        """The object of a read, or ``None``."""
        return next(iter(self.all(name)), None)

    def in_namespace(self, name: str, namespace: str) -> list[Object]:
        """The objects of a read in one namespace."""
        return [each for each in self.all(name) if namespace_of(each) == namespace]

    def together_with(self, other: "Observed") -> "Observed":
        """The observations of both."""
        return Observed({**self.answers, **other.answers}, {**self.obstacles, **other.obstacles})

    def obstacle(self, name: str) -> Obstacle | None:
        """Why a read has no answer, or ``None``."""
        return self.obstacles.get(name)


def name_of(item: Object) -> str:
    """``metadata.name``."""
    return str(_metadata(item).get("name") or "")


def namespace_of(item: Object) -> str:
    """``metadata.namespace``."""
    return str(_metadata(item).get("namespace") or "")


def annotations_of(item: Object) -> Mapping[str, str]:
    """``metadata.annotations``."""
    return _metadata(item).get("annotations") or {}


def labels_of(item: Object) -> Mapping[str, str]:
    """``metadata.labels``."""
    return _metadata(item).get("labels") or {}


def is_managed_by_pulumi(item: Object) -> bool:
    """Whether Pulumi's Kubernetes provider has written fields of the object."""
    managers = _metadata(item).get("managedFields") or ()
    return any(str(each.get("manager", "")).startswith("pulumi") for each in managers)


def _metadata(item: Object) -> Mapping[str, Any]:
    return item.get("metadata") or {}
