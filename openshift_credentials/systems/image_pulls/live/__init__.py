"""Image pulls in a live cluster: what to read, trials of tokens, and the meaning of messages.

A trial is a TokenRequest as the kubelet sends it, in a dry run. The API server nevertheless returns
a token (seen on 1.34), which is discarded unread and expires after ten minutes.

Source: kubernetes/kubernetes ``plugin/pkg/admission/noderestriction``: a node gets a token of a
pod that it runs, for an audience that the pod mounts or RBAC allows. ``causes.yaml`` names the
sources of messages.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, assert_never

from openshift_credentials.base.json_values import object_member, text_member
from openshift_credentials.live.cause import Cause, Evidence, read_causes
from openshift_credentials.live.check import Check, Operation, Purpose, failure, success, unread
from openshift_credentials.live.observed import Observed, Read, name_of
from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.platforms.kubernetes.rbac import NODE_USER_PREFIX, NODES_GROUP, Manifest
from openshift_credentials.stack.secret_texts import is_sealed

from .. import plan
from ..settings import ImagePullsSettings, Workload
from .verification import preflight, verify

FAILED_PULLS: Final = "failed pulls"

_RBAC: Final = f"/apis/{upstream.RBAC_API}"
_HYPERSHIFT: Final = f"/apis/{upstream.HYPERSHIFT_API}"
_MACHINE_CONFIGS: Final = "/apis/machineconfiguration.openshift.io/v1/machineconfigs"

_PODS_CLUSTER: Final[Mapping[str, str]] = {
    "ServiceAccount": "/api/v1/serviceaccounts",
    "Node": "/api/v1/nodes",
    "Role": f"{_RBAC}/roles",
    "RoleBinding": f"{_RBAC}/rolebindings",
    "ClusterRole": f"{_RBAC}/clusterroles",
    "ClusterRoleBinding": f"{_RBAC}/clusterrolebindings",
}


def reads(settings: ImagePullsSettings, purpose: Purpose) -> Sequence[Read]:
    """Lists of the nodes' cluster, and of the cluster that runs the pods if it can be reached."""
    match purpose:
        case Purpose.PREFLIGHT:
            return [*_of_nodes(settings), *_of_pods(settings)]
        case Purpose.VERIFY:
            return [*_of_nodes(settings), *_of_pods(settings), *_running(settings)]
        case Purpose.DIAGNOSE:
            return [_failed_pulls(settings)] if reaches_pods(settings) else []
        case _:
            assert_never(purpose)


def reaches_pods(settings: ImagePullsSettings) -> bool:
    hosted = settings.hosted_kubernetes
    if settings.hosted_cluster is None:
        return True
    if hosted is None:
        return False
    return bool(hosted.context or (hosted.kubeconfig and not is_sealed(hosted.kubeconfig)))


def _of_nodes(settings: ImagePullsSettings) -> Iterator[Read]:
    if hosted := settings.hosted_cluster:
        place = f"/api/v1/namespaces/{hosted.namespace}/configmaps"
        yield _list("ConfigMap", place)
        yield _list("NodePool", f"{_HYPERSHIFT}/namespaces/{hosted.namespace}/nodepools")
    else:
        yield _list("MachineConfig", _MACHINE_CONFIGS)


def _of_pods(settings: ImagePullsSettings) -> Iterator[Read]:
    if reaches_pods(settings):
        for kind, path in _PODS_CLUSTER.items():
            yield _list(kind, path, is_hosted=settings.hosted_cluster is not None)


def _running(settings: ImagePullsSettings) -> Iterator[Read]:
    """Pods of the workloads, for trial requests of a token."""
    if settings.uses_tokens and reaches_pods(settings):
        for namespace in sorted({workload.namespace for workload in settings.workloads}):
            yield Read(
                name=pods_in(namespace),
                path=f"/api/v1/namespaces/{namespace}/pods",
                permission=f"list pods in {namespace}",
                field_selector="status.phase!=Succeeded,status.phase!=Failed",
                is_hosted=settings.hosted_cluster is not None,
            )


def _failed_pulls(settings: ImagePullsSettings) -> Read:
    return Read(
        name=FAILED_PULLS,
        path="/api/v1/events",
        permission="list events",
        field_selector="involvedObject.kind=Pod,type=Warning,reason=Failed",
        is_hosted=settings.hosted_cluster is not None,
    )


def pods_in(namespace: str) -> str:
    return f"running pods in {namespace}"


def _list(kind: str, path: str, *, is_hosted: bool = False) -> Read:
    permission = f"list {path.rpartition('/')[2]}"
    return Read(name=kind, path=path, permission=permission, is_hosted=is_hosted)


def seen_of(settings: ImagePullsSettings, observed: Observed) -> tuple[Sequence[Manifest], Sequence[Manifest] | None]:
    """Objects of the nodes' cluster and of the pods'; items of lists get the kind they lack."""
    nodes, pods = (
        [{**item, "kind": read.name} for read in lists for item in observed.all(read.name)]
        for lists in (_of_nodes(settings), _of_pods(settings))
    )
    if settings.hosted_cluster is None:
        return [*nodes, *pods], [*nodes, *pods]
    return nodes, pods if reaches_pods(settings) else None


