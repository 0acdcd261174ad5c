"""The answer of ``explain``, the same for every cloud and credential mode."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Way:
    """One way to become the identity: a token with this issuer, subject and audience."""

    issuer: str
    subject: str
    audience: str
    why: str


@dataclass(frozen=True, slots=True)
class Permission:
    """One permission of the identity, its place and its reason; conditions as text."""

    actions: tuple[str, ...]
    scope: str
    why: str
    conditions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """An identity: what it is, who can use it, its permissions, and notes."""

    identity: str
    ways: tuple[Way, ...]
    permissions: tuple[Permission, ...]
    remarks: tuple[str, ...] = ()
