"""Whether nodes, RBAC and ServiceAccounts are ready for an update, and are what it made of them."""

import base64
import binascii
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.base.json_values import is_object, object_items, object_member, text_member
from openshift_credentials.live.check import Check, failure, success, unknown
from openshift_credentials.platforms.kubernetes.names import CONFIG_MAP_KEY
from openshift_credentials.platforms.kubernetes.rbac import (
    AUDIENCE_VERB,
    NODE_USER_PREFIX,
    NODES_GROUP,
    Manifest,
    find_object,
)
from openshift_credentials.platforms.manifests.syntax import parse_component_config

from .. import plan
from ..rules.audience import TokenWanted, may_request_token
from ..rules.gates import GateState, KubeletVersion
from ..rules.kubelet_plugins import CLIENT_ID_ANNOTATION, ROLE_ANNOTATION, TENANT_ID_ANNOTATION
from ..settings import HostedCluster, ImagePullsSettings

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
        yield check_of(
            "pull-kubelet-version",
            f"node {name}",
            f"kubelet {version or 'of an unknown version'}",
            "update the node: its kubelet does not start with the file",
            ok=gate is GateState.ON,
        )


def preflight(
    settings: ImagePullsSettings, nodes_cluster: Sequence[Manifest], pods_cluster: Sequence[Manifest] | None
) -> Iterator[Check]:
    yield from kubelet_checks(settings, pods_cluster or ())
    for workload in settings.workloads if pods_cluster is not None else ():
        name, namespace = workload.service_account, workload.namespace
        if not workload.create and not find_object(pods_cluster or (), "ServiceAccount", name, namespace):
            yield failure(
                "pull-account-missing",
                f"ServiceAccount {namespace}/{name}",
                "does not exist",
                "create it, or set create: true for the workload",
            )
    if settings.hosted_cluster:
        yield from _node_pools(settings.hosted_cluster, nodes_cluster)


def _node_pools(hosted: HostedCluster, manifests: Sequence[Manifest]) -> Iterator[Check]:
    """NodePools whose list of ConfigMaps would lose an entry."""
    for pool in hosted.node_pools:
        subject = f"NodePool {hosted.namespace}/{pool.name}"
        found = find_object(manifests, "NodePool", pool.name, hosted.namespace)
        if found is None:
            yield failure("pull-node-pool-missing", subject, "does not exist", "correct its name")
            continue
        references = object_items(found, "spec", "config")
        present = [text_member(reference, "name") for reference in references]
        dropped = sorted({*present} - {plan.config_map_name(hosted), *pool.config})
        yield check_of(
            "pull-node-pool-config",
            subject,
            f"refers to {', '.join(present) or 'nothing'}",
            f"add {', '.join(dropped)} to nodePools[].config; otherwise the update removes it",
            ok=not dropped,
        )


_ANY_NODE: Final = "verify"


def verify(
    settings: ImagePullsSettings, nodes_cluster: Sequence[Manifest], pods_cluster: Sequence[Manifest] | None
) -> Iterator[Check]:
    """Compare what was read from the clusters with the settings.

    ``nodes_cluster`` has MachineConfigs, or ConfigMaps and NodePools of the management cluster;
    ``pods_cluster`` has ServiceAccounts, RBAC and Nodes of the cluster that runs the pods. It is
    ``None`` if that cluster was not read.
    """
    yield from file_checks(settings, nodes_cluster)
    if pods_cluster is None:
        yield unknown(
            "pull-hosted-cluster",
            "hosted cluster",
            "it contains the ServiceAccounts, RBAC and nodes, and was not read",
            "set its context in hostedKubernetes.context",
        )
        return
    yield from kubelet_checks(settings, pods_cluster)
    if settings.uses_tokens:
        yield from _annotations(settings, pods_cluster)
        yield from _permissions(settings, pods_cluster)


def _annotations(settings: ImagePullsSettings, manifests: Sequence[Manifest]) -> Iterator[Check]:
    # By subject; None is a value that only the cloud has.
    expected: dict[str, Mapping[str, str | None]] = {}
    if aws := settings.aws:
        for role in plan.roles(settings, aws):
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
        yield check_of(
            "pull-audience",
            f"ServiceAccount {workload.namespace}/{workload.service_account}",
            f"nodes {'get' if allowed else 'do not get'} a token for {plan.audience(settings)}",
            f"bind a role with verb {AUDIENCE_VERB} to {NODES_GROUP}",
            ok=allowed,
        )
