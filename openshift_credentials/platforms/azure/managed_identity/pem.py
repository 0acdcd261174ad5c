"""PEM as Go's ``encoding/pem`` reads it, which decides what a login finds in a bundle.

A malformed block is ignored silently: a byte order mark or a space before the first line hides the
block; text between blocks is ignored. ``cryptography`` reads such blocks. Source: Go's
``encoding/pem/pem.go``.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from ...go.text import decode_base64

_BLOCK: Final = re.compile(
    rb"^-----BEGIN (?P<kind>[^\n]*?)-----[ \t]*\r?\n"
    rb"(?:[^\n:]*:[^\n]*\n)*+"  # headers
    rb"(?P<text>(?:(?!^-----(?:BEGIN|END) ).)*)"
    rb"^-----END (?P=kind)-----[ \t]*\r?$",
    re.DOTALL | re.MULTILINE,
)


class Block(NamedTuple):
    """Type, such as ``CERTIFICATE``, and decoded content."""

    kind: str
    content: bytes


def blocks(data: bytes) -> Iterator[Block]:
    """The well-formed blocks in their order."""
    for found in _BLOCK.finditer(data):
        content = decode_base64(found["text"].translate(None, b" \t").decode("latin-1"))
        if content is not None:
            yield Block(found["kind"].decode("utf-8", "replace"), content)
