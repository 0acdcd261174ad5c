"""The first PEM block of a file, as Go finds it.

Source: ``encoding/pem`` of Go, ``Decode``: ccoctl reads key files with it. It differs from OpenSSL
in relevant details: text around the block is skipped, any label and headers are accepted, and a
block that starts in the middle of a line, or that is not base64, is ignored.
"""

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Final

_BEGIN: Final = b"-----BEGIN "
_END: Final = b"\n-----END "
_DASHES: Final = b"-----"


@dataclass(frozen=True, slots=True)
class PemBlock:
    """Label and decoded content; the content can be secret, so it is not in ``repr``."""

    label: str
    content: bytes

    def __repr__(self) -> str:
        return f"PemBlock({self.label!r}, {len(self.content)} bytes)"


def decode(data: bytes) -> PemBlock | None:
    """The first complete block; ``None`` if Go finds none.

    Blocks that are truncated, have two labels or are not base64 are skipped.
    """
    start = 0
    while (end := data.find(_END, start)) >= 0:
        begin = data.rfind(_BEGIN, start, end)
        if begin >= 0 and (begin == start or data[begin - 1 : begin] == b"\n"):
            block = _block(data, begin + len(_BEGIN), end)
            if block is not None:
                return block
        start = end + len(_END)
    return None


def _block(data: bytes, position: int, end: int) -> PemBlock | None:
    """The block whose label starts at ``position`` and whose END line follows ``end``."""
    line, position = _line(data, position)
    if not line.endswith(_DASHES):
        return None
    label = line.removesuffix(_DASHES)
    has_headers = False
    while b":" in (header := _line(data, position))[0]:
        has_headers, position = True, header[1]
    if has_headers and end < position:
        return None
    trailer = data[end + len(_END) :]
    if not trailer.startswith(label + _DASHES):
        return None
    if _line(trailer, len(label) + len(_DASHES))[0]:
        return None
    try:
        content = _base64(data[position:end])
    except binascii.Error:
        return None
    return PemBlock(label.decode("utf-8", "replace"), content)


def _line(data: bytes, position: int) -> tuple[bytes, int]:
    """The line at ``position`` without trailing white space, and the start of the next line."""
    newline = data.find(b"\n", position)
    if newline == -1:
        return data[position:].rstrip(b" \t"), len(data)
    return data[position:newline].removesuffix(b"\r").rstrip(b" \t"), newline + 1


def _base64(text: bytes) -> bytes:
    compact = text.translate(None, b" \t\r\n")
    # Python accepts invalid padding, and data after it.
    if len(compact) % 4 or not re.fullmatch(rb"[^=]*={0,2}", compact):
        raise binascii.Error
    return base64.b64decode(compact, validate=True)
