"""Scenarios from the manifests of a pod, its ServiceAccount and RBAC."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from openshift_credentials.base.errors import unusable_input
from openshift_credentials.base.json_values import object_items, object_member, text_member
from openshift_credentials.cli.verbs.image_pulls.scenario import Scenario
from openshift_credentials.platforms.kubernetes.rbac import NODE_USER_PREFIX, Manifest, find_object
from openshift_credentials.systems.image_pulls.rules.audience import TokenWanted, may_request_token
from openshift_credentials.systems.image_pulls.rules.gates import KubeletVersion
from openshift_credentials.systems.image_pulls.rules.images import repository_of
from openshift_credentials.systems.image_pulls.rules.kubelet import (
    Executable,
    Node,
    PluginCall,
    Pod,
    Printed,
)
from openshift_credentials.systems.image_pulls.rules.plugin_answers import RESPONSE_KIND
from openshift_credentials.systems.image_pulls.rules.plugins import (
    PluginFacts,
    PullIdentity,
    Version,
    predict,
)
from openshift_credentials.systems.image_pulls.rules.provider_config import (
    UnreadableConfigError,
    read_file,
)
from openshift_credentials.systems.image_pulls.rules.shipped import RegistryCloud, shipped_file

_STATIC_POD_MARKS: Final = ("kubernetes.io/config.source", "kubernetes.io/config.mirror")
_SCHEDULED_BY_API: Final = "api"
_PLACEHOLDER_NODE: Final = "node"
_USER_NAMES: Final[Mapping[RegistryCloud, str]] = {
    RegistryCloud.AWS: "AWS",
    RegistryCloud.AZURE: "00000000-0000-0000-0000-000000000000",
    RegistryCloud.GCP: "_token",
}
"""User names of the plugins' answers; none of them is a secret."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PodInputs:
    """What was read; ``plugins`` is ``None`` if answers are to be predicted."""

    kubelet: KubeletVersion
    config: bytes
    pod: Manifest
    service_account: Manifest | None
    rbac: Sequence[Manifest] | None
    plugins: Mapping[str, Executable] | None
    plugin_version: Version
    image: str | None = None
    notes: list[str] = field(default_factory=list)

    def scenarios(self) -> list[Scenario]:
        """One scenario per image of the pod, or one for the requested image.

        Raises :class:`UnusableInputError` if the pod has no image, or the ServiceAccount is
        not the pod's.
        """
        pod = _pod(self.pod)
        images = [self.image] if self.image else list(dict.fromkeys(_images(self.pod)))
        if not images:
            raise unusable_input("--pod: the pod has no container with an image")
        node = Node(
            kubelet=self.kubelet,
            plugins=self._executables(),
            annotations=self._annotations(pod),
            grants_token=self._granting(pod),
        )
        return [Scenario(self.config, node, pod, repository_of(image)) for image in images]

    def _annotations(self, pod: Pod) -> Mapping[str, str]:
        if self.service_account is None:
            if pod.service_account:
                self.notes.append(
                    f"ServiceAccount {pod.service_account} is assumed to have no annotations; "
                    "pass it with --service-account"
                )
            return {}
        metadata = object_member(self.service_account, "metadata")
        place = (text_member(metadata, "namespace") or pod.namespace, metadata.get("name"))
        if place != (pod.namespace, pod.service_account):
            found = f"--service-account: is {place[0]}/{place[1]}"
            wanted = f"{pod.namespace}/{pod.service_account}"
            raise unusable_input(f"{found}, but the pod runs with {wanted}")
        annotations = object_member(metadata, "annotations").items()
        return {key: value for key, value in annotations if isinstance(value, str)}

    def _granting(self, pod: Pod) -> Callable[[str], bool]:
        if self.rbac is None:
            self.notes.append("every token is assumed to be granted; pass --rbac to check")
            return lambda _: True
        spec = object_member(self.pod, "spec")
        node = text_member(spec, "nodeName") or _PLACEHOLDER_NODE
        running = {
            "kind": "Pod",
            "metadata": {"namespace": pod.namespace, "name": pod.name},
            "spec": {**spec, "nodeName": node, "serviceAccountName": pod.service_account},
        }
        manifests = [*self.rbac, running]

        def grants(audience: str) -> bool:
            wanted = TokenWanted(
                user=f"{NODE_USER_PREFIX}{node}",
                namespace=pod.namespace,
                service_account=pod.service_account,
                bound_pod=pod.name,
                audiences=(audience,),
            )
            decision = may_request_token(wanted, manifests, self.kubelet)
            if not decision.allowed:
                self.notes.append(f"no token for {audience}: {decision.why}")
            return decision.allowed

        return grants

    def _executables(self) -> Mapping[str, Executable]:
        if self.plugins is not None:
            return self.plugins
        try:
            names = [provider.name for provider in read_file(self.config, self.kubelet).providers]
        except UnreadableConfigError:
            return {}
        return {name: self._predicting(name) for name in names}

    def _predicting(self, name: str) -> Executable:
        """A plugin with its known behaviour; an unknown plugin returns no credentials."""
        cloud = next(
            (one for one in RegistryCloud if name.startswith(shipped_file(one).executable)), None
        )

        def run(call: PluginCall) -> Printed:
            auth: dict[str, object] = {}
            if cloud is not None:
                environment = {variable.name: variable.value for variable in call.provider.env}
                facts = PluginFacts(version=self.plugin_version, environment=environment)
                use = predict(cloud, facts, call.annotations, with_token=call.with_token)
                self.notes.append(f"{name}: {use.why}")
                if use.identity is PullIdentity.NONE:
                    return Printed("", exit=1)
                registry = call.image.partition("/")[0]
                auth[registry] = {"username": _USER_NAMES[cloud], "password": "(not shown)"}
            answer = {
                "kind": RESPONSE_KIND,
                "apiVersion": call.provider.api_version,
                "cacheKeyType": "Registry",
                "auth": auth,
            }
            return Printed(json.dumps(answer))

        return run


def _pod(manifest: Manifest) -> Pod:
    metadata, spec = object_member(manifest, "metadata"), object_member(manifest, "spec")
    annotations = object_member(metadata, "annotations")
    is_static = any(
        annotations.get(mark, _SCHEDULED_BY_API) != _SCHEDULED_BY_API for mark in _STATIC_POD_MARKS
    )
    account = text_member(spec, "serviceAccountName") or "default"
    return Pod(
        namespace=text_member(metadata, "namespace") or "default",
        name=text_member(metadata, "name") or text_member(metadata, "generateName") or "pod",
        service_account="" if is_static else account,
        uid=text_member(metadata, "uid") or "pod-uid",
    )


def _images(manifest: Manifest) -> Iterator[str]:
    spec = object_member(manifest, "spec")
    for group in ("initContainers", "containers", "ephemeralContainers"):
        for container in object_items(spec, group):
            if image := text_member(container, "image"):
                yield image


def the_one(kind: str, manifests: Sequence[Manifest], option: str) -> Manifest:
    """The only object of a kind.

    Raises :class:`UnusableInputError` if there is none or more than one.
    """
    of_kind = [manifest for manifest in manifests if manifest.get("kind") == kind]
    if len(of_kind) != 1:
        raise unusable_input(
            f"{option}: exactly one {kind} is required, and the file has {len(of_kind)}"
        )
    return of_kind[0]


def account_of(pod: Manifest, manifests: Sequence[Manifest]) -> Manifest | None:
    """The ServiceAccount of a pod among other objects."""
    read = _pod(pod)
    return find_object(manifests, "ServiceAccount", read.service_account, read.namespace)
