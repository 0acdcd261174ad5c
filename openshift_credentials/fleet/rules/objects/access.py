"""ServiceAccounts of a fleet, and their permissions."""

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from openshift_credentials.base.json_values import object_member, text_member
from openshift_credentials.deployer.kubernetes import Allowed, permissions
from openshift_credentials.deployer.kubernetes_documents import manifests
from openshift_credentials.deployer.registered import Call, Registered
from openshift_credentials.fleet.rules.inventory import Cloud, Fleet, Member
from openshift_credentials.fleet.rules.objects.labels import PART_OF, Object, metadata
from openshift_credentials.fleet.rules.stack_settings import stack_settings
from openshift_credentials.platforms.azure.federation import (
    CLIENT_ID_ANNOTATION,
    TENANT_ID_ANNOTATION,
)
from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.platforms.kubernetes.names import DEFAULT_OADP_NAMESPACE
from openshift_credentials.systems.etcd_backup.rules.defaults import DEFAULT_SECRET
from openshift_credentials.systems.etcd_backup.rules.names import SERVICE_ACCOUNT

RBAC_API: Final = upstream.RBAC_API

_ALL_CALLS: Final = frozenset(Call)
_KEPT_CALLS: Final = _ALL_CALLS - {Call.DELETE}
_READ_ALONE: Final = frozenset({"core/v1:Namespace"})

_OADP: Final = (
    "velero.io/v1:BackupStorageLocation",
    "velero.io/v1:Schedule",
    "core/v1:ConfigMap",
    "core/v1:Secret",
)
_ALERTS: Final = "monitoring.coreos.com/v1:PrometheusRule"
OTHER_SYSTEMS: Final[Mapping[str, tuple[str, ...]]] = {
    "componentIdentities": ("core/v1:Secret",),
    "cloudCredentials": (
        "core/v1:Namespace",
        "core/v1:Secret",
        "operator.openshift.io/v1:CloudCredentialPatch",
        "operator.openshift.io/v1:KubeControllerManagerPatch",
    ),
    "controlPlaneIdentities": ("secrets-store.csi.x-k8s.io/v1:SecretProviderClass",),
    "imagePulls": (
        "core/v1:ConfigMap",
        "core/v1:ServiceAccount",
        "core/v1:ServiceAccountPatch",
        "hypershift.openshift.io/v1beta1:NodePoolPatch",
        "machineconfiguration.openshift.io/v1:MachineConfig",
        f"{upstream.RBAC_GROUP}/v1:ClusterRole",
        f"{upstream.RBAC_GROUP}/v1:ClusterRoleBinding",
        f"{upstream.RBAC_GROUP}/v1:Role",
        f"{upstream.RBAC_GROUP}/v1:RoleBinding",
    ),
}
"""Type tokens of what the other systems register, as ``components`` has it.

What exactly one stack needs, by name, is what ``explain --deployer`` prints.
"""


def namespace(fleet: Fleet) -> Object:
    """The namespace of the fleet; the pods of workspaces meet the restricted standard."""
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
            annotations = {upstream.ROLE_ARN_ANNOTATION: member["roleArn"]}
        case Cloud.AZURE:
            annotations = {
                CLIENT_ID_ANNOTATION: member["clientId"],
                TENANT_ID_ANNOTATION: member["tenant"],
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
    """Permissions of a workspace's pod: to check the operator's token, and to run as user 1000.

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


def rights(member: Member) -> set[Allowed]:
    """Exactly the permissions of the stack's systems in the management cluster."""
    settings = stack_settings(member)
    found: set[Allowed] = set()
    backup = object_member(settings, "etcdBackup")
    if backup:
        for resource, calls in _of_backups(member, object_member(settings, "cluster"), backup):
            found |= set(permissions(resource, calls))
        found |= set(_of_oadp(object_member(settings, "cluster"), object_member(backup, "oadp")))
        if "alerts" in backup or "alerts" in settings:
            found |= set(_of_kind(_ALERTS))
    for system, tokens in OTHER_SYSTEMS.items():
        if system in settings:
            found |= {allowed for token in tokens for allowed in _of_kind(token)}
    return found


def _of_backups(
    member: Member, cluster: Mapping[str, object], backup: Mapping[str, object]
) -> Iterator[tuple[Registered, frozenset[Call]]]:
    """The objects of direct backups: a Secret, backups, and on Azure an annotation."""
    place = text_member(cluster, "operatorNamespace")
    secret = text_member(backup, "credentials", "secretName") or DEFAULT_SECRET
    keeps = object_member(backup, "backupPolicy").get("keepPrevious") is not False
    yield _resource("core/v1:Secret", place, secret), _ALL_CALLS
    backups = _resource("hypershift.openshift.io/v1beta1:HCPEtcdBackup", place, "")
    yield backups, _KEPT_CALLS if keeps else _ALL_CALLS
    if member.cloud is Cloud.AZURE:
        yield _resource("core/v1:ServiceAccountPatch", place, SERVICE_ACCOUNT), _ALL_CALLS


def _resource(token: str, place: str, name: str) -> Registered:
    inputs = {"metadata": {"namespace": place, "name": name}}
    return Registered(type=f"kubernetes:{token}", name=name, inputs=inputs, provider={})


def _of_oadp(cluster: Mapping[str, object], oadp: Mapping[str, object]) -> Iterator[Allowed]:
    if oadp.get("enabled") is not True:
        return
    place = text_member(cluster, "oadpNamespace") or DEFAULT_OADP_NAMESPACE
    for token in _OADP:
        yield from _of_kind(token, place)


def _of_kind(token: str, place: str = "") -> Iterator[Allowed]:
    """What the deployer needs for objects of any name, in one namespace or in all."""
    calls = frozenset({Call.READ}) if token in _READ_ALONE else _ALL_CALLS
    yield from permissions(_resource(token, place, ""), calls)


def management_access(member: Member, fleet: Fleet) -> Iterator[Object]:
    """Roles and bindings of a member's ServiceAccount in its management cluster."""
    home = fleet["namespace"]
    for manifest in manifests(f"{home}-{member.name}", rights(member)):
        about = {**object_member(manifest, "metadata"), "labels": PART_OF}
        bound = {"subjects": _subjects(member.name, home)} if "subjects" in manifest else {}
        yield {**manifest, "metadata": about, **bound}


def job_access(name: str, fleet: Fleet) -> Iterator[Object]:
    """ServiceAccount of a CronJob that only patches Stacks."""
    home = fleet["namespace"]
    yield {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": metadata(name, home)}
    rule = {"apiGroups": ["pulumi.com"], "resources": ["stacks"], "verbs": ["get", "list", "patch"]}
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
        "roleRef": {"apiGroup": upstream.RBAC_GROUP, "kind": "ClusterRole", "name": role},
        "subjects": _subjects(account, home),
    }


def _binding(name: str, place: str, role: tuple[str, str], account: str, home: str) -> Object:
    kind, role_name = role
    return {
        "apiVersion": RBAC_API,
        "kind": "RoleBinding",
        "metadata": metadata(name, place),
        "roleRef": {"apiGroup": upstream.RBAC_GROUP, "kind": kind, "name": role_name},
        "subjects": _subjects(account, home),
    }
