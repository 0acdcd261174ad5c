"""deploy/operate-clusterrole.yaml: what the verbs that look at a cluster may read."""

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import yaml

from openshift_credentials.etcd_backup.operation import places
from openshift_credentials.operation.observed import Read

NAME: Final = "openshift-credentials-operate"

_INTRODUCTION: Final = """\
# What the verbs preflight, verify, status and diagnose read of a management cluster, and no more.
# Generated from their requests: make docs. Bind it to whoever runs them:
#   oc create clusterrolebinding {name} --clusterrole={name} --user=USER
# Of Secrets they ask for the metadata alone, which RBAC cannot tell from the content; docs/operating.md
# says what still works without that rule.
"""

_OBJECT: Final = re.compile(
    r"/(?:api|apis/(?P<group>[^/]+))/(?P<version>v[^/]+)"
    r"(?:/namespaces/(?P<namespace>[^/]+))?/(?P<resource>[a-z]+)(?:/(?P<name>[^/]+))?"
)


def permission_of(read: Read) -> tuple[str, str, str]:
    """API group, resource and verb of a request; of a path that is no resource: "", path, get."""
    match = _OBJECT.fullmatch(read.path)
    if match is None:
        return "", read.path, "get"
    return match["group"] or "", match["resource"], "get" if match["name"] else "list"


def cluster_role(reads: Iterable[Read]) -> dict[str, object]:
    """The least ClusterRole with which these requests are answered.

    It names no object and no namespace: a stack chooses those.
    """
    verbs: dict[tuple[str, str], set[str]] = defaultdict(set)
    for read in reads:
        group, resource, verb = permission_of(read)
        verbs[group, resource].add(verb)
    together: dict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    for (group, resource), found in sorted(verbs.items()):
        together[group, tuple(sorted(found))].append(resource)
    return {
        "apiVersion": "rbac.authorization.k8s.io/v1",
        "kind": "ClusterRole",
        "metadata": {"name": NAME},
        "rules": [
            {"nonResourceURLs": resources, "verbs": list(found)}
            if resources[0].startswith("/")
            else {"apiGroups": [group], "resources": resources, "verbs": list(found)}
            for (group, found), each in together.items()
            for resources in _apart(each)
        ],
    }


def _apart(resources: list[str]) -> list[list[str]]:
    """Paths and resources never stand in one rule."""
    paths = [each for each in resources if each.startswith("/")]
    return [each for each in ([each for each in resources if each not in paths], paths) if each]


def render_operate_role() -> str:
    """The whole file."""
    body = yaml.safe_dump(cluster_role(places.every_read()), sort_keys=False)
    return _INTRODUCTION.format(name=NAME) + body
