"""PEM as Go's ``encoding/pem`` reads it, ``Decode``, which differs from OpenSSL.

Text around a block is skipped, any label and headers are accepted, and a block that starts in the middle of a line,
that is truncated or has two labels, or that is not base64, is ignored.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from .text import decode_base64

_BEGIN: Final = b"-----BEGIN "
_END: Final = b"\n-----END "
_DASHES: Final = b"-----"


@dataclass(frozen=True, slots=True)
class PemBlock:
    """Label and decoded content; the content can be secret, so it is not in ``repr``."""

    label: str
    content: bytes = field(repr=False)


def pem_blocks(data: bytes) -> Iterator[PemBlock]:
    start = 0
    while (end := data.find(_END, start)) >= 0:
        begin, first, start = data.rfind(_BEGIN, start, end), start, end + len(_END)
        if begin >= 0 and (begin == first or data[begin - 1 : begin] == b"\n"):
            block = _block(data, begin + len(_BEGIN), end)
            if block is not None:
                yield block


def _block(data: bytes, position: int, end: int) -> PemBlock | None:
    """The block whose label starts at ``position`` and whose END line follows ``end``."""
    line, position = _line(data, position)
    if not line.endswith(_DASHES):
        return None
    label = line.removesuffix(_DASHES)
    has_headers = False
    while b":" in (header := _line(data, position))[0]:
        has_headers, position = True, header[1]
    trailer = data[end + len(_END) :]
    is_whole = trailer.startswith(label + _DASHES) and not _line(trailer, len(label) + len(_DASHES))[0]
    if not is_whole or (has_headers and end < position):
        return None
    content = decode_base64(data[position:end].translate(None, b" \t").decode("latin-1"))
    return None if content is None else PemBlock(label.decode("utf-8", "replace"), content)


def _line(data: bytes, position: int) -> tuple[bytes, int]:
    """The line at ``position`` without trailing white space, and the start of the next line."""
    newline = data.find(b"\n", position)
    if newline == -1:
        return data[position:].rstrip(b" \t"), len(data)
    return data[position:newline].removesuffix(b"\r").rstrip(b" \t"), newline + 1
