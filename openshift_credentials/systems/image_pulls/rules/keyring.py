"""Credentials for an image, in the order in which the kubelet tries them.

Source: kubernetes/kubernetes ``pkg/credentialprovider/keyring.go`` (``BasicDockerKeyring``): the
keys of all answers are sorted in reverse order, so that a longer key comes first; entries with the
same key keep the order of the providers. Without a match, images of Docker Hub use the entry of
Docker Hub.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Final, Generic, TypeVar

from openshift_credentials.platforms.go.text import encode
from openshift_credentials.systems.image_pulls.rules.gates import KubeletVersion
from openshift_credentials.systems.image_pulls.rules.locations import (
    LocationError,
    matches,
    parse_location,
)

_Credential = TypeVar("_Credential")

_DOCKER_HUB: Final = "index.docker.io"
_DOCKER_HUB_HOSTS: Final = ("docker.io", _DOCKER_HUB)
_SCHEMES: Final = ("https://", "http://")
_VERSION_PATHS: Final = ("/v1/", "/v2/")


class Keyring(Generic[_Credential]):
    """Credentials by registry or path; a key is ``host[:port][/path]`` and can contain globs."""

    def __init__(self, kubelet: KubeletVersion) -> None:
        self._kubelet = kubelet
        self._credentials: defaultdict[str, list[_Credential]] = defaultdict(list)

    def add(self, answer: Mapping[str, _Credential]) -> None:
        """Add all entries of one answer; like the kubelet, skip keys that are not URLs."""
        for location, credential in answer.items():
            key = _key(location, self._kubelet)
            if key is not None:
                self._credentials[key].append(credential)

    def lookup(self, image: str) -> list[_Credential]:
        """Credentials for ``image`` in the order in which they are tried."""
        found = [
            credential
            for key in sorted(self._credentials, key=encode, reverse=True)
            if matches(key, image, self._kubelet)
            for credential in self._credentials[key]
        ]
        if not found and _is_of_docker_hub(image):
            return list(self._credentials.get(_DOCKER_HUB, ()))
        return found


def _key(location: str, kubelet: KubeletVersion) -> str | None:
    scheme = next((scheme for scheme in _SCHEMES if location.startswith(scheme)), "")
    try:
        parsed = parse_location(location.removeprefix(scheme), kubelet)
    except LocationError:
        return None
    path = parsed.path.decode("utf-8", "surrogateescape")
    if path.startswith(_VERSION_PATHS):
        path = path[3:]
    return parsed.host.decode("utf-8", "surrogateescape") + ("" if path == "/" else path)


def _is_of_docker_hub(image: str) -> bool:
    first, slash, _ = image.partition("/")
    if not first:
        return False
    return not slash or first in _DOCKER_HUB_HOSTS or not any(mark in first for mark in ".:")
