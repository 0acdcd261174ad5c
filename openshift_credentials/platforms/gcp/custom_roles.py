"""Limits of a custom role. Source: IAM documentation, "Quotas and limits"."""

from collections.abc import Iterable
from typing import Final

from ..go.text import encode

ROLE_PERMISSIONS: Final = 3000
ROLE_BYTES: Final = 64 * 1024
"""Bytes of title, description and the names of all permissions."""


def role_size(texts: Iterable[str]) -> int:
    """Bytes that count for the limit."""
    return sum(len(encode(text)) for text in texts)