CAUSES: Final = read_causes(Cause, __package__ or "", "causes.yaml")
"""Every known cause, specific ones first."""


_ON_A_PULL: Final = re.compile(r"pull|credential provider|manifest unknown", re.IGNORECASE)
_SAYS_NOTHING: Final = re.compile(r"Error: (?:ErrImagePull|ImagePullBackOff)")


def evidence(_: ImagePullsSettings, observed: Observed) -> Iterator[Evidence]:
    for event in observed.all(FAILED_PULLS):
        message = str(event.get("message") or "")
        involved = object_member(event, "involvedObject")
        pod = f"{involved.get('namespace', '')}/{involved.get('name', '')}"
        if _ON_A_PULL.search(message) and not _SAYS_NOTHING.fullmatch(message):
            yield Evidence(f"event of pod {pod}", message, pod)


_SECONDS: Final = 600
_NOT_TRIED: Final = "cannot impersonate"
"""The API server's message to a caller without permission to impersonate."""


def trials(settings: ImagePullsSettings, observed: Observed) -> Sequence[Read]:
    if not settings.uses_tokens:
        return ()
    found = ((workload, _pod_of(workload, observed)) for workload in settings.workloads)
    return [_trial(settings, workload, pod) for workload, pod in found if pod is not None]


def _pod_of(workload: Workload, observed: Observed) -> Manifest | None:
    for pod in observed.all(pods_in(workload.namespace)):
        spec = object_member(pod, "spec")
        is_its = text_member(spec, "serviceAccountName") == workload.service_account
        if is_its and text_member(spec, "nodeName"):
            return pod
    return None


def _trial(settings: ImagePullsSettings, workload: Workload, pod: Manifest) -> Read:
    place = f"/api/v1/namespaces/{workload.namespace}/serviceaccounts/{workload.service_account}"
    uid = text_member(pod, "metadata", "uid")
    bound = {"apiVersion": "v1", "kind": "Pod", "name": name_of(pod), "uid": uid}
    return Read(
        name=_name(workload),
        path=f"{place}/token",
        permission=f"impersonate a node to ask for a token of {workload.service_account}",
        parameters=(("dryRun", "All"),),
        question={
            "apiVersion": "authentication.k8s.io/v1",
            "kind": "TokenRequest",
            "spec": {"audiences": [plan.audience(settings)], "expirationSeconds": _SECONDS, "boundObjectRef": bound},
        },
        user=f"{NODE_USER_PREFIX}{text_member(pod, 'spec', 'nodeName')}",
        group=NODES_GROUP,
        is_hosted=settings.hosted_cluster is not None,
    )


def _name(workload: Workload) -> str:
    return f"token of {workload.namespace}/{workload.service_account}"


def trial_checks(settings: ImagePullsSettings, observed: Observed) -> Iterator[Check]:
    """Results of the trials; none if no trial was possible. No token is read."""
    for workload in settings.workloads:
        answer = observed.one(_name(workload))
        if answer is None:
            continue
        subject = f"ServiceAccount {workload.namespace}/{workload.service_account}"
        audience = plan.audience(settings)
        message = text_member(answer, "message")
        if answer.get("kind") != "Status":
            yield success("pull-token", subject, f"a node gets a token for {audience}")
        elif _NOT_TRIED not in message:
            yield failure(
                "pull-token-refused",
                subject,
                f"the API server denies a node the token for {audience}: {message}",
                "run 'pulumi up --refresh', which binds the permission to all nodes",
            )


__all__ = ["CAUSES", "OPERATION", "preflight", "reads", "verify"]


_RESTS_ON: Final[Mapping[str, Sequence[str]]] = {
    "pull-account-missing": ("ServiceAccount",),
    "pull-annotations": ("ServiceAccount",),
    "pull-audience": ("Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding"),
    "pull-node-file": ("MachineConfig", "ConfigMap"),
    "pull-node-pool": ("NodePool",),
    "pull-node-pool-config": ("NodePool",),
    "pull-node-pool-missing": ("NodePool",),
}
"""Reads on which a check rests, by its code; other checks are told of what was read."""


def _checks_with_answers(checks: Iterator[Check], observed: Observed) -> Iterator[Check]:
    """The checks without those that rest on a read without an answer."""
    return (check for check in checks if observed.were_read(*_RESTS_ON.get(check.code, ())))


def _preflight(settings: ImagePullsSettings, observed: Observed) -> Iterator[Check]:
    yield from unread(reads(settings, Purpose.PREFLIGHT), observed)
    yield from _checks_with_answers(preflight(settings, *seen_of(settings, observed)), observed)


def _verify(settings: ImagePullsSettings, observed: Observed) -> Iterator[Check]:
    yield from unread(reads(settings, Purpose.VERIFY), observed)
    yield from _checks_with_answers(verify(settings, *seen_of(settings, observed)), observed)
    yield from trial_checks(settings, observed)


OPERATION: Final[Operation[ImagePullsSettings]] = Operation(
    reads=reads,
    preflight=_preflight,
    verify=_verify,
    evidence=evidence,
    causes=CAUSES,
    follow_up=trials,
    written_secrets=lambda _: (),
)
