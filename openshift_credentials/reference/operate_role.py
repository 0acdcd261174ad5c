"""deploy/operate-clusterrole.yaml: permissions of the verbs that read a cluster.

Source for how RBAC treats a list by name: Kubernetes documentation, "Using RBAC Authorization",
"Referring to resources": ``resourceNames`` applies to a list if its field selector contains the
object's name.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.yaml_text import yaml_text
from openshift_credentials.live.check import Purpose
from openshift_credentials.live.observed import Read
from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.systems.control_plane_identities.live.places import (
    reads as reads_of_identities,
)
from openshift_credentials.systems.control_plane_identities.settings.branch import (
    ControlPlaneIdentitiesSettings,
)
from openshift_credentials.systems.etcd_backup.live import places
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from openshift_credentials.systems.image_pulls.live.places import reads as reads_of_pulls
from openshift_credentials.systems.image_pulls.settings import (
    HostedCluster,
    ImagePullsSettings,
    Workload,
)

NAME: Final = "openshift-credentials-operate"

_INTRODUCTION: Final = f"""\
# Exactly what the verbs preflight, verify, status and diagnose read from a cluster.
# Generated from their requests by 'make docs'. Bind it to the users who run them:
#   oc create clusterrolebinding {NAME} --clusterrole={NAME} --user=USER
# A stack that chooses etcdBackup.credentials.secretName needs that name instead of
# cloud-credentials. Of Secrets the verbs read only the metadata.
"""

_PATH: Final = re.compile(
    r"/(?:api|apis/(?P<group>[^/]+))/v[^/]+(?:/namespaces/[^/]+)?/(?P<resource>[a-z]+)"
    r"(?:/(?P<name>[^/]+)(?:/(?P<part>[a-z]+))?)?"
)
_BY_NAME: Final = "metadata.name="
_CHOSEN: Final = ("backupstoragelocations", "hostedclusters", "pods/log")
"""The stack or the cluster determines the names of these."""


@dataclass(frozen=True, slots=True, order=True)
class VerbPermission:
    """Permission for a request in RBAC; ``path`` is set for non-resource URLs."""

    group: str = ""
    resource: str = ""
    verb: str = "get"
    name: str = ""
    path: str = ""


def permission_of(read: Read) -> VerbPermission:
    """Permissions for a request."""
    match = _PATH.fullmatch(read.path)
    if match is None:
        return VerbPermission(path=read.path)
    selected = read.field_selector or ""
    name = match["name"] or (selected.removeprefix(_BY_NAME) if _BY_NAME in selected else "")
    resource = f"{match['resource']}/{match['part']}" if match["part"] else match["resource"]
    return VerbPermission(
        match["group"] or "",
        resource,
        "get" if match["name"] else "list",
        "" if resource in _CHOSEN else name,
    )


def all_reads() -> list[Read]:
    """Every request that the verbs send, for settings that need all of them."""
    backups = EtcdBackupSettings.model_validate(
        {
            "cluster": {"name": "mc", "oidcIssuer": "https://oidc.example.com/mc"},
            "storage": {"storageType": "AzureBlob"},
            "oadp": {"enabled": True},
        }
    )
    pulls = ImagePullsSettings.model_construct(
        hosted_cluster=None,
        workloads=(Workload.model_construct(namespace="shop", service_account="web"),),
    )
    hosted = ImagePullsSettings.model_construct(
        hosted_cluster=HostedCluster.model_construct(namespace="clusters")
    )
    identities = ControlPlaneIdentitiesSettings.model_construct(hosted_cluster="clusters/demo")
    log = "/api/v1/namespaces/hypershift/pods/one/log"
    found = [Read(name="log", path=log, permission=f"get {log}", is_text=True)]
    for purpose in Purpose:
        found += places.reads(backups, purpose)
        found += [*reads_of_pulls(pulls, purpose), *reads_of_pulls(hosted, purpose)]
        found += reads_of_identities(identities, purpose)
    return list({(item.path, item.field_selector): item for item in found}.values())


def cluster_role(reads: Iterable[Read]) -> Mapping[str, object]:
    """The minimal ClusterRole for these requests."""
    needed = sorted({permission_of(read) for read in reads})
    return {
        "apiVersion": upstream.RBAC_API,
        "kind": "ClusterRole",
        "metadata": {"name": NAME},
        "rules": [
            *_rules([permission for permission in needed if not permission.path]),
            *_paths(needed),
        ],
    }


def _paths(needed: Sequence[VerbPermission]) -> list[Mapping[str, object]]:
    paths = [permission.path for permission in needed if permission.path]
    return [{"nonResourceURLs": paths, "verbs": ["get"]}] if paths else []


def _rules(needed: Sequence[VerbPermission]) -> list[Mapping[str, object]]:
    """Resources of a group with the same permissions share a rule."""
    everything = {
        (permission.group, permission.resource, permission.verb)
        for permission in needed
        if not permission.name
    }
    alike: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for permission in needed:
        named = (
            permission.name
            and (permission.group, permission.resource, permission.verb) not in everything
        )
        alike[permission.group, permission.verb, permission.name if named else ""].append(
            permission.resource
        )
    return [
        {
            "apiGroups": [group],
            "resources": sorted(set(resources)),
            **({"resourceNames": [name]} if name else {}),
            "verbs": [verb],
        }
        for (group, verb, name), resources in alike.items()
    ]


def render_operate_role() -> str:
    """The whole file."""
    return _INTRODUCTION + yaml_text([cluster_role(all_reads())])
