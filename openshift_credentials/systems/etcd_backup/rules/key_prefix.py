"""Prefixes of snapshots: templates, and the uploader's use of a prefix.

Source of the key: openshift/hypershift ``etcd-upload`` (``<prefix>/<Unix seconds>.db``).
"""

import re
from typing import Final

from openshift_credentials.base.text_rule import TextRule

DEFAULT_ROOT: Final = "etcd-backups"
"""Default prefix of all snapshots."""

_KEY_LIMIT: Final = 1024
"""Characters of an S3 key and of a blob's name (Amazon S3 User Guide, Azure documentation)."""

_OBJECT_NAME_LENGTH: Final = len("/1775575637.db")

_PLACEHOLDER: Final = re.compile(r"\{(namespace|name)\}")


def default_template(root: str) -> str:
    """The template for a separate prefix per hosted cluster below ``root``."""
    return f"{root.rstrip('/')}/{{namespace}}/{{name}}"


def render(template: str, hosted_cluster: str) -> str:
    """Put namespace and name of a hosted cluster (``namespace/name``) into a template."""
    namespace, _, name = hosted_cluster.partition("/")
    values = {"namespace": namespace, "name": name}
    return _PLACEHOLDER.sub(lambda match: values[match[1]], template)


def is_literal(template: str) -> bool:
    """Whether the same prefix comes out for every hosted cluster."""
    return not _PLACEHOLDER.search(template)


def is_below(root: str, prefix: str) -> bool:
    """Whether all keys of ``prefix`` are keys of ``root``, to which the identity is confined."""
    return f"{folder(prefix)}/".startswith(f"{folder(root)}/")


def folder(prefix: str) -> str:
    """The prefix as the part of a key before the last slash: one trailing slash is removed."""
    return prefix.removesuffix("/")


def object_key_pattern(prefix: str) -> str:
    """The key of a snapshot, with ``<Unix seconds>`` for the moment of the upload."""
    return f"{folder(prefix)}/<Unix seconds>.db"


def is_too_long(prefix: str) -> bool:
    """Whether the key of a snapshot below the prefix exceeds the limit of a storage."""
    return len(folder(prefix)) + _OBJECT_NAME_LENGTH > _KEY_LIMIT


def _key_prefix(value: str) -> str | None:
    if is_too_long(value):
        return (
            f"must leave room for the snapshot's name: at most {_KEY_LIMIT - _OBJECT_NAME_LENGTH} "
            f"characters, so that the key has no more than {_KEY_LIMIT}"
        )
    if value.startswith("/") or "//" in value:
        return "must not start with '/' or have an empty part ('//')"
    if any(part in (".", "..") for part in value.split("/")):
        return "must not have a part that is '.' or '..'"
    return None


S3_KEY_PREFIX: Final = TextRule(
    "1 to 1024 of the characters a-z A-Z 0-9 ! _ . * ' ( ) / -",
    re.compile(r"[a-zA-Z0-9!_.*'()/-]+"),
    DEFAULT_ROOT,
    also=_key_prefix,
)
AZURE_KEY_PREFIX: Final = TextRule(
    "1 to 1024 of the characters a-z A-Z 0-9 / _ . -", re.compile(r"[a-zA-Z0-9/_.-]+"), DEFAULT_ROOT, also=_key_prefix
)
KEY_PREFIX_TEMPLATE: Final = TextRule(
    "1 to 1024 characters that are allowed in a key prefix, and the placeholders {namespace} "
    "and {name} of the HostedCluster",
    re.compile(r"(?:[a-zA-Z0-9!_.*'()/-]|\{namespace\}|\{name\})+"),
    f"{DEFAULT_ROOT}/{{namespace}}/{{name}}",
    also=_key_prefix,
)
