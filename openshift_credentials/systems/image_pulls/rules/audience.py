"""Which tokens the API server issues to a node.

Sources: kubernetes/kubernetes 1.34.1 ``plugin/pkg/auth/authorizer/node/node_authorizer.go``,
``plugin/pkg/admission/noderestriction/admission.go`` (feature
``ServiceAccountNodeAudienceRestriction``, on since 1.33) and
``pkg/registry/core/serviceaccount/storage/token.go``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from openshift_credentials.base.json_values import object_items, text_member
from openshift_credentials.platforms.kubernetes.rbac import (
    AUDIENCE_VERB,
    NODE_USER_PREFIX,
    NODES_GROUP,
    AccessRequest,
    Manifest,
    allows,
    find_object,
    groups_of,
)

from .kubelets import COMPARED, KubeletVersion

SERVICE_ACCOUNTS: Final = "serviceaccounts"


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenWanted:
    """A request for a token; ``bound_pod`` is the name of the pod that it is bound to.

    ``groups`` are those of the user that do not follow from its name.
    """

    user: str
    groups: tuple[str, ...] = ()
    namespace: str
    service_account: str
    bound_pod: str | None
    audiences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TokenDecision:
    """The API server's answer; ``why`` is empty if the request is allowed."""

    http: HTTPStatus
    why: str = ""

    @property
    def allowed(self) -> bool:
        return self.http < HTTPStatus.BAD_REQUEST


def may_request_token(
    wanted: TokenWanted, manifests: Sequence[Manifest], server: KubeletVersion = COMPARED
) -> TokenDecision:
    """Whether the API server issues the token; ``server`` is its version.

    ``manifests`` are the objects of the cluster: pods, RBAC, and the PersistentVolumes, claims and
    CSIDrivers that a pod's volumes refer to.
    """
    name = wanted.user.removeprefix(NODE_USER_PREFIX)
    node = name if name and name != wanted.user and NODES_GROUP in groups_of(wanted.user) else None
    create = _access(wanted, "create", SERVICE_ACCOUNTS, subresource="token")
    uses = node is not None and any(
        manifest.get("kind") == "Pod"
        and text_member(manifest, "metadata", "namespace") == wanted.namespace
        and text_member(manifest, "spec", "nodeName") == node
        and _service_account_of(manifest) == wanted.service_account
        for manifest in manifests
    )
    if not uses and not allows(manifests, create):
        return TokenDecision(HTTPStatus.FORBIDDEN, f"{wanted.user} does not run a pod of the ServiceAccount")
    pod = find_object(manifests, "Pod", wanted.bound_pod or "", wanted.namespace)
    if node is not None:
        refused = _node_restriction(node, wanted, pod, manifests, server)
        if refused is not None:
            return refused
    elif pod is None and wanted.bound_pod:
        return TokenDecision(HTTPStatus.NOT_FOUND, f"pod {wanted.bound_pod} does not exist")
    if pod is not None and _service_account_of(pod) != wanted.service_account:
        return TokenDecision(HTTPStatus.BAD_REQUEST, "the pod runs with another ServiceAccount")
    return TokenDecision(HTTPStatus.CREATED)


def _node_restriction(
    node: str, wanted: TokenWanted, pod: Manifest | None, manifests: Sequence[Manifest], server: KubeletVersion
) -> TokenDecision | None:
    if not wanted.bound_pod:
        return TokenDecision(HTTPStatus.FORBIDDEN, "a node's token must be bound to a pod")
    if pod is None:
        return TokenDecision(HTTPStatus.NOT_FOUND, f"pod {wanted.bound_pod} does not exist")
    if text_member(pod, "spec", "nodeName") != node:
        return TokenDecision(HTTPStatus.FORBIDDEN, "the pod runs on another node")
    if not server.restricts_audiences:
        return None
    if len(wanted.audiences) > 1:
        return TokenDecision(HTTPStatus.FORBIDDEN, "a node can request only one audience")
    audience = "".join(wanted.audiences)
    if audience in _audiences_of(pod, manifests):
        return None
    if allows(manifests, _access(wanted, AUDIENCE_VERB, audience)):
        return None
    return TokenDecision(
        HTTPStatus.FORBIDDEN,
        f"audience {audience!r} is not in a volume of the pod, and {wanted.user} is not allowed to {AUDIENCE_VERB} "
        f"{audience!r} for ServiceAccount {wanted.service_account} in namespace {wanted.namespace}",
    )


def _access(wanted: TokenWanted, verb: str, resource: str, subresource: str = "") -> AccessRequest:
    return AccessRequest(
        user=wanted.user,
        groups=(*groups_of(wanted.user), *wanted.groups),
        verb=verb,
        resource=resource,
        subresource=subresource,
        namespace=wanted.namespace,
        name=wanted.service_account,
    )


def _service_account_of(pod: Manifest) -> str:
    return text_member(pod, "spec", "serviceAccountName")


def _audiences_of(pod: Manifest, manifests: Sequence[Manifest]) -> Iterator[str]:
    namespace = text_member(pod, "metadata", "namespace")
    name = text_member(pod, "metadata", "name")
    for volume in object_items(pod, "spec", "volumes"):
        for source in object_items(volume, "projected", "sources"):
            if "serviceAccountToken" in source:
                yield text_member(source, "serviceAccountToken", "audience")
        claim = text_member(volume, "persistentVolumeClaim", "claimName")
        if "ephemeral" in volume:
            claim = f"{name}-{text_member(volume, 'name')}"
        driver = text_member(volume, "csi", "driver")
        driver = driver or (_driver_of_claim(claim, namespace, manifests) if claim else "")
        found = find_object(manifests, "CSIDriver", driver) if driver else None
        if found is not None:
            for request in object_items(found, "spec", "tokenRequests"):
                yield text_member(request, "audience")


def _driver_of_claim(claim: str, namespace: str, manifests: Sequence[Manifest]) -> str:
    found = find_object(manifests, "PersistentVolumeClaim", claim, namespace)
    if found is None:
        return ""
    volume_name = text_member(found, "spec", "volumeName")
    volume = find_object(manifests, "PersistentVolume", volume_name)
    return text_member(volume, "spec", "csi", "driver") if volume is not None else ""
