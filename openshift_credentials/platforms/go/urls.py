"""URLs as Go's ``net/url`` parses them, which ``urlsplit`` of Python does not.

It checks escapes, the characters of a host and the port. Hosts and paths are bytes, because a percent sign in them can
encode any byte. Before Go 1.26 (``urlstrictcolons``), a host could have several colons. Source: Go 1.26
``net/url/url.go``.
"""

import re
from ipaddress import AddressValueError, IPv6Address
from typing import Final

from .text import encode

_HOST: Final = re.compile(rb"[A-Za-z0-9\-_.~!$&'()*+,;=:\[\]<>\"\x80-\xff]*")
_ESCAPED_HOST: Final = re.compile(rb"(?:[^%]|%25|%[89A-Fa-f][0-9A-Fa-f])*", re.DOTALL)
_ESCAPED_ZONE: Final = re.compile(rb"(?:[^%]|%[0-9A-Fa-f]{2})*", re.DOTALL)
_USER: Final = re.compile(rb"[A-Za-z0-9\-._:~!$&'()*+,;=%@]*")
_ESCAPE: Final = re.compile(rb"%([0-9A-Fa-f]{2})")
_BROKEN_ESCAPE: Final = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_CONTROL: Final = re.compile(rb"[\x00-\x1f\x7f]")
_PORT: Final = re.compile(rb"(?::[0-9]*)?")


class LocationError(ValueError):
    """A URL that Go's ``net/url`` rejects."""


def parse_location(text: str, *, strict_colons: bool = True) -> tuple[bytes, bytes]:
    """Host with its port, and path, of ``text`` behind ``https://``.

    Raises :class:`LocationError` with the reason of ``net/url``.
    """
    rest, _, fragment = encode(text).partition(b"#")
    if _CONTROL.search(rest):
        raise LocationError("has a control character")
    rest = rest.partition(b"?")[0]
    authority, slash, path = rest.partition(b"/")
    user, at, host = authority.rpartition(b"@")
    whole_host = _host(host, strict_colons=strict_colons)
    if at and not _USER.fullmatch(user):
        raise LocationError("has an invalid user name before '@'")
    for part in (user, path, fragment):
        if _BROKEN_ESCAPE.search(part):
            raise LocationError("has a percent sign that does not start an escape")
    return whole_host, _unescape(slash + path)


def is_https(text: str) -> bool:
    """Whether it is a URL with scheme ``https``; Go checks little of one without a slash behind the scheme."""
    scheme, colon, rest = text.partition(":")
    if not colon or scheme.lower() != "https":
        return False
    try:
        parse_location(rest.removeprefix("//") if rest.startswith("/") else f"?{rest}")
    except ValueError:
        return False
    return True


def _host(host: bytes, *, strict_colons: bool) -> bytes:
    """The host with its port, unescaped; only an IPv6 address can be in brackets."""
    if host.rfind(b"[") > 0:
        raise LocationError("has '[' inside the host, which is for IPv6 addresses only")
    if not host.startswith(b"["):
        colon = host.find(b":") if strict_colons else host.rfind(b":")
        _check_port(host[colon:] if colon >= 0 else b"")
        return _host_text(host)
    address, bracket, port = host[1:].rpartition(b"]")
    if not bracket:
        raise LocationError("has no ']' after '['")
    _check_port(port)
    address, percent, zone = address.partition(b"%25")
    name = _host_text(address) + _zone(percent + zone)
    front, sign, scope = name.partition(b"%")
    try:
        IPv6Address(front.decode("ascii"))
    except (AddressValueError, UnicodeDecodeError):
        raise LocationError("has no IPv6 address between '[' and ']'") from None
    if sign and not scope:
        raise LocationError("has an IPv6 address with an empty zone")
    return b"[" + name + b"]" + port


def _check_port(port: bytes) -> None:
    if not _PORT.fullmatch(port):
        raise LocationError("has a port that is not a number")


def _host_text(text: bytes) -> bytes:
    if not _ESCAPED_HOST.fullmatch(text):
        raise LocationError("has an escape that is not allowed in a host")
    if not _HOST.fullmatch(text.replace(b"%", b"")):
        raise LocationError("has a character that is not allowed in a host")
    return _unescape(text)


def _zone(text: bytes) -> bytes:
    if not _ESCAPED_ZONE.fullmatch(text):
        raise LocationError("has an escape that is not allowed in a zone")
    escaped = b"".join(bytes((int(code, 16),)) for code in _ESCAPE.findall(text))
    plain = escaped.isascii() and _HOST.fullmatch(escaped.translate(None, b" %"))
    if not plain or not _HOST.fullmatch(_ESCAPE.sub(b"", text)):
        raise LocationError("has a character that is not allowed in a zone")
    return _unescape(text)


def _unescape(text: bytes) -> bytes:
    return _ESCAPE.sub(lambda match: bytes((int(match[1], 16),)), text)
