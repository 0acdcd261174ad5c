"""Outcome of a pull: which plugins run, with which token, and which credentials are tried.

Source: kubernetes/kubernetes ``pkg/credentialprovider/plugin/plugin.go``
(``RegisterCredentialProviderPlugins``) and ``plugins.go``, 1.34.1.

Source: kubernetes/kubernetes ``pkg/credentialprovider/keyring.go`` (``BasicDockerKeyring``): the
keys of all answers are sorted in reverse order, so that a longer key comes first; entries with the
same key keep the order of the providers. Without a match, images of Docker Hub use the entry of
Docker Hub.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from openshift_credentials.platforms.go.text import encode

from .gates import KubeletVersion
from .kubelet import Kubelet, Node, PluginCall, Pod, ProviderStep
from .locations import LocationError, matches, parse_location
from .provider_config import UnreadableConfigError, read_file
from .validation import validate

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


@dataclass(frozen=True, slots=True)
class Candidate:
    """A credential that is tried, with the provider that returned it; without its password."""

    provider: str
    username: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Pull:
    """The outcome of all steps.

    ``candidates`` are those of the last pull, in the order in which they are tried; ``audiences``
    are those of the tokens that the kubelet asked for.
    """

    candidates: tuple[Candidate, ...]
    calls: tuple[PluginCall, ...]
    audiences: tuple[str, ...]
    steps: tuple[ProviderStep, ...]


@dataclass(frozen=True, slots=True)
class KubeletStops:
    """The kubelet does not start."""

    reason: str


def pull(config: bytes, node: Node, pod: Pod, image: str, lookups: int = 1) -> Pull | KubeletStops:
    """Look credentials up ``lookups`` times, one after the other, with one cache."""
    try:
        providers = read_file(config, node.kubelet).providers
    except UnreadableConfigError as error:
        return KubeletStops(str(error))
    errors = validate(providers, node.kubelet, token_gate=node.token_gate)
    if errors:
        return KubeletStops("; ".join(f"{error.field}: {error.detail}" for error in errors))
    for provider in providers:
        if provider.name not in node.plugins:
            return KubeletStops(f"executable {provider.name!r} does not exist")
    kubelet = Kubelet(node, pod, image)
    candidates: list[Candidate] = []
    for _ in range(lookups):
        keyring = Keyring[Candidate](node.kubelet)
        for provider in providers:
            answer = kubelet.ask(provider).items()
            keyring.add({key: Candidate(provider.name, one.username) for key, one in answer})
        candidates = keyring.lookup(image)
    return Pull(
        tuple(candidates), tuple(kubelet.calls), tuple(kubelet.audiences), tuple(kubelet.steps)
    )
