"""Conditions of role assignments on blobs (Azure ABAC).

Source: learn.microsoft.com, "Actions and attributes for Azure role assignment conditions for Azure
Blob Storage" and "Azure role assignment condition format and syntax".
"""

from collections.abc import Sequence
from typing import Final

VERSION: Final = "2.0"
"""Version of the condition language, which an assignment also contains."""

_PATH: Final = "Microsoft.Storage/storageAccounts/blobServices/containers/blobs:path"


def below_prefixes(data_actions: Sequence[str], prefixes: Sequence[str]) -> str:
    """Allow these actions only on blobs below one of the prefixes (without slash at the end).

    Listing has no path, so an identity with such a condition cannot list blobs. Raises
    :class:`ValueError` without a prefix: the condition would deny everything.
    """
    if not prefixes or not all(prefixes):
        raise ValueError("a condition on the path needs at least one prefix, and no empty ones")
    others = " AND ".join(f"!(ActionMatches{{'{action}'}})" for action in data_actions)
    paths = " OR ".join(
        f"@Resource[{_PATH}] StringStartsWith '{_quote(prefix)}/'" for prefix in prefixes
    )
    return f"(({others}) OR ({paths}))"


def _quote(text: str) -> str:
    """Within single quotes; a backslash escapes both."""
    return text.replace("\\", "\\\\").replace("'", "\\'")
