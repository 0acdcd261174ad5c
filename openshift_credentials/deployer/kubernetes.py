"""RBAC for the deployer, from the requests of Pulumi's Kubernetes provider to an API server.

Source: pulumi/pulumi-kubernetes ``provider/pkg/await/await.go``: server-side apply is a patch, and
a creation if the object does not exist; a preview sends the same as a dry run; a deletion watches
all objects of the kind in the namespace until its own is gone; a patch that is reverted is read and
patched. kubernetes/kubernetes ``staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go``: the
creation is authorized with the name, so ``resourceNames`` applies to it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.json_values import object_items, object_member, text_items, text_member
from openshift_credentials.platforms.kubernetes import names as upstream

from .registered import Call, Registered

_PATCH: Final = "Patch"
_CORE: Final = "core"

_MADE_BY_PATCHES: Final = frozenset({"ConfigMap", "ServiceAccount"})
"""Kinds that a patch of the stack creates if the object does not exist."""

_NAMED_ANEW: Final = frozenset({"HCPEtcdBackup"})
"""Kinds whose objects get new names in each run, in namespaces that come and go."""


@dataclass(frozen=True, slots=True, order=True)
class Allowed:
    """A verb on a resource; an empty ``namespace`` or ``name`` means all of them."""

    namespace: str
    group: str
    resource: str
    name: str
    verb: str


@dataclass(frozen=True, slots=True)
class _Object:
    group: str
    kind: str
    namespace: str
    name: str
    is_patch: bool


def permissions(resource: Registered, calls: frozenset[Call]) -> Iterator[Allowed]:
    """The permissions that the provider needs for these calls; none if it renders manifests."""
    if resource.provider.get("renderYamlToDirectory"):
        return
    item = _object(resource)
    plural = _plural(item.kind)
    anew = item.kind in _NAMED_ANEW
    namespace, name = ("", "") if anew else (item.namespace, item.name)
    for verb in sorted({verb for call in calls for verb in _verbs(item, call)}):
        yield Allowed(namespace, item.group, plural, name, verb)
    if Call.DELETE in calls and not item.is_patch:
        for verb in ("list", "watch"):
            yield Allowed(namespace, item.group, plural, "", verb)
    if Call.CREATE in calls and item.group == upstream.RBAC_GROUP:
        yield from _delegated_permissions(resource, item.namespace)


def _verbs(item: _Object, call: Call) -> tuple[str, ...]:
    match call:
        case Call.READ:
            return ("get",)
        case Call.CREATE if item.is_patch and item.kind not in _MADE_BY_PATCHES:
            return ("get", "patch")
        case Call.CREATE:
            return ("create", "get", "patch")
        case Call.UPDATE:
            return ("get", "patch")
        case Call.DELETE:
            return ("get", "patch") if item.is_patch else ("delete", "get")


def _object(resource: Registered) -> _Object:
    _, version, kind = resource.type.split(":")
    group = version.rpartition("/")[0]
    metadata = object_member(resource.inputs, "metadata")
    namespace, name = text_member(metadata, "namespace"), text_member(metadata, "name")
    if resource.read_id:
        namespace, _, name = resource.read_id.rpartition("/")
    is_patch = kind.endswith(_PATCH)
    kind = kind.removesuffix(_PATCH)
    return _Object("" if group == _CORE else group, kind, namespace, name, is_patch)


def _plural(kind: str) -> str:
    """Source: kubernetes/kubernetes ``meta.UnsafeGuessKindToResource``."""
    lower = kind.lower()
    if lower.endswith("s"):
        return f"{lower}es"
    return f"{lower[:-1]}ies" if lower.endswith("y") else f"{lower}s"


def _delegated_permissions(resource: Registered, namespace: str) -> Iterator[Allowed]:
    """Nobody can grant permissions that they do not have.

    Source: Kubernetes documentation, "Using RBAC Authorization", "Privilege escalation
    prevention and bootstrapping".
    """
    for rule in object_items(resource.inputs, "rules"):
        for group in text_items(rule, "apiGroups"):
            for item in text_items(rule, "resources"):
                for verb in text_items(rule, "verbs"):
                    yield Allowed(namespace, group, item, "", verb)


Manifest = Mapping[str, object]


def manifests(name: str, rights: Iterable[Allowed]) -> list[Manifest]:
    """A ClusterRole, and a Role per namespace, each bound to the group ``name``."""
    by_namespace: dict[str, set[Allowed]] = defaultdict(set)
    for right in rights:
        by_namespace[right.namespace].add(right)
    group, made = upstream.RBAC_GROUP, list[Manifest]()
    for namespace, found in sorted(by_namespace.items()):
        role = "Role" if namespace else "ClusterRole"
        metadata = {"name": name, **({"namespace": namespace} if namespace else {})}
        head: Manifest = {"apiVersion": f"{group}/v1"}
        made.append({**head, "kind": role, "metadata": metadata, "rules": _rules(found)})
        binding = {
            "roleRef": {"apiGroup": group, "kind": role, "name": name},
            "subjects": [{"apiGroup": group, "kind": "Group", "name": name}],
        }
        made.append({**head, "kind": f"{role}Binding", "metadata": metadata, **binding})
    return made


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
