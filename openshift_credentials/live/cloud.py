"""Requests to a cloud, which only read. Pure, like the checks of the answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field


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
