"""Whether a cluster has what a stack promised: file, RBAC, annotations, version of kubelets."""

import base64
import binascii
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.image_pulls import plan
from openshift_credentials.image_pulls.rules.audience import TokenWanted, may_request_token
from openshift_credentials.image_pulls.rules.gates import GateState, KubernetesOf
from openshift_credentials.image_pulls.rules.shipped import (
    CLIENT_ID_ANNOTATION,
    ROLE_ANNOTATION,
    TENANT_ID_ANNOTATION,
)
from openshift_credentials.image_pulls.settings import (
    HostedCluster,
    ImagePullsSettings,
    Workload,
)
from openshift_credentials.kubernetes.json_values import is_object, object_member, text_member
from openshift_credentials.kubernetes.node_files import CONFIG_MAP_KEY
from openshift_credentials.kubernetes.rbac import (
    AUDIENCE_VERB,
    NODE_USER_PREFIX,
    NODES_GROUP,
    Manifest,
    named,
    objects,
)
from openshift_credentials.manifests.syntax import parse_component_config
from openshift_credentials.operation.check import Check, State, failed, passed

_KUBELET: Final = re.compile(r"v1\.([0-9]{1,3})\.")
_DATA_URL: Final = re.compile(r"data:[^,]*;base64,(?P<content>.*)", re.DOTALL)
_ANY_NODE: Final = "verify"


def verify(
    settings: ImagePullsSettings,
    nodes_cluster: Sequence[Manifest],
    pods_cluster: Sequence[Manifest] | None,
) -> Iterator[Check]:
    """Compare what was read of the clusters with what follows from the settings.

    ``nodes_cluster`` has MachineConfigs, or ConfigMaps and NodePools of the management cluster;
    ``pods_cluster`` ServiceAccounts, RBAC and Nodes of the cluster that runs the pods. It is
    ``None`` where that one was not looked at.
    """
    yield from _file(settings, nodes_cluster)
    if pods_cluster is None:
        yield Check(
            code="pull-hosted-cluster",
            state=State.UNKNOWN,
            subject="hosted cluster",
            detail="ServiceAccounts, RBAC and nodes are in it, and it was not looked at",
            way_out="look with its own kubeconfig, or post the reviews of access_reviews",
        )
        return
    yield from _kubelets(settings, pods_cluster)
    if settings.uses_tokens:
        yield from _annotations(settings, pods_cluster)
        yield from _permissions(settings, pods_cluster)


def _check(code: str, subject: str, detail: str, way_out: str, *, ok: bool) -> Check:
    return passed(code, subject, detail) if ok else failed(code, subject, detail, way_out)


def preflight(
    settings: ImagePullsSettings,
    nodes_cluster: Sequence[Manifest],
    pods_cluster: Sequence[Manifest] | None,
) -> Iterator[Check]:
    """What would go wrong in an update: kubelets that stop, accounts and NodePools not there."""
    yield from _kubelets(settings, pods_cluster or ())
    for workload in settings.workloads if pods_cluster is not None else ():
        name, namespace = workload.service_account, workload.namespace
        if not workload.create and not named(pods_cluster or (), "ServiceAccount", name, namespace):
            yield failed(
                "pull-account-missing",
                f"ServiceAccount {namespace}/{name}",
                "does not exist",
                "make it, or set create: true for the workload",
            )
    if settings.hosted_cluster:
        yield from _node_pools(settings.hosted_cluster, nodes_cluster)


def _node_pools(hosted: HostedCluster, manifests: Sequence[Manifest]) -> Iterator[Check]:
    """NodePools whose list of ConfigMaps would lose something."""
    for pool in hosted.node_pools:
        subject = f"NodePool {hosted.namespace}/{pool.name}"
        found = named(manifests, "NodePool", pool.name, hosted.namespace)
        if found is None:
            yield failed("pull-node-pool-missing", subject, "does not exist", "correct its name")
            continue
        references = objects(object_member(found, "spec"), "config")
        present = [text_member(each, "name") for each in references]
        dropped = sorted({*present} - {plan.config_map_name(hosted), *pool.config})
        yield _check(
            "pull-node-pool-config",
            subject,
            f"refers to {', '.join(present) or 'nothing'}",
            f"name {', '.join(dropped)} under nodePools[].config, or the update drops it",
            ok=not dropped,
        )


def access_reviews(settings: ImagePullsSettings) -> Iterator[tuple[Workload, Manifest]]:
    """SubjectAccessReviews that ask the API server itself whether nodes get tokens.

    Post each to ``/apis/authorization.k8s.io/v1/subjectaccessreviews`` and give the answer to
    :func:`judge_review`. The node's name does not matter: permission goes to the group.
    """
    for workload in settings.workloads if settings.uses_tokens else ():
        yield (
            workload,
            {
                "apiVersion": "authorization.k8s.io/v1",
                "kind": "SubjectAccessReview",
                "spec": {
                    "user": f"{NODE_USER_PREFIX}{_ANY_NODE}",
                    "groups": [NODES_GROUP],
                    "resourceAttributes": {
                        "verb": AUDIENCE_VERB,
                        "resource": plan.audience(settings),
                        "namespace": workload.namespace,
                        "name": workload.service_account,
                    },
                },
            },
        )


