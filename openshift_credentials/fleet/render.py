"""The files of a rendered fleet: their paths and texts, the same for the same inventory.

What follows from one row lies below ``clusters/<name>``, so a changed row changes only its own
files.
"""

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from openshift_credentials.base.json_values import object_member, text_member
from openshift_credentials.base.package_data import package_text
from openshift_credentials.base.yaml_text import yaml_text
from openshift_credentials.deployer.kubernetes import Allowed, manifests, permissions
from openshift_credentials.deployer.registered import Call, Registered
from openshift_credentials.platforms.azure.identifiers import CLIENT_ID_ANNOTATION, TENANT_ID_ANNOTATION
from openshift_credentials.platforms.kubernetes import names as upstream
from openshift_credentials.platforms.kubernetes.names import DEFAULT_OADP_NAMESPACE
from openshift_credentials.systems.etcd_backup.rules.names import DEFAULT_SECRET, SERVICE_ACCOUNT

from .inventory import MINUTES_OF_A_DAY, Cloud, Fleet, Member
from .stack import PART_OF, Object, metadata, stack, stack_settings

_ALL_CALLS: Final = frozenset(Call)
_KEPT_CALLS: Final = _ALL_CALLS - {Call.DELETE}
_READ_ALONE: Final = frozenset({"core/v1:Namespace"})

