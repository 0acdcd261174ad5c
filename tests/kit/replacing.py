"""Which change of an input replaces a resource, as the real providers have it.

AWS and Azure: :mod:`tests.kit.cloud_rows`. Kubernetes: name and namespace
(pulumi/pulumi-kubernetes ``provider/pkg/provider/diff.go``).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.kit import tokens
from tests.kit.cloud_rows import ROWS


def replacing(type_: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Inputs whose change replaces a resource of this type, sorted."""
    return sorted(_replacing(type_, old, new))


def never_changes(type_: str) -> frozenset[str]:
    """Inputs that the provider would update, and that the cloud never changes."""
    return frozenset(ROWS[type_].fixed) if type_ in ROWS else frozenset()


def _replacing(type_: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    if type_.startswith("kubernetes:"):
        before: Any = old.get("metadata", {})
        after: Any = new.get("metadata", {})
        if isinstance(after, str):
            return  # unknown, while the engine looks for what follows a replacement
        for part in ("name", "namespace"):
            if before.get(part) != after.get(part):
                yield f"metadata.{part}"
        return
    for key in {*old, *new}:
        if old.get(key) != new.get(key) and replaces(type_, key):
            yield key


def replaces(type_: str, key: str) -> bool:
    """Whether a change of this input replaces a resource of this type."""
    if type_ in ROWS:
        return key in ROWS[type_].replacing
    if type_ == tokens.SLEEP:
        return key == "triggers"
    return type_ == tokens.PRIVATE_KEY


def deletes_first(type_: str, new: Mapping[str, Any]) -> bool:
    """Azure: always, as the program gives every name. AWS and Google Cloud: by their tables."""
    row = ROWS.get(type_)
    if row is None or type_.startswith("azure-native:"):
        return row is not None
    return row.deletes_first or (row.named is not None and row.named in new)
