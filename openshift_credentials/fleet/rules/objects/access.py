"""ServiceAccounts of a fleet, and what each may do."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, assert_never

from openshift_credentials.fleet.rules.inventory import Cloud, Fleet, Member
from openshift_credentials.fleet.rules.objects.labels import Object, metadata
from openshift_credentials.fleet.rules.stack_settings import stack_settings
from openshift_credentials.kubernetes.json_values import object_member, text_member
from openshift_credentials.kubernetes.names import DEFAULT_OADP_NAMESPACE

RBAC_API: Final = "rbac.authorization.k8s.io/v1"
_GROUP: Final = "rbac.authorization.k8s.io"

OWN: Final = ("get", "list", "watch", "create", "patch", "delete")
"""What the Kubernetes provider asks for of objects that a stack makes, changes and deletes."""

AMEND: Final = ("get", "list", "watch", "create", "patch")
"""What it asks for of objects that a stack only changes a part of."""


@dataclass(frozen=True, slots=True)
class Right:
    """Rights on one resource; in the whole cluster where ``namespace`` is ``None``."""

    group: str
    resource: str
    verbs: tuple[str, ...]
    namespace: str | None = None

    @property
    def rule(self) -> Object:
        """The rule of a role."""
        return {
            "apiGroups": [self.group],
            "resources": [self.resource],
            "verbs": list(self.verbs),
        }


_RBAC_KINDS: Final = ("clusterroles", "clusterrolebindings")

_OTHER_SYSTEMS: Final[Mapping[str, tuple[Right, ...]]] = {
    "componentIdentities": (Right("", "secrets", OWN),),
    "cloudCredentials": (
        Right("", "namespaces", AMEND),
        Right("", "secrets", OWN),
        Right("operator.openshift.io", "cloudcredentials", AMEND),
        Right("operator.openshift.io", "kubecontrollermanagers", AMEND),
    ),
    "controlPlaneIdentities": (Right("secrets-store.csi.x-k8s.io", "secretproviderclasses", OWN),),
    "imagePulls": (
        Right("", "configmaps", OWN),
        Right("", "serviceaccounts", AMEND),
        Right("hypershift.openshift.io", "nodepools", AMEND),
        Right("machineconfiguration.openshift.io", "machineconfigs", OWN),
        *(Right(_GROUP, kind, OWN) for kind in _RBAC_KINDS),
    ),
}
"""Kinds that the other systems register; the folders of ``components`` have them."""


def namespace(fleet: Fleet) -> Object:
    """The namespace of the fleet; the pods of workspaces keep the restricted standard."""
    enforced = {"pod-security.kubernetes.io/enforce": "restricted"}
    return {
        "apiVersion": "v1",
        "kind": "Namespace",
        "metadata": metadata(fleet["namespace"], labels=enforced),
    }


def service_account(member: Member, fleet: Fleet) -> Object:
    """The identity of a member's pods, which a cloud exchanges for short-lived credentials."""
    match member.cloud:
        case Cloud.AWS:
            annotations = {"eks.amazonaws.com/role-arn": member["roleArn"]}
        case Cloud.AZURE:
            annotations = {
                "azure.workload.identity/client-id": member["clientId"],
                "azure.workload.identity/tenant-id": member["tenant"],
            }
        case _:
            assert_never(member.cloud)
    return {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": metadata(member.name, fleet["namespace"], annotations=annotations),
    }


def remote_account(member: Member, fleet: Fleet) -> Object:
    """The ServiceAccount in a management cluster whose token the kubeconfig on the hub has."""
    return {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": metadata(member.name, fleet["namespace"]),
    }


