"""Go's view of text, where Python's differs in a way that decides something."""

import binascii
import re
from typing import Final

_STANDARD: Final = re.compile(r"(?:[A-Za-z0-9+/]{4})*+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")


def decode_base64(text: str) -> bytes | None:
    """What ``base64.StdEncoding`` decodes: line ends are ignored, padding is required.

    ``None`` if Go rejects the text. Source: Go ``src/encoding/base64/base64.go``, ``Encoding.DecodeString``.
    """
    joined = text.replace("\r", "").replace("\n", "")
    return binascii.a2b_base64(joined) if _STANDARD.fullmatch(joined) else None


GO_WHITESPACE: Final = (
    "\t\n\v\f\r "
    "\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""What Go's ``unicode.IsSpace`` accepts; ``str.strip()`` also strips U+001C to U+001F."""

_FOLD: Final = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ\u017f\u212a", "abcdefghijklmnopqrstuvwxyzsk")

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def fold_name(name: str) -> str:
    """A member's name as ``encoding/json`` compares it: ASCII letters, long s and Kelvin fold."""
    return name.translate(_FOLD)


def decode(raw: bytes) -> str:
    """Text of a Secret value from which :func:`encode` returns the same bytes.

    Each byte that is not UTF-8 becomes a lone surrogate, which is never white space. In Go, a lone
    0x85 or 0xA0 is not white space either.
    """
    return raw.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def replace_surrogates(text: str) -> str:
    """A text as Go holds it: half of a character, which an escape of JSON can be, is U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)


def trim_space(text: str) -> str:
    return text.strip(GO_WHITESPACE)
