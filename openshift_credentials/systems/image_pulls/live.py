"""Image pulls in a live cluster: what to read, trials of tokens, the state of nodes, and the meaning of messages.

A trial is a TokenRequest as the kubelet sends it, in a dry run. The API server nevertheless returns
a token (seen on 1.34), which is discarded unread and expires after ten minutes.

Source: kubernetes/kubernetes ``plugin/pkg/admission/noderestriction``: a node gets a token of a
pod that it runs, for an audience that the pod mounts or RBAC allows. ``causes.yaml`` names the
sources of messages.
"""

import base64
import binascii
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, assert_never

from openshift_credentials.base.json_values import is_object, object_items, object_member, text_member
from openshift_credentials.live.cause import Cause, Evidence, read_causes
from openshift_credentials.live.check import Check, Operation, Purpose, failure, success, unknown, unread
from openshift_credentials.live.observed import Observed, Read, name_of
from openshift_credentials.platforms.go.yaml import parse_component_config
from openshift_credentials.platforms.kubernetes import names as upstream
from openshift_credentials.platforms.kubernetes.names import CONFIG_MAP_KEY
from openshift_credentials.platforms.kubernetes.rbac import (
    AUDIENCE_VERB,
    NODE_USER_PREFIX,
    NODES_GROUP,
    Manifest,
    find_object,
)
from openshift_credentials.stack.secret_texts import is_sealed

from . import plan
from .rules.audience import TokenWanted, may_request_token
from .rules.kubelet_plugins import CLIENT_ID_ANNOTATION, ROLE_ANNOTATION, TENANT_ID_ANNOTATION
from .rules.kubelets import GateState, KubeletVersion
from .settings import HostedCluster, ImagePullsSettings, Workload

_DATA_URL: Final = re.compile(r"data:[^,]*;base64,(?P<content>.*)", re.DOTALL)


def check_of(code: str, subject: str, detail: str, way_out: str, *, ok: bool) -> Check:
    return success(code, subject, detail) if ok else failure(code, subject, detail, way_out)


def file_checks(settings: ImagePullsSettings, manifests: Sequence[Manifest]) -> Iterator[Check]:
    wanted = plan.plan_file(settings)
    for subject, spec in _machine_configs(settings, manifests):
        found = _content(spec, wanted.path) if spec is not None else None
        ok = found == wanted.content
        detail = "has the rendered file" if ok else "has different content"
        if found is None:
            detail = f"does not write {wanted.path}"
        yield check_of(
            "pull-node-file", subject, detail, "run 'pulumi up', and remove anything else that writes the file", ok=ok
        )
    if hosted := settings.hosted_cluster:
        config_map = plan.config_map_name(hosted)
        for pool in hosted.node_pools:
            node_pool = find_object(manifests, "NodePool", pool.name, hosted.namespace) or {}
            references = object_items(node_pool, "spec", "config")
            ok = any(reference.get("name") == config_map for reference in references)
            yield check_of(
                "pull-node-pool",
                f"NodePool {pool.name}",
                f"{'refers' if ok else 'does not refer'} to ConfigMap {config_map}",
                "run pulumi up",
                ok=ok,
            )


def _machine_configs(
    settings: ImagePullsSettings, manifests: Sequence[Manifest]
) -> Iterator[tuple[str, Manifest | None]]:
    if hosted := settings.hosted_cluster:
        name = plan.config_map_name(hosted)
        found = find_object(manifests, "ConfigMap", name, hosted.namespace)
        text = text_member(found, "data", CONFIG_MAP_KEY) if found else ""
        document = parse_component_config(text.encode())
        spec = object_member(document, "spec") if is_object(document) else None
        yield f"ConfigMap {hosted.namespace}/{name}", spec
        return
    for pool in settings.pools:
        name = plan.machine_config_name(pool)
        found = find_object(manifests, "MachineConfig", name)
        yield f"MachineConfig {name}", object_member(found, "spec") if found else None


def _content(spec: Manifest, path: str) -> str | None:
    for file in object_items(spec, "config", "storage", "files"):
        if file.get("path") == path:
            source = text_member(file, "contents", "source")
            match = _DATA_URL.fullmatch(source)
            try:
                return base64.b64decode(match["content"]).decode() if match else None
            except (binascii.Error, UnicodeDecodeError):
                return None
    return None


def kubelet_checks(settings: ImagePullsSettings, manifests: Sequence[Manifest]) -> Iterator[Check]:
    if not (settings.uses_tokens or settings.crio_match_images):
        return
    for node in manifests:
        if node.get("kind") != "Node":
            continue
        version = text_member(node, "status", "nodeInfo", "kubeletVersion")
        try:
            gate = KubeletVersion.parse(version).token_gate
        except ValueError:
            gate = GateState.ABSENT
        name = text_member(node, "metadata", "name")
        detail = f"kubelet {version or 'of an unknown version'}"
        way_out = "update the node: its kubelet does not start with the file"
        yield check_of("pull-kubelet-version", f"node {name}", detail, way_out, ok=gate is GateState.ON)


def preflight(
    settings: ImagePullsSettings, nodes_cluster: Sequence[Manifest], pods_cluster: Sequence[Manifest] | None
) -> Iterator[Check]:
    yield from kubelet_checks(settings, pods_cluster or ())
    for workload in settings.workloads if pods_cluster is not None else ():
        name, namespace = workload.service_account, workload.namespace
        if not workload.create and not find_object(pods_cluster or (), "ServiceAccount", name, namespace):
            way_out = "create it, or set create: true for the workload"
            yield failure("pull-account-missing", f"ServiceAccount {namespace}/{name}", "does not exist", way_out)
    if settings.hosted_cluster:
        yield from _node_pools(settings.hosted_cluster, nodes_cluster)


