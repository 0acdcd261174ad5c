"""Outcome of a pull: which plugins run, with which token, and which credentials are tried.

Source: kubernetes/kubernetes ``pkg/credentialprovider/plugin/plugin.go``
(``RegisterCredentialProviderPlugins``) and ``plugins.go``, 1.34.1.
"""

from dataclasses import dataclass, field

from openshift_credentials.systems.image_pulls.rules.keyring import Keyring
from openshift_credentials.systems.image_pulls.rules.kubelet import (
    Kubelet,
    Node,
    PluginCall,
    Pod,
    ProviderStep,
)
from openshift_credentials.systems.image_pulls.rules.provider_config import (
    UnreadableConfigError,
    read_file,
)
from openshift_credentials.systems.image_pulls.rules.validation import validate


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
