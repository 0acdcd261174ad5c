"""Encrypted values of a stack file, which only the holder of the stack's key can read."""

from typing import Final

SEALED: Final = "[sealed 6e2f2a4c-3a0b-4b7e-8a55-0d9f0f6f6f0e]"
"""Placeholder for an encrypted value in an offline preview; no real value looks like it."""

_MARKS: Final = ("PRIVATE KEY", "client_secret", "clientSecret", "LS0tLS1CRUdJTi")
"""Markers of secrets; the last is base64 of the first line of a PEM file."""


def holds_a_secret(text: str) -> bool:
    """Whether a string is a secret by its content, in any place."""
    return any(mark in text for mark in _MARKS)