def _node_pools(hosted: HostedCluster, manifests: Sequence[Manifest]) -> Iterator[Check]:
    for pool in hosted.node_pools:
        subject = f"NodePool {hosted.namespace}/{pool.name}"
        found = find_object(manifests, "NodePool", pool.name, hosted.namespace)
        if found is None:
            yield failure("pull-node-pool-missing", subject, "does not exist", "correct its name")
            continue
        references = object_items(found, "spec", "config")
        present = [text_member(reference, "name") for reference in references]
        dropped = sorted({*present} - {plan.config_map_name(hosted), *pool.config})
        detail = f"refers to {', '.join(present) or 'nothing'}"
        way_out = f"add {', '.join(dropped)} to nodePools[].config; otherwise the update removes it"
        yield check_of("pull-node-pool-config", subject, detail, way_out, ok=not dropped)


_ANY_NODE: Final = "verify"


def verify(
    settings: ImagePullsSettings, nodes_cluster: Sequence[Manifest], pods_cluster: Sequence[Manifest] | None
) -> Iterator[Check]:
    """Compare what was read from the clusters with the settings.

    ``nodes_cluster`` has MachineConfigs, or ConfigMaps and NodePools of the management cluster; ``pods_cluster`` has
    ServiceAccounts, RBAC and Nodes of the cluster that runs the pods. It is ``None`` if that cluster was not read.
    """
    yield from file_checks(settings, nodes_cluster)
    if pods_cluster is None:
        detail = "it contains the ServiceAccounts, RBAC and nodes, and was not read"
        yield unknown("pull-hosted-cluster", "hosted cluster", detail, "set its context in hostedKubernetes.context")
        return
    yield from kubelet_checks(settings, pods_cluster)
    if settings.uses_tokens:
        yield from _annotations(settings, pods_cluster)
        yield from _permissions(settings, pods_cluster)


def _annotations(settings: ImagePullsSettings, manifests: Sequence[Manifest]) -> Iterator[Check]:
    # By subject; None is a value that only the cloud has.
    expected: dict[str, Mapping[str, str | None]] = {}
    for role in plan.roles(settings):
        expected |= {subject: {ROLE_ANNOTATION: role.arn} for subject in role.subjects}
    if azure := settings.azure:
        values = {CLIENT_ID_ANNOTATION: None, TENANT_ID_ANNOTATION: azure.tenant_id}
        expected |= dict.fromkeys(map(plan.subject_of, settings.workloads), values)
    for workload in settings.workloads:
        subject = f"ServiceAccount {workload.namespace}/{workload.service_account}"
        account = find_object(manifests, "ServiceAccount", workload.service_account, workload.namespace)
        present = object_member(account or {}, "metadata", "annotations")
        wrong = [
            key
            for key, value in expected[plan.subject_of(workload)].items()
            if not present.get(key) or value not in (None, present[key])
        ]
        detail = f"has no or a different {', '.join(wrong)}" if wrong else "is annotated"
        yield check_of(
            "pull-annotations",
            subject,
            detail if account is not None else "does not exist",
            "run pulumi up",
            ok=not wrong,
        )


def _permissions(settings: ImagePullsSettings, manifests: Sequence[Manifest]) -> Iterator[Check]:
    for workload in settings.workloads:
        pod: Manifest = {
            "kind": "Pod",
            "metadata": {"namespace": workload.namespace, "name": _ANY_NODE},
            "spec": {"nodeName": _ANY_NODE, "serviceAccountName": workload.service_account},
        }
        wanted = TokenWanted(
            user=f"{NODE_USER_PREFIX}{_ANY_NODE}",
            namespace=workload.namespace,
            service_account=workload.service_account,
            bound_pod=_ANY_NODE,
            audiences=(plan.audience(settings),),
        )
        allowed = may_request_token(wanted, [*manifests, pod], settings.kubelet).allowed
        subject = f"ServiceAccount {workload.namespace}/{workload.service_account}"
        detail = f"nodes {'get' if allowed else 'do not get'} a token for {plan.audience(settings)}"
        way_out = f"bind a role with verb {AUDIENCE_VERB} to {NODES_GROUP}"
        yield check_of("pull-audience", subject, detail, way_out, ok=allowed)


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
            failed = Read(
                name=FAILED_PULLS,
                path="/api/v1/events",
                permission="list events",
                field_selector="involvedObject.kind=Pod,type=Warning,reason=Failed",
                is_hosted=settings.hosted_cluster is not None,
            )
            return [failed] if reaches_pods(settings) else []
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
    if settings.uses_tokens and reaches_pods(settings):
        for namespace in sorted({workload.namespace for workload in settings.workloads}):
            yield Read(
                name=pods_in(namespace),
                path=f"/api/v1/namespaces/{namespace}/pods",
                permission=f"list pods in {namespace}",
                field_selector="status.phase!=Succeeded,status.phase!=Failed",
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
            detail = f"the API server denies a node the token for {audience}: {message}"
            way_out = "run 'pulumi up --refresh', which binds the permission to all nodes"
            yield failure("pull-token-refused", subject, detail, way_out)


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
