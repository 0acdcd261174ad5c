"""Whether Go's ``url.Parse`` accepts a text and finds the scheme https.

Python's ``urlsplit`` accepts nearly everything. Go checks escapes, the characters of a host and the
port, but nothing after ``https:`` unless a slash follows. Source: Go 1.26 ``net/url/url.go``.
"""

import ipaddress
import re
from typing import Final

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_ESCAPED: Final = re.compile(r"(?:[^%]|%[0-9a-fA-F]{2})*", re.DOTALL)
_USER: Final = re.compile(r"(?:[A-Za-z0-9\-._:~!$&'()*+,;=@]|%[0-9a-fA-F]{2})*")
_PORT: Final = r"(?::[0-9]*)?"
_HOST_TEXT: Final = r"(?:[^\x00-\x7f]|[A-Za-z0-9!\"$&'()*+,\-.;<=>\[\]_~:]|%25|%[89a-fA-F][0-9a-fA-F])*"
_HOST: Final = re.compile(_HOST_TEXT.replace(r"\[\]", r"\]").replace("~:]", "~]") + _PORT)
_IP_LITERAL: Final = re.compile(rf"\[(?P<address>{_HOST_TEXT})\]{_PORT}")
_ZONE: Final = re.compile(r"%25.+", re.DOTALL)


def is_https(text: str) -> bool:
    """Whether ``text`` is a URL with scheme https to Go."""
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
