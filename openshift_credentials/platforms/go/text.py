"""Go's view of text and URLs, where Python's differs in a way that decides something.

Python's ``urlsplit`` accepts nearly everything. Go checks escapes, the characters of a host and the
port, but nothing after ``https:`` unless a slash follows. Source: Go 1.26 ``net/url/url.go``.
"""

import binascii
import ipaddress
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


_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_ESCAPED: Final = re.compile(r"(?:[^%]|%[0-9a-fA-F]{2})*", re.DOTALL)
_USER: Final = re.compile(r"(?:[A-Za-z0-9\-._:~!$&'()*+,;=@]|%[0-9a-fA-F]{2})*")
_PORT: Final = r"(?::[0-9]*)?"
_HOST_TEXT: Final = r"(?:[^\x00-\x7f]|[A-Za-z0-9!\"$&'()*+,\-.;<=>\[\]_~:]|%25|%[89a-fA-F][0-9a-fA-F])*"
_HOST: Final = re.compile(_HOST_TEXT.replace(r"\[\]", r"\]").replace("~:]", "~]") + _PORT)
_IP_LITERAL: Final = re.compile(rf"\[(?P<address>{_HOST_TEXT})\]{_PORT}")
_ZONE: Final = re.compile(r"%25.+", re.DOTALL)


def is_https(text: str) -> bool:
    before_fragment, _, fragment = text.partition("#")
    scheme, colon, rest = before_fragment.partition(":")
    if _CONTROL.search(text) or not colon or scheme.lower() != "https":
        return False
    if not _ESCAPED.fullmatch(fragment):
        return False
    path = rest.partition("?")[0]
    if path.startswith("//"):
        authority, slash, path = path[2:].partition("/")
        path = slash + path
        if not _is_authority(authority):
            return False
    return not path.startswith("/") or _ESCAPED.fullmatch(path) is not None


def _is_authority(text: str) -> bool:
    user, at, host = text.rpartition("@")
    if at and not _USER.fullmatch(user):
        return False
    if host.rfind("[") > 0:
        return False
    literal = _IP_LITERAL.fullmatch(host)
    if literal is None:
        return _HOST.fullmatch(host) is not None
    try:
        ipaddress.IPv6Address(_ZONE.sub("", literal["address"]))
    except ValueError:
        return False
    return True
