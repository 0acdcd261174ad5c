"""Requests to a cloud, which only read. Pure, like the checks of the answers."""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final, TypeVar

from openshift_credentials.base.errors import UnusableInputError, unusable_input

from .observed import Answer, Observed, Obstacle, Read, Unexpected


@dataclass(frozen=True, slots=True, kw_only=True)
class AwsCall:
    """One request to AWS: a method of boto3's client of a service, and its parameters."""

    name: str
    service: str
    method: str
    region: str
    parameters: Mapping[str, object] = field(default_factory=dict[str, object])

    @property
    def path(self) -> str:
        """Service, operation and subject, for people."""
        about = ", ".join(value for value in self.parameters.values() if isinstance(value, str))
        return f"{self.permission} {about}".strip()

    @property
    def permission(self) -> str:
        """The IAM action that allows it, which has the name of the operation."""
        words = "".join(word.capitalize() for word in self.method.split("_"))
        return f"{self.service}:{_ACTIONS.get(words, words)}"


_ACTIONS: Mapping[str, str] = {
    "GetBucketEncryption": "GetEncryptionConfiguration",
    "GetBucketLifecycleConfiguration": "GetLifecycleConfiguration",
    "GetOpenIdConnectProvider": "GetOpenIDConnectProvider",
    "HeadBucket": "ListBucket",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmRead:
    """One GET of Azure Resource Manager; a list is followed to its last page."""

    name: str
    path: str
    api_version: str
    filter: str | None = None

    @property
    def permission(self) -> str:
        """The action that allows it, derived from the path."""
        return f"read {self.path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoogleRead:
    """One GET of a service of Google Cloud.

    ``items`` is the member with the items of a list, which is followed to its last page.
    """

    name: str
    service: str
    path: str
    permission: str
    universe: str
    items: str | None = None
    parameters: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def url(self) -> str:
        """The request's address, without parameters."""
        return f"https://{self.service}.{self.universe}{self.path}"


CloudRead = AwsCall | ArmRead | GoogleRead


AnyRead = TypeVar("AnyRead", bound=CloudRead | Read)

PAGES: Final = 50
"""Maximum pages of a cloud's list that are read."""

_AT_ONCE: Final = 4
_OBSTACLES: Final[dict[int, Obstacle]] = {
    HTTPStatus.UNAUTHORIZED: Obstacle.UNAUTHENTICATED,
    HTTPStatus.FORBIDDEN: Obstacle.FORBIDDEN,
    HTTPStatus.NOT_FOUND: Obstacle.ABSENT,
}

NOT_AN_OBJECT: Final = Unexpected("something that is not a JSON object")
"""An answer that no API gives, as from a proxy before it."""


def ask(reads: Iterable[AnyRead], answer: Callable[[AnyRead], Answer]) -> Observed:
    """Send every read, a few at once; a failed read is an obstacle and does not stop others."""
    listed = tuple(reads)
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        answers = pool.map(answer, listed)
        return Observed.of(zip((read.name for read in listed), answers, strict=True))


def refused(status: int, words: str) -> Obstacle | Unexpected:
    """What an HTTP status other than success means; ``words`` follow the status in a message."""
    return _OBSTACLES.get(status) or Unexpected(f"status {status} {words}")


def sdk_missing(cloud: str, sdk: str) -> UnusableInputError:
    """The error for ``--cloud`` without the SDK that reads the cloud."""
    reads = f"--cloud reads {cloud} through {sdk}, which is not installed"
    return unusable_input(f"{reads}; run 'make cloud', or in a checkout: pip install '.[cloud]'")
