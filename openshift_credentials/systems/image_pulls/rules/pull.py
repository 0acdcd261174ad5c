"""One kubelet and the outcome of a pull: which plugins run, with which token and credentials.

Sources: kubernetes/kubernetes ``pkg/credentialprovider/plugin/plugin.go`` (``provide``,
``ExecPlugin``, ``decodeResponse``, ``RegisterCredentialProviderPlugins``) and ``plugins.go``,
1.34.1; kubernetes/kubelet ``pkg/apis/credentialprovider/{v1,v1beta1,v1alpha1}``.

Source: kubernetes/kubernetes ``pkg/credentialprovider/keyring.go`` (``BasicDockerKeyring``): the
keys of all answers are sorted in reverse order, so that a longer key comes first; entries with the
same key keep the order of the providers. Without a match, images of Docker Hub use the entry of
Docker Hub.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Final, Generic, TypeVar

from pydantic import Field, ValidationError

from openshift_credentials.base.json_values import is_object
from openshift_credentials.platforms.go.decoding import GoStruct, Nanoseconds, Text, zero_is
from openshift_credentials.platforms.go.text import encode
from openshift_credentials.platforms.go.yaml import parse_json_values

from .kubelets import KubeletVersion, LocationError, matches, parse_location
from .provider_config import CacheType, OlderProvider, TokenAttributes, UnreadableConfigError, read_file, validate

RESPONSE_KIND: Final = "CredentialProviderResponse"


class CacheKeyType(StrEnum):
    IMAGE = "Image"
    REGISTRY = "Registry"
    GLOBAL = "Global"


class RegistryCredential(GoStruct):
    """One entry of an answer; both fields can be a token."""

    username: Text = Field(default="", repr=False)
    password: Text = Field(default="", repr=False)


class PluginAnswer(GoStruct):
    """A CredentialProviderResponse; the cache duration is in ns."""

    api_version: Text = ""
    kind: Text = ""
    cache_key_type: Text = ""
    cache_duration: Nanoseconds = None
    auth: Annotated[dict[str, Annotated[RegistryCredential, zero_is({})]], zero_is({})] = Field(default={}, repr=False)


def read_answer(text: str, api_version: str) -> PluginAnswer | None:
    """The answer, or ``None`` if the kubelet cannot use it.

    ``api_version`` is that of the provider; the answer must have the same.
    """
    values = parse_json_values(text.lstrip(" \t\r\n"))
    if len(values) != 1 or not is_object(values[0]):
        return None
    try:
        answer = PluginAnswer.model_validate(values[0])
    except ValidationError:
        return None
    return answer if (answer.api_version, answer.kind) == (api_version, RESPONSE_KIND) else None


TOKEN: Final = "TOKEN"  # noqa: S105
"""Stands for the ServiceAccount's token, in requests to plugins and in their answers."""

_GLOBAL: Final = "<global>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pod:
    """The pod whose image is pulled; a static pod has no ServiceAccount (empty)."""

    namespace: str
    name: str
    service_account: str