def operator_access(member: Member, fleet: Fleet) -> Iterator[Object]:
    """What a pod needs to be a workspace: to check the operator's token, and to run as user 1000.

    Source of the first: ``agent/pkg/server/auth.go``. OpenShift's SCC nonroot-v2 lets a pod choose
    its user.
    """
    who = (member.name, fleet["namespace"])
    yield _cluster_binding(
        f"{fleet['namespace']}:{member.name}:auth-delegator", "system:auth-delegator", *who
    )
    yield _binding(
        f"{member.name}-nonroot-v2",
        fleet["namespace"],
        ("ClusterRole", "system:openshift:scc:nonroot-v2"),
        *who,
    )


def rights(member: Member) -> tuple[Right, ...]:
    """What the stack's systems need in the management cluster, and no more."""
    settings = stack_settings(member)
    found: dict[Right, None] = {}
    backup = object_member(settings, "etcdBackup")
    cluster = object_member(settings, "cluster")
    if backup:
        place = text_member(cluster, "operatorNamespace")
        found |= dict.fromkeys(
            (
                Right("hypershift.openshift.io", "hcpetcdbackups", OWN),
                Right("", "secrets", OWN, place),
                Right("", "serviceaccounts", AMEND, place),
            )
        )
        if object_member(backup, "oadp").get("enabled") is True:
            place = text_member(cluster, "oadpNamespace") or DEFAULT_OADP_NAMESPACE
            kinds = ("backupstoragelocations", "schedules")
            found |= dict.fromkeys(Right("velero.io", kind, OWN, place) for kind in kinds)
            found |= dict.fromkeys((Right("", "configmaps", OWN, place),))
    for system, needed in _OTHER_SYSTEMS.items():
        if system in settings:
            found |= dict.fromkeys(needed)
    return tuple(found)


def management_access(member: Member, fleet: Fleet) -> Iterator[Object]:
    """Roles and bindings of a member's ServiceAccount in its management cluster."""
    name, home = member.name, fleet["namespace"]
    whole: list[Object] = []
    by_namespace: dict[str, list[Object]] = {}
    for right in rights(member):
        if right.namespace is None:
            whole.append(right.rule)
        else:
            by_namespace.setdefault(right.namespace, []).append(right.rule)
    if whole:
        role = f"{home}:{name}"
        yield {
            "apiVersion": RBAC_API,
            "kind": "ClusterRole",
            "metadata": metadata(role),
            "rules": whole,
        }
        yield _cluster_binding(role, role, name, home)
    for place, rules in by_namespace.items():
        role = f"{home}-{name}"
        yield {
            "apiVersion": RBAC_API,
            "kind": "Role",
            "metadata": metadata(role, place),
            "rules": rules,
        }
        yield _binding(role, place, ("Role", role), name, home)


def job_access(name: str, fleet: Fleet) -> Iterator[Object]:
    """ServiceAccount of a CronJob that patches Stacks, and nothing else."""
    home = fleet["namespace"]
    yield {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": metadata(name, home)}
    rule = {
        "apiGroups": ["pulumi.com"],
        "resources": ["stacks"],
        "verbs": ["get", "list", "patch"],
    }
    yield {
        "apiVersion": RBAC_API,
        "kind": "Role",
        "metadata": metadata(name, home),
        "rules": [rule],
    }
    yield _binding(name, home, ("Role", name), name, home)


def _subjects(name: str, home: str) -> list[Object]:
    return [{"kind": "ServiceAccount", "name": name, "namespace": home}]


def _cluster_binding(name: str, role: str, account: str, home: str) -> Object:
    return {
        "apiVersion": RBAC_API,
        "kind": "ClusterRoleBinding",
        "metadata": metadata(name),
        "roleRef": {"apiGroup": _GROUP, "kind": "ClusterRole", "name": role},
        "subjects": _subjects(account, home),
    }


def _binding(name: str, place: str, role: tuple[str, str], account: str, home: str) -> Object:
    kind, role_name = role
    return {
        "apiVersion": RBAC_API,
        "kind": "RoleBinding",
        "metadata": metadata(name, place),
        "roleRef": {"apiGroup": _GROUP, "kind": kind, "name": role_name},
        "subjects": _subjects(account, home),
    }
