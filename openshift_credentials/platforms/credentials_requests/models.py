"""CredentialsRequests, ignored requests, and files that cannot be read."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SecretRef:
    """The Secret that a component reads its credentials from."""

    namespace: str
    name: str

    def __str__(self) -> str:
        return f"{self.namespace}/{self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialsRequest:
    """One CredentialsRequest, from document ``document`` (from 1) of file ``file``.

    ``provider_spec`` is JSON text, as in ``runtime.RawExtension``; ``None`` if there is none. A
    document that is not a CredentialsRequest results in empty fields: upstream does not check
    ``kind``.
    """

    file: str
    document: int
    name: str = ""
    namespace: str = ""
    annotations: Mapping[str, str] = field(default_factory=dict[str, str])
    secret: SecretRef = SecretRef("", "")
    service_accounts: tuple[str, ...] = ()
    cloud_token_path: str = ""
    provider_spec: str | None = None

    @property
    def where(self) -> str:
        """The place as text, the start of messages."""
        return f"{self.file}, document {self.document}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ignored:
    """A request that upstream skips; ``reason`` is the end of its log line."""

    file: str
    document: int
    namespace: str
    name: str
    reason: str

    def __str__(self) -> str:
        return f"Ignoring CredentialsRequest {self.namespace}/{self.name} {self.reason}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unreadable:
    """A file with a document that cannot be read."""

    file: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}: {self.message}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Requests:
    """Content of a folder, in upstream's order: files by the bytes of their names."""

    requests: tuple[CredentialsRequest, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    errors: tuple[Unreadable, ...] = ()
