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
    """One thing that the identity may do, where, and why it needs to; conditions in words."""

    actions: tuple[str, ...]
    scope: str
    why: str
    conditions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """An identity: what it is, who can become it, what it may do, and what else to know."""

    identity: str
    ways: tuple[Way, ...]
    permissions: tuple[Permission, ...]
    remarks: tuple[str, ...] = ()
