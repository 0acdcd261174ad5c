"""The configuration of nodes: the file on the API server, and kubelets that would accept it."""

import base64
import binascii
import re
from collections.abc import Iterator, Sequence
from typing import Final

from openshift_credentials.base.json_values import (
    is_object,
    object_items,
    object_member,
    text_member,
)
from openshift_credentials.live.check import Check, failure, success
from openshift_credentials.platforms.kubernetes.names import CONFIG_MAP_KEY
from openshift_credentials.platforms.kubernetes.rbac import Manifest, find_object
from openshift_credentials.platforms.manifests.syntax import parse_component_config

from .. import plan
from ..rules.gates import GateState, KubeletVersion
from ..settings import ImagePullsSettings

_DATA_URL: Final = re.compile(r"data:[^,]*;base64,(?P<content>.*)", re.DOTALL)


def check_of(code: str, subject: str, detail: str, way_out: str, *, ok: bool) -> Check:
    """A check that passed, or that failed with a way out."""
    return success(code, subject, detail) if ok else failure(code, subject, detail, way_out)


def file_checks(settings: ImagePullsSettings, manifests: Sequence[Manifest]) -> Iterator[Check]:
    """Whether each pool, or the hosted cluster's ConfigMap, has the rendered file."""
    wanted = plan.plan_file(settings)
    for subject, spec in _machine_configs(settings, manifests):
        found = _content(spec, wanted.path) if spec is not None else None
        if found is None:
            detail, ok = f"does not write {wanted.path}", False
        else:
            ok = found == wanted.content
            detail = "has the rendered file" if ok else "has different content"
        yield check_of(
            "pull-node-file",
            subject,
            detail,
            "run 'pulumi up', and remove anything else that writes the file",
            ok=ok,
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
    """Kubelets that would reject ``tokenAttributes``."""
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
