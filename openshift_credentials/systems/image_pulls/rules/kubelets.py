"""Kubelets: what differs between their versions, and how they compare patterns with images.

Sources: kubernetes/kubernetes ``pkg/features/kube_features.go``; kubernetes/kubelet
``config/v1/types.go`` (``v1`` since v0.26, no ``cacheType`` at v0.33) and ``go.mod``
(``godebug default=go1.26`` at v0.36); Go's ``urlstrictcolons``. OpenShift 4.N has Kubernetes
1.(N + 13). Image patterns and images are URLs without a scheme: kubernetes/kubernetes
``pkg/credentialprovider/keyring.go`` (``ParseSchemelessURL``, ``URLsMatch``), Go's ``net/url`` and
``path/filepath``. Hosts and paths are bytes, because a percent sign in them can encode any byte.
Scopes: openshift/machine-config-operator
``vendor/github.com/openshift/runtime-utils/pkg/registries/registries.go``.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from ipaddress import AddressValueError, IPv6Address
from typing import Final, Self

from openshift_credentials.platforms.kubernetes.names import OPENSHIFT_VERSION

_KUBERNETES_VERSION: Final = re.compile(r"v?1\.([0-9]{1,3})(?:[.+-][0-9A-Za-z.+-]*)?")
_MINOR_OFFSET: Final = 13


class GateState(StrEnum):
    ABSENT = "absent"
    OFF = "off"
    ON = "on"


@dataclass(frozen=True, slots=True)
class KubeletVersion:
    """The minor version 1.N of a kubelet, and what it decides."""

    minor: int

    @classmethod
    def of_openshift(cls, version: str) -> Self:
        """The kubelet of OpenShift ``4.N`` or ``4.N.Z``. Raises ValueError for any other text."""
        match = OPENSHIFT_VERSION.pattern.fullmatch(version)
        if match is None:
            raise ValueError("must be 4.N or 4.N.Z")
        return cls(int(match[1]) + _MINOR_OFFSET)

    @classmethod
    def parse(cls, version: str) -> Self:
        """The version ``1.N``, also as ``v1.N.Z``. Raises ValueError for any other text."""
        match = _KUBERNETES_VERSION.fullmatch(version)
        if match is None:
            raise ValueError("must be a version of Kubernetes such as 1.34")
        return cls(int(match[1]))

    @property
    def token_gate(self) -> GateState:
        """Default of the feature gate KubeletServiceAccountTokenForCredentialProviders."""
        if self.minor < 33:
            return GateState.ABSENT
        return GateState.ON if self.minor >= 34 else GateState.OFF

    @property
    def has_cache_type(self) -> bool:
        """Whether ``tokenAttributes.cacheType`` is required; before, it is an unknown field."""
        return self.minor >= 34

    @property
    def refuses_colons_in_hosts(self) -> bool:
        """Whether ``a:1:2`` is no host; before, everything behind the last colon is the port."""
        return self.minor >= 36

    @property
    def reads_directories(self) -> bool:
        return self.minor >= 34

    @property
    def openshift(self) -> str:
        return f"4.{self.minor - _MINOR_OFFSET}"

    def __str__(self) -> str:
        return f"1.{self.minor}"


DIRECTORIES_SINCE: Final = KubeletVersion(34)
COMPARED: Final = KubeletVersion(34)
"""The version whose answers the tests compare with, and what the verbs assume."""


def is_nested(inner: str, outer: str) -> bool:
    """Whether a scope is another one, a path below it, or a host below its ``*.``."""
    if inner == outer or inner.startswith(f"{outer}/"):
        return True
    host = inner.partition(":" if ":" in inner else "/")[0]
    return outer.startswith("*.") and host.endswith(outer[1:]) and "/" not in host


_HOST: Final = re.compile(rb"[A-Za-z0-9\-_.~!$&'()*+,;=:\[\]<>\"\x80-\xff]*")
_ESCAPED_HOST: Final = re.compile(rb"(?:[^%]|%25|%[89A-Fa-f][0-9A-Fa-f])*", re.DOTALL)
_ESCAPED_ZONE: Final = re.compile(rb"(?:[^%]|%[0-9A-Fa-f]{2})*", re.DOTALL)
_USER: Final = re.compile(rb"[A-Za-z0-9\-._:~!$&'()*+,;=%@]*")
_ESCAPE: Final = re.compile(rb"%([0-9A-Fa-f]{2})")
_BROKEN_ESCAPE: Final = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_CONTROL: Final = re.compile(rb"[\x00-\x1f\x7f]")
_PORT: Final = re.compile(rb"(?::[0-9]*)?")
_CLASS: Final = re.compile(rb"\[((?:[^\]\\-](?:-[^\]\\-])?)+)\]")
_ANYTHING: Final = rb"[^/]*"


class LocationError(ValueError):
    """A pattern or an image that Go's ``net/url`` rejects."""