_OADP: Final = ("velero.io/v1:BackupStorageLocation", "velero.io/v1:Schedule", "core/v1:ConfigMap", "core/v1:Secret")
OTHER_SYSTEMS: Final[Mapping[str, tuple[str, ...]]] = {
    "componentIdentities": ("core/v1:Secret",),
    "cloudCredentials": (
        "core/v1:Namespace",
        "core/v1:Secret",
        "operator.openshift.io/v1:CloudCredentialPatch",
        "operator.openshift.io/v1:KubeControllerManagerPatch",
    ),
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


def access_objects(member: Member, fleet: Fleet) -> Iterator[Object]:
    """The namespace of the fleet, the ServiceAccount, and its roles and bindings."""
    home = fleet["namespace"]
    enforced = {"pod-security.kubernetes.io/enforce": "restricted"}
    yield {"apiVersion": "v1", "kind": "Namespace", "metadata": metadata(home, labels=enforced)}
    about = {**metadata(member.name, home), "annotations": _identity(member)}
    yield {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": about}
    # The pod checks its caller's token (``agent/pkg/server/auth.go``) and runs as user 1000.
    yield binding(
        metadata(f"{home}:{member.name}:auth-delegator"), ("ClusterRole", "system:auth-delegator"), (member.name, home)
    )
    yield binding(
        metadata(f"{member.name}-nonroot-v2", home),
        ("ClusterRole", "system:openshift:scc:nonroot-v2"),
        (member.name, home),
    )
    for manifest in manifests(f"{home}-{member.name}", rights(member)):
        labelled = {**object_member(manifest, "metadata"), "labels": PART_OF}
        bound = {"subjects": _subjects(member.name, home)} if "subjects" in manifest else {}
        yield {**manifest, "metadata": labelled, **bound}


def binding(about: Object, role: tuple[str, str], account: tuple[str, str]) -> Object:
    """A binding of a role (kind and name) to a ServiceAccount (name and namespace)."""
    return {
        "apiVersion": upstream.RBAC_API,
        "kind": "RoleBinding" if "namespace" in about else "ClusterRoleBinding",
        "metadata": about,
        "roleRef": {"apiGroup": upstream.RBAC_GROUP, "kind": role[0], "name": role[1]},
        "subjects": _subjects(*account),
    }


def _subjects(account: str, home: str) -> list[Object]:
    return [{"kind": "ServiceAccount", "name": account, "namespace": home}]


def _identity(member: Member) -> dict[str, str]:
    """Annotations with the identity that a cloud exchanges the ServiceAccount's token for."""
    match member.cloud:
        case Cloud.AWS:
            return {upstream.ROLE_ARN_ANNOTATION: member["roleArn"]}
        case Cloud.AZURE:
            return {CLIENT_ID_ANNOTATION: member["clientId"], TENANT_ID_ANNOTATION: member["tenant"]}
        case _:
            assert_never(member.cloud)


def rights(member: Member) -> set[Allowed]:
    """Exactly the permissions of the stack's systems in the management cluster."""
    settings = stack_settings(member)
    found: set[Allowed] = set()
    backup = object_member(settings, "etcdBackup")
    if backup:
        for resource, calls in _of_backups(member, object_member(settings, "cluster"), backup):
            found |= set(permissions(resource, calls))
        found |= set(_of_oadp(object_member(settings, "cluster"), object_member(backup, "oadp")))
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


MARK: Final = "Rendered from the fleet's inventory; change the row and render again."
"""First line of every rendered file."""

NIGHTLY: Final = "nightly"
"""Name of the job of the night, and of the field manager that owns only the trigger."""

NIGHTLY_SCRIPT: Final = package_text(__package__ or "", "nightly.sh")
"""Applies only the trigger of every backup.

A Job that runs twice in the same night changes nothing: the trigger is the date.
"""


def files_of(fleet: Fleet) -> dict[str, str]:
    """Every file by its path, in the order of paths."""
    return dict(sorted(file for member in fleet.members for file in _files_of(member, fleet)))


def _files_of(member: Member, fleet: Fleet) -> Iterator[tuple[str, str]]:
    """The files of one row."""
    files = {
        "access.yaml": list(access_objects(member, fleet)),
        "jobs.yaml": list(_nightly(member, fleet)),
        "stack.yaml": [stack(member, fleet)],
    }
    kustomization: Object = {
        "apiVersion": "kustomize.config.k8s.io/v1beta1",
        "kind": "Kustomization",
        "resources": list(files),
    }
    for name, documents in {**files, "kustomization.yaml": [kustomization]}.items():
        yield f"clusters/{member.name}/{name}", yaml_text(documents, MARK)


def _nightly(member: Member, fleet: Fleet) -> Iterator[Object]:
    """The CronJob that sets the trigger of the night, and its permission for the one Stack."""
    home = fleet["namespace"]
    about = metadata(NIGHTLY, home)
    rule = {
        "apiGroups": ["pulumi.com"],
        "resources": ["stacks"],
        "resourceNames": [member.name],
        "verbs": ["get", "patch"],
    }
    yield {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": about}
    yield {"apiVersion": upstream.RBAC_API, "kind": "Role", "metadata": about, "rules": [rule]}
    yield binding(about, ("Role", NIGHTLY), (NIGHTLY, home))
    job = {"backoffLimit": 3, "activeDeadlineSeconds": 1800, "template": {"spec": _pod(member, fleet)}}
    yield {
        "apiVersion": "batch/v1",
        "kind": "CronJob",
        "metadata": about,
        "spec": {
            "schedule": _schedule(member, fleet),
            "timeZone": "Etc/UTC",
            "suspend": member.frozen,
            "concurrencyPolicy": "Forbid",
            "startingDeadlineSeconds": 3600,
            "successfulJobsHistoryLimit": 1,
            "failedJobsHistoryLimit": 3,
            "jobTemplate": {"spec": job},
        },
    }


def _schedule(member: Member, fleet: Fleet) -> str:
    minute, hour, *rest = fleet["nightlySchedule"].split()
    minutes = int(hour) * 60 + int(minute) + fleet.minutes_after_first_wave(member)
    hours, minutes = divmod(minutes % MINUTES_OF_A_DAY, 60)
    return " ".join([str(minutes), str(hours), *rest])


def _pod(member: Member, fleet: Fleet) -> Object:
    variables = {
        "NAMESPACE": fleet["namespace"],
        "HOME": "/tmp",  # noqa: S108 - for kubectl's cache
        "STACK": member.name,
        "SECONDS_SINCE_FIRST_WAVE": str(fleet.minutes_after_first_wave(member) * 60),
    }
    container = {
        "name": NIGHTLY,
        "image": fleet["nightlyImage"],
        "command": ["/bin/sh", "-c", NIGHTLY_SCRIPT],
        "env": [{"name": name, "value": value} for name, value in variables.items()],
        "resources": {"requests": {"cpu": "50m", "memory": "64Mi"}},
        "securityContext": {
            "allowPrivilegeEscalation": False,
            "capabilities": {"drop": ["ALL"]},
            "runAsNonRoot": True,
            "seccompProfile": {"type": "RuntimeDefault"},
        },
    }
    return {"serviceAccountName": NIGHTLY, "restartPolicy": "OnFailure", "containers": [container]}
