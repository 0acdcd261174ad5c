"""Keys of annotations as Kubernetes checks them.

Source: kubernetes/apimachinery ``pkg/util/validation`` (``IsQualifiedName``), applied to the key
in lower case as ``ValidateAnnotations`` does.
"""

import re
from collections.abc import Iterator
from typing import Final

_NAME: Final = re.compile(r"([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]")
_PREFIX: Final = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_NAME_LIMIT: Final = 63
_PREFIX_LIMIT: Final = 253


def annotation_key_problems(key: str) -> Iterator[str]:
    """Every rule that the key violates; limits are in bytes."""
    # Character by character, as in Go, where a letter never becomes two.
    lower = "".join(character.lower()[:1] for character in key)
    prefix, slash, name = lower.rpartition("/")
    if "/" in prefix:
        yield "must be a name, with at most one prefix and '/' before it"
        return
    if slash and not prefix:
        yield "prefix part must be non-empty"
    elif slash:
        if len(prefix.encode()) > _PREFIX_LIMIT:
            yield f"prefix part must be no more than {_PREFIX_LIMIT} bytes"
        if not _PREFIX.fullmatch(prefix):
            yield (
                "prefix part must be a DNS name of lower case letters, digits, '-' and '.', "
                "each part starting and ending with a letter or digit"
            )
    if not name:
        yield "name part must be non-empty"
    elif len(name.encode()) > _NAME_LIMIT:
        yield f"name part must be no more than {_NAME_LIMIT} bytes"
    if not _NAME.fullmatch(name):
        yield (
            "name part must consist of letters, digits, '-', '_' and '.', starting and ending "
            "with a letter or digit"
        )