@dataclass(frozen=True, slots=True)
class Location:
    """Labels of the host, the port (empty if there is none) and the path, for comparison."""

    host: bytes
    labels: tuple[bytes, ...]
    port: bytes
    path: bytes


@lru_cache(maxsize=4096)
def parse_location(text: str, kubelet: KubeletVersion) -> Location:
    """Host, port and path of ``text`` behind ``https://``.

    Raises :class:`LocationError` with the reason of ``net/url``.
    """
    rest, _, fragment = text.encode("utf-8", "surrogateescape").partition(b"#")
    if _CONTROL.search(rest):
        raise LocationError("has a control character")
    rest = rest.partition(b"?")[0]
    authority, slash, path = rest.partition(b"/")
    user, at, host = authority.rpartition(b"@")
    whole_host = _host(host, kubelet)
    if at and not _USER.fullmatch(user):
        raise LocationError("has an invalid user name before '@'")
    for part in (user, path, fragment):
        if _BROKEN_ESCAPE.search(part):
            raise LocationError("has a percent sign that does not start an escape")
    name, port = _split_port(whole_host)
    return Location(whole_host, tuple(name.split(b".")), port, _unescape(slash + path))


def matches(pattern: str, image: str, kubelet: KubeletVersion) -> bool:
    """Whether a kubelet asks a provider with ``pattern`` for credentials of ``image``.

    ``False`` if one of them is not a URL. Globs are allowed only in labels of the host, the ports must be the same
    text, and the path of the pattern must be a prefix of the image's path, character by character.
    """
    try:
        wanted, given = parse_location(pattern, kubelet), parse_location(image, kubelet)
    except LocationError:
        return False
    return (
        wanted.port == given.port
        and len(wanted.labels) == len(given.labels)
        and given.path.startswith(wanted.path)
        and all(map(_label_matches, wanted.labels, given.labels))
    )


def pattern_problem(pattern: str, kubelet: KubeletVersion) -> str | None:
    try:
        parse_location(pattern, kubelet)
    except LocationError as error:
        return str(error)
    return None


def _host(host: bytes, kubelet: KubeletVersion) -> bytes:
    """The host with its port, unescaped; only an IPv6 address can be in brackets."""
    if host.rfind(b"[") > 0:
        raise LocationError("has '[' inside the host, which is for IPv6 addresses only")
    if not host.startswith(b"["):
        colon = host.find(b":") if kubelet.refuses_colons_in_hosts else host.rfind(b":")
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


def _split_port(host: bytes) -> tuple[bytes, bytes]:
    """``net.SplitHostPort``; if that fails, the whole text is the name."""
    name, colon, port = host.rpartition(b":")
    if not colon:
        return host, b""
    if host.startswith(b"["):
        is_whole = host.find(b"]") == len(name) - 1 and b"]" not in port
        return (name[1:-1], port) if is_whole else (host, b"")
    return (host, b"") if b":" in name or b"]" in host else (name, port)


def _label_matches(pattern: bytes, label: bytes) -> bool:
    if b"*" not in pattern and b"[" not in pattern:
        return pattern == label
    glob = _glob(pattern)
    return glob is not None and glob.fullmatch(label) is not None


@lru_cache(maxsize=4096)
def _glob(pattern: bytes) -> re.Pattern[bytes] | None:
    """A label as ``filepath.Match`` reads it; ``None`` for a bad pattern.

    A label can contain ``*``, and a bracket only if it is an IPv6 address, which is then a character class.
    """
    expression, position = b"", 0
    while position < len(pattern):
        character = pattern[position : position + 1]
        if character == b"[":
            group = _CLASS.match(pattern, position)
            if group is None:
                return None
            expression += _character_class(group[1])
            position = group.end()
            continue
        expression += _ANYTHING if character == b"*" else re.escape(character)
        position += 1
    return re.compile(expression, re.DOTALL)


def _character_class(content: bytes) -> bytes:
    members = re.findall(rb"(.)(?:-(.))?", content, re.DOTALL)
    ranges = [(low, high or low) for low, high in members if low <= (high or low)]
    parts = (re.escape(low) + b"-" + re.escape(high) for low, high in ranges)
    return b"[" + b"".join(parts) + b"]" if ranges else rb"(?!)"