def judge_review(settings: ImagePullsSettings, workload: Workload, answer: Manifest) -> Check:
    """What an answered SubjectAccessReview says."""
    allowed = object_member(answer, "status").get("allowed") is True
    return _permission_finding(settings, workload, allowed=allowed)


def _file(settings: ImagePullsSettings, manifests: Sequence[Manifest]) -> Iterator[Check]:
    wanted = plan.planned_file(settings)
    for subject, spec in _machine_configs(settings, manifests):
        found = _content(spec, wanted.path) if spec is not None else None
        if found is None:
            detail, ok = f"does not write {wanted.path}", False
        else:
            ok = found == wanted.content
            detail = "has the file as rendered" if ok else "has another content of the file"
        yield _check(
            "pull-node-file",
            subject,
            detail,
            "run pulumi up; what else writes the file must be removed",
            ok=ok,
        )
    if hosted := settings.hosted_cluster:
        config_map = plan.config_map_name(hosted)
        for pool in hosted.node_pools:
            node_pool = named(manifests, "NodePool", pool.name, hosted.namespace) or {}
            references = objects(object_member(node_pool, "spec"), "config")
            ok = any(each.get("name") == config_map for each in references)
            yield _check(
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
        found = named(manifests, "ConfigMap", name, hosted.namespace)
        text = text_member(object_member(found, "data"), CONFIG_MAP_KEY) if found else ""
        document = parse_component_config(text.encode())
        spec = object_member(document, "spec") if is_object(document) else None
        yield f"ConfigMap {hosted.namespace}/{name}", spec
        return
    for pool in settings.pools:
        name = plan.machine_config_name(pool)
        found = named(manifests, "MachineConfig", name)
        yield f"MachineConfig {name}", object_member(found, "spec") if found else None


def _content(spec: Manifest, path: str) -> str | None:
    storage = object_member(object_member(spec, "config"), "storage")
    for file in objects(storage, "files"):
        if file.get("path") == path:
            source = text_member(object_member(file, "contents"), "source")
            match = _DATA_URL.fullmatch(source)
            try:
                return base64.b64decode(match["content"]).decode() if match else None
            except (binascii.Error, UnicodeDecodeError):
                return None
    return None


def _kubelets(settings: ImagePullsSettings, manifests: Sequence[Manifest]) -> Iterator[Check]:
    """Kubelets that would stop at ``tokenAttributes``."""
    if not (settings.uses_tokens or settings.crio_match_images):
        return
    for node in manifests:
        if node.get("kind") != "Node":
            continue
        info = object_member(object_member(node, "status"), "nodeInfo")
        version = text_member(info, "kubeletVersion")
        match = _KUBELET.match(version)
        gate = KubernetesOf(int(match[1])).token_gate if match else GateState.ABSENT
        is_enabled = gate is GateState.OFF and settings.token_gate_enabled
        ok = gate is GateState.ON or is_enabled
        name = text_member(object_member(node, "metadata"), "name")
        yield _check(
            "pull-kubelet-version",
            f"node {name}",
            f"kubelet {version or 'of an unknown version'}",
            "update the node: its kubelet does not start with the file",
            ok=ok,
        )


def _annotations(settings: ImagePullsSettings, manifests: Sequence[Manifest]) -> Iterator[Check]:
    expected = dict(_expected_annotations(settings))
    for workload in settings.workloads:
        subject = f"ServiceAccount {workload.namespace}/{workload.service_account}"
        account = named(manifests, "ServiceAccount", workload.service_account, workload.namespace)
        present = object_member(object_member(account or {}, "metadata"), "annotations")
        wrong = [
            key
            for key, value in expected[plan.subject_of(workload)].items()
            if not present.get(key) or value not in (None, present[key])
        ]
        detail = f"lacks or has another {', '.join(wrong)}" if wrong else "is annotated"
        yield _check(
            "pull-annotations",
            subject,
            detail if account is not None else "does not exist",
            "run pulumi up",
            ok=not wrong,
        )


def _expected_annotations(
    settings: ImagePullsSettings,
) -> Iterator[tuple[str, Mapping[str, str | None]]]:
    """By subject; ``None`` is a value that only the cloud knows."""
    if aws := settings.aws:
        for role in plan.roles(settings, aws):
            for subject in role.subjects:
                yield subject, {ROLE_ANNOTATION: role.arn}
    if azure := settings.azure:
        values = {CLIENT_ID_ANNOTATION: None, TENANT_ID_ANNOTATION: azure.tenant_id}
        for workload in settings.workloads:
            yield plan.subject_of(workload), values


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
        decision = may_request_token(wanted, [*manifests, pod])
        yield _permission_finding(settings, workload, allowed=decision.allowed)


def _permission_finding(
    settings: ImagePullsSettings, workload: Workload, *, allowed: bool
) -> Check:
    audience = plan.audience(settings)
    return _check(
        "pull-audience",
        f"ServiceAccount {workload.namespace}/{workload.service_account}",
        f"nodes {'get' if allowed else 'get no'} token for {audience}",
        f"bind a role with verb {AUDIENCE_VERB} to {NODES_GROUP}",
        ok=allowed,
    )
