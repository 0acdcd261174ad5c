"""Whether a cluster has what a stack promised: file, RBAC, annotations, version of kubelets."""

import base64
import binascii
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.image_pulls import plan
from openshift_credentials.image_pulls.rules.audience import (
    AUDIENCE_VERB,
    TokenWanted,
    may_request_token,
)
from openshift_credentials.image_pulls.rules.gates import GateState, KubernetesOf
from openshift_credentials.image_pulls.rules.node_files import (
    CONFIG_MAP_KEY,
    machine_config_name,
)
from openshift_credentials.image_pulls.rules.shipped import (
    CLIENT_ID_ANNOTATION,
    ROLE_ANNOTATION,
    TENANT_ID_ANNOTATION,
)
from openshift_credentials.image_pulls.settings import ImagePullsSettings, Workload
from openshift_credentials.kubernetes.json_values import is_object, object_member, text_member
from openshift_credentials.kubernetes.rbac import (
    NODE_USER_PREFIX,
    NODES_GROUP,
    Manifest,
    named,
    objects,
)
from openshift_credentials.manifests.syntax import parse_component_config

_KUBELET: Final = re.compile(r"v1\.([0-9]{1,3})\.")
_DATA_URL: Final = re.compile(r"data:[^,]*;base64,(?P<content>.*)", re.DOTALL)
_ANY_NODE: Final = "verify"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One answer: a stable code, yes or no, what was looked at, and the way out of a no."""

    code: str
    ok: bool
    subject: str
    detail: str
    way_out: str = ""


def verify(
    settings: ImagePullsSettings,
    nodes_cluster: Sequence[Manifest],
    pods_cluster: Sequence[Manifest] | None = None,
) -> Iterator[Finding]:
    """Compare what was read of the clusters with what follows from the settings.

    ``nodes_cluster`` has MachineConfigs, or ConfigMaps and NodePools of the management cluster;
    ``pods_cluster`` ServiceAccounts, RBAC and Nodes of the hosted cluster, where it is another.
    """
    pods = nodes_cluster if pods_cluster is None else pods_cluster
    yield from _file(settings, nodes_cluster)
    yield from _kubelets(settings, pods)
    if settings.uses_tokens:
        yield from _annotations(settings, pods)
        yield from _permissions(settings, pods)


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


def judge_review(settings: ImagePullsSettings, workload: Workload, answer: Manifest) -> Finding:
    """What an answered SubjectAccessReview says."""
    allowed = object_member(answer, "status").get("allowed") is True
    return _permission_finding(settings, workload, allowed=allowed)


def _file(settings: ImagePullsSettings, manifests: Sequence[Manifest]) -> Iterator[Finding]:
    wanted = plan.planned_file(settings)
    for subject, spec in _machine_configs(settings, manifests):
        found = _content(spec, wanted.path) if spec is not None else None
        if found is None:
            detail, ok = f"does not write {wanted.path}", False
        else:
            ok = found == wanted.content
            detail = "has the file as rendered" if ok else "has another content of the file"
        yield Finding(
            code="pull-node-file",
            ok=ok,
            subject=subject,
            detail=detail,
            way_out="" if ok else "run pulumi up; what else writes the file must be removed",
        )
    if hosted := settings.hosted_cluster:
        config_map = plan.config_map_name(hosted)
        for pool in hosted.node_pools:
            node_pool = named(manifests, "NodePool", pool.name, hosted.namespace) or {}
            references = objects(object_member(node_pool, "spec"), "config")
            ok = any(each.get("name") == config_map for each in references)
            yield Finding(
                code="pull-node-pool",
                ok=ok,
                subject=f"NodePool {pool.name}",
                detail=f"{'refers' if ok else 'does not refer'} to ConfigMap {config_map}",
                way_out="" if ok else "run pulumi up",
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
        name = machine_config_name(pool)
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


def _kubelets(settings: ImagePullsSettings, manifests: Sequence[Manifest]) -> Iterator[Finding]:
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
        yield Finding(
            code="pull-kubelet-version",
            ok=ok,
            subject=f"node {name}",
            detail=f"kubelet {version or 'of an unknown version'}",
            way_out="" if ok else "update the node: its kubelet does not start with the file",
        )


def _annotations(settings: ImagePullsSettings, manifests: Sequence[Manifest]) -> Iterator[Finding]:
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
        yield Finding(
            code="pull-annotations",
            ok=not wrong,
            subject=subject,
            detail=detail if account is not None else "does not exist",
            way_out="run pulumi up" if wrong else "",
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


def _permissions(settings: ImagePullsSettings, manifests: Sequence[Manifest]) -> Iterator[Finding]:
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
) -> Finding:
    audience = plan.audience(settings)
    return Finding(
        code="pull-audience",
        ok=allowed,
        subject=f"ServiceAccount {workload.namespace}/{workload.service_account}",
        detail=f"nodes {'get' if allowed else 'get no'} token for {audience}",
        way_out="" if allowed else f"bind a role with verb {AUDIENCE_VERB} to {NODES_GROUP}",
    )
