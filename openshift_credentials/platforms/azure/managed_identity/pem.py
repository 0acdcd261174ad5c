"""PEM as Go's ``encoding/pem`` reads it, which decides what a login finds in a bundle.

A malformed block is ignored silently: a byte order mark before the first line hides the first
block; text between blocks is ignored. Source: Go's ``encoding/pem/pem.go``.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from ...go.text import decode_base64

_BEGIN: Final = b"-----BEGIN "
_END: Final = b"\n-----END "
_DASHES: Final = b"-----"


class BundleError(Exception):
    """A bundle cannot be read; the message completes "member client_secret ..."."""


class Block(NamedTuple):
    """Type, such as ``CERTIFICATE``, and decoded content."""

    kind: str
    content: bytes


def blocks(data: bytes) -> Iterator[Block]:
    """The well-formed blocks in their order."""
    rest = data
    while (end := rest.find(_END)) >= 0:
        after_end = rest[end + len(_END) :]
        begin = rest.rfind(_BEGIN, 0, end)
        if begin < 0 or (begin > 0 and rest[begin - 1 : begin] != b"\n"):
            rest = after_end
            continue
        found = _block(rest[begin + len(_BEGIN) :], end - begin - len(_BEGIN))
        if found is None:
            rest = after_end
            continue
        block, trailer = found
        yield block
        rest = trailer


def _block(text: bytes, end: int) -> tuple[Block, bytes] | None:
    """The block whose type line starts ``text`` and whose end line is at ``end``; what follows."""
    line, rest, consumed = _line(text)
    if not line.endswith(_DASHES):
        return None
    kind, end = line.removesuffix(_DASHES), end - consumed
    rest, consumed = _without_headers(rest)
    end -= consumed
    if not rest or (consumed and end < 0):
        return None
    # An empty block shares the newline between its two lines: end is -1 then.
    trailer = rest[end + len(_END) :]
    closing = kind + _DASHES
    if not trailer.startswith(closing) or _line(trailer[len(closing) :])[0]:
        return None
    encoded = rest[:end].replace(b" ", b"").replace(b"\t", b"") if end > 0 else b""
    content = decode_base64(encoded.decode("latin-1"))
    if content is None:
        return None
    return Block(kind.decode("utf-8", "replace"), content), _line(trailer)[1]


def _without_headers(text: bytes) -> tuple[bytes, int]:
    """The part after the lines with a colon, and the length of those in bytes."""
    consumed = 0
    while text:
        line, rest, length = _line(text)
        if b":" not in line:
            break
        text, consumed = rest, consumed + length
    return text, consumed


def _line(data: bytes) -> tuple[bytes, bytes, int]:
    """First line without trailing white space, the rest, and the position of the rest."""
    index = data.find(b"\n")
    if index < 0:
        return data.rstrip(b" \t"), b"", len(data)
    line = data[:index].removesuffix(b"\r")
    return line.rstrip(b" \t"), data[index + 1 :], index + 1