@dataclass(frozen=True, slots=True)
class PluginCall:
    provider: OlderProvider
    image: str
    with_token: bool
    annotations: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Printed:
    """A plugin's output, which contains credentials, and its exit code."""

    response: str = field(repr=False)
    exit: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Inputs of the decision in addition to the configuration.

    ``plugins`` are the outputs of the executables by name. ``annotations`` are those of the pod's ServiceAccount,
    ``None`` if it does not exist; ``grants_token`` says whether the API server issues the node a token.
    """

    kubelet: KubeletVersion
    plugins: Mapping[str, Printed]
    annotations: Mapping[str, str] | None
    grants_token: bool = True
    token_gate: bool = True


@dataclass(frozen=True, slots=True)
class ProviderStep:
    provider: str
    text: str


_NOTHING: Final[Mapping[str, RegistryCredential]] = {}
_CacheKey = tuple[object, ...]


@dataclass(slots=True)
class Kubelet:
    node: Node
    pod: Pod
    image: str
    calls: list[PluginCall] = field(default_factory=list)
    audiences: list[str] = field(default_factory=list)
    steps: list[ProviderStep] = field(default_factory=list)
    cache: dict[_CacheKey, Mapping[str, RegistryCredential]] = field(default_factory=dict)

    def ask(self, provider: OlderProvider) -> Mapping[str, RegistryCredential]:
        found = [pattern for pattern in provider.match_images if matches(pattern, self.image, self.node.kubelet)]
        if not found:
            self._say(provider, "no pattern of matchImages matches; not asked")
            return _NOTHING
        self._say(provider, f"{found[0]} matches")
        attributes = provider.attributes if self.node.token_gate else None
        identity: _CacheKey = ()
        with_token = False
        annotations: Mapping[str, str] = {}
        if attributes is not None and self.pod.service_account:
            passed = self._annotations(provider, attributes)
            if passed is None or not self._token(provider, attributes):
                return _NOTHING
            with_token, annotations = True, passed
            token = (TOKEN,) if attributes.cache_type == CacheType.TOKEN else ()
            identity = (*sorted(annotations.items()), *token)
        elif attributes is not None and attributes.require_service_account:
            self._say(provider, "the pod has no ServiceAccount, which is required; not run")
            return _NOTHING
        for place in (self.image, self._registry, _GLOBAL):
            cached = self.cache.get((provider.name, place, identity, with_token))
            if cached is not None:
                self._say(provider, "answers from the cache; not run")
                return cached
        call = PluginCall(provider, self.image, with_token, annotations)
        return self._run(call, (identity, with_token))

    @property
    def _registry(self) -> str:
        return self.image.partition("/")[0]

    def _annotations(self, provider: OlderProvider, attributes: TokenAttributes) -> dict[str, str] | None:
        """The annotations that the plugin gets; ``None`` if the kubelet does not run it."""
        present = self.node.annotations
        if present is None:
            self._say(provider, "the ServiceAccount does not exist; not run")
            return None
        required = attributes.required_service_account_annotation_keys
        for key in required:
            if key not in present:
                self._say(provider, f"the ServiceAccount does not have annotation {key}; not run")
                return None
        keys = [*required, *attributes.optional_service_account_annotation_keys]
        return {key: present[key] for key in keys if key in present}

    def _token(self, provider: OlderProvider, attributes: TokenAttributes) -> bool:
        audience = attributes.service_account_token_audience
        self.audiences.append(audience)
        answer = "is granted" if self.node.grants_token else "is refused; not run"
        account = f"{self.pod.namespace}/{self.pod.service_account}"
        self._say(provider, f"a token of {account} for audience {audience} {answer}")
        return self.node.grants_token

    def _run(self, call: PluginCall, identity: _CacheKey) -> Mapping[str, RegistryCredential]:
        provider = call.provider
        self.calls.append(call)
        printed = self.node.plugins[provider.name]
        answer = None if printed.exit else read_answer(printed.response, provider.api_version)
        problem = _problem(call, answer)
        if answer is None or problem is not None:
            failed = f"fails with exit code {printed.exit}" if printed.exit else problem
            self._say(provider, f"runs {_with(call)} and {failed}; no credentials")
            return _NOTHING
        self._say(provider, f"runs {_with(call)} and answers")
        duration = answer.cache_duration
        if duration is None:
            duration = provider.default_cache_duration
        if duration is not None and duration > 0:
            place = {
                CacheKeyType.IMAGE: self.image,
                CacheKeyType.REGISTRY: self._registry,
                CacheKeyType.GLOBAL: _GLOBAL,
            }[CacheKeyType(answer.cache_key_type)]
            self.cache[provider.name, place, *identity] = answer.auth
        return answer.auth

    def _say(self, provider: OlderProvider, text: str) -> None:
        self.steps.append(ProviderStep(provider.name, text))


def _problem(call: PluginCall, answer: PluginAnswer | None) -> str | None:
    if answer is None:
        return "returns no usable answer"
    attributes = call.provider.attributes
    is_token_kept = call.with_token and attributes and attributes.cache_type != CacheType.TOKEN
    if is_token_kept and any(credential.password == TOKEN for credential in answer.auth.values()):
        return "returns the token, which requires cacheType Token"
    if answer.cache_key_type not in tuple(CacheKeyType):
        return "returns an unknown cacheKeyType"
    return None


def _with(call: PluginCall) -> str:
    if not call.with_token:
        return "without a token"
    keys = ", ".join(call.annotations)
    return f"with a token and {keys}" if keys else "with a token and no annotation"


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
    return Pull(tuple(candidates), tuple(kubelet.calls), tuple(kubelet.audiences), tuple(kubelet.steps))
