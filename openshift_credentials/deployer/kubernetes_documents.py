"""Permissions in a cluster as roles and bindings, limited to namespaces and names."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from openshift_credentials.platforms.kubernetes import upstream

from .kubernetes import Allowed

Manifest = Mapping[str, object]


def manifests(name: str, rights: Iterable[Allowed]) -> list[Manifest]:
    """A ClusterRole, and a Role per namespace, each bound to the group ``name``."""
    by_namespace: dict[str, set[Allowed]] = defaultdict(set)
    for right in rights:
        by_namespace[right.namespace].add(right)
    return [
        manifest
        for namespace, found in sorted(by_namespace.items())
        for manifest in _role_and_binding(name, namespace, found)
    ]


def _role_and_binding(name: str, namespace: str, rights: set[Allowed]) -> tuple[Manifest, Manifest]:
    front = "" if namespace else "Cluster"
    metadata = {"name": name, **({"namespace": namespace} if namespace else {})}
    role = {
        "apiVersion": f"{upstream.RBAC_GROUP}/v1",
        "kind": f"{front}Role",
        "metadata": metadata,
        "rules": _rules(rights),
    }
    binding = {
        "apiVersion": f"{upstream.RBAC_GROUP}/v1",
        "kind": f"{front}RoleBinding",
        "metadata": metadata,
        "roleRef": {"apiGroup": upstream.RBAC_GROUP, "kind": f"{front}Role", "name": name},
        "subjects": [{"apiGroup": upstream.RBAC_GROUP, "kind": "Group", "name": name}],
    }
    return role, binding


def _rules(rights: set[Allowed]) -> list[Mapping[str, object]]:
    """Names with the same verbs share a rule; a verb on all objects is not repeated for names."""
    verbs: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for right in rights:
        everywhere = Allowed(right.namespace, right.group, right.resource, "", right.verb)
        if not right.name or everywhere not in rights:
            verbs[right.group, right.resource, right.name].add(right.verb)
    alike: dict[tuple[str, str, tuple[str, ...]], list[str]] = defaultdict(list)
    for (group, resource, name), found in sorted(verbs.items()):
        alike[group, resource, tuple(sorted(found))].append(name)
    return [
        {
            "apiGroups": [group],
            "resources": [resource],
            **({"resourceNames": names} if names != [""] else {}),
            "verbs": list(found),
        }
        for (group, resource, found), names in alike.items()
    ]
