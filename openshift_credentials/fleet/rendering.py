"""The Stack of a member: its configuration, its environment, and the pod that updates it.

Source: pulumi/pulumi-kubernetes-operator ``operator/api/pulumi/shared/stack_types.go`` and
``operator/api/auto/v1alpha1/{workspace,update}_types.go`` (release 2.9).

The operator writes a Stack back as its own types print it. It owns every field that it writes in
another form, and the next server-side apply of the rendered Stack conflicts. So durations and
quantities are written in the form of those types: ``72h0m0s``, ``1Gi``.
"""

import hashlib
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
from openshift_credentials.stack.system import PROJECT
from openshift_credentials.stack.tree import merge
from openshift_credentials.systems.etcd_backup.rules.names import DEFAULT_SECRET, SERVICE_ACCOUNT

from .inventory import MINUTES_OF_A_DAY, Cloud, Fleet, Member

API_VERSION: Final = "pulumi.com/v1"
KIND: Final = "Stack"
WAVE_LABEL: Final = "openshift-credentials/wave"
PART_OF: Final = {upstream.PART_OF_LABEL: "openshift-credentials-fleet"}

PROGRAM_DIRECTORY: Final = "/opt/openshift-credentials"
"""Directory of the program in its image, as in ``deploy/Containerfile``."""

TRIGGER_PATH: Final = (f"{PROJECT}:etcdBackup", "backupDefaults", "trigger")
"""Path of the trigger of all backups in ``spec.config``, as in ``nightly.sh``."""

_AZURE_TOKEN: Final = "/var/run/secrets/azure/tokens/azure-identity-token"  # noqa: S105 - a path
"""Path at which Azure's webhook mounts the token of the ServiceAccount."""

_REQUESTS: Final = {"cpu": "250m", "memory": "1Gi", "ephemeral-storage": "2Gi"}
"""A pod uses about 0.8 GiB of memory while it updates with the real AWS provider."""

_KEEP_THE_POD: Final = {"cluster-autoscaler.kubernetes.io/safe-to-evict": "false"}

Object = dict[str, object]


def metadata(name: str, namespace: str | None = None, labels: Mapping[str, str] | None = None) -> Object:
    place = {} if namespace is None else {"namespace": namespace}
    return {"name": name, **place, "labels": {**PART_OF, **(labels or {})}}


def stack(member: Member, fleet: Fleet) -> Object:
    """The Stack of a member; a frozen one only previews.

    Its configuration has no trigger: only the nightly job owns that field, so a new delivery of the
    Stack does not change it.
    """
    spec: Object = {"stack": member.pulumi_stack, "serviceAccountName": member.name}
    if member["backend"]:
        spec["backend"] = member["backend"]
    if member["secretsProvider"] not in ("", "passphrase"):
        spec["secretsProvider"] = member["secretsProvider"]
    spec |= {
        "envRefs": _environment(member),
        "config": {f"{PROJECT}:{key}": value for key, value in stack_settings(member).items()},
        "workspaceReclaimPolicy": "Delete",
        "workspaceTemplate": {"spec": _workspace(member)},
        "updateTemplate": {"spec": {"continueOnError": True, "ttlAfterCompleted": "72h0m0s"}},
    }
    if member.frozen:
        spec["preview"] = True
    return {
        "apiVersion": API_VERSION,
        "kind": KIND,
        "metadata": metadata(member.name, fleet["namespace"], {WAVE_LABEL: member["wave"]}),
        "spec": spec,
    }


def stack_settings(member: Member) -> dict[str, object]:
    backup: dict[str, object] = {"storage": _storage(member), "backupPolicy": {"awaitTrigger": True}}
    if member.hosted_clusters:
        backup["backups"] = [{"hostedCluster": name} for name in member.hosted_clusters]
    settings: dict[str, object] = {
        "cluster": {"name": member.name, "oidcIssuer": member["issuer"], "operatorNamespace": "hypershift"},
        "etcdBackup": backup,
    }
    return merge(settings, member.config)


def _storage(member: Member) -> dict[str, object]:
    match member.cloud:
        case Cloud.AWS:
            bucket: dict[str, object] = {
                "bucket": f"{member.name}-etcd-snapshots",
                "region": member["region"],
                "accountId": member["account"],
                "keyPrefix": "etcd-backups",
            }
            return {"storageType": "S3", "s3": bucket}
        case Cloud.AZURE:
            digest = hashlib.sha256(member.name.encode()).hexdigest()[:8]
            blob: dict[str, object] = {
                "storageAccount": f"{member.name.replace('-', '')[:12]}etcd{digest}",
                "container": "etcd-snapshots",
                "resourceGroup": f"{member.name}-etcd-backup",
                "location": member["region"],
                "subscriptionId": member["subscription"],
                "tenantId": member["tenant"],
                "keyPrefix": "etcd-backups",
            }
            return {"storageType": "AzureBlob", "azureBlob": blob}
        case _:
            assert_never(member.cloud)


def _environment(member: Member) -> Object:
    found: dict[str, object] = {}
    if member.needs_access_token:
        found["PULUMI_ACCESS_TOKEN"] = _secret("pulumi-access-token", "accessToken")
    if member.needs_passphrase:
        found["PULUMI_CONFIG_PASSPHRASE"] = _secret("pulumi-passphrase", "passphrase")
    match member.cloud:
        case Cloud.AWS:
            found["AWS_REGION"] = _literal(member["region"])
        case Cloud.AZURE:
            found |= {
                "ARM_CLIENT_ID": _literal(member["clientId"]),
                "ARM_OIDC_TOKEN_FILE_PATH": _literal(_AZURE_TOKEN),
                "ARM_SUBSCRIPTION_ID": _literal(member["subscription"]),
                "ARM_TENANT_ID": _literal(member["tenant"]),
                "ARM_USE_OIDC": _literal("true"),
            }
        case _:
            assert_never(member.cloud)
    return dict(sorted(found.items()))


def _secret(name: str, key: str) -> Object:
    return {"type": "Secret", "secret": {"name": name, "key": key}}


def _literal(value: str) -> Object:
    return {"type": "Literal", "literal": {"value": value}}


def _workspace(member: Member) -> Object:
    pod: Object = {"annotations": _KEEP_THE_POD}
    if member.cloud is Cloud.AZURE:
        pod["labels"] = {upstream.WORKLOAD_IDENTITY_LABEL: "true"}
    return {
        "image": member["image"],
        "local": {"dir": PROGRAM_DIRECTORY},
        "securityProfile": "restricted",
        "resources": {"requests": _REQUESTS},
        "podTemplate": {"metadata": pod},
    }


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
    role = ("ClusterRole", "system:openshift:scc:nonroot-v2")
    yield binding(metadata(f"{member.name}-nonroot-v2", home), role, (member.name, home))
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
    minute, hour, *rest = fleet["nightlySchedule"].split()
    start = int(hour) * 60 + int(minute) + fleet.minutes_after_first_wave(member)
    hours, minutes = divmod(start % MINUTES_OF_A_DAY, 60)
    job = {"backoffLimit": 3, "activeDeadlineSeconds": 1800, "template": {"spec": _pod(member, fleet)}}
    yield {
        "apiVersion": "batch/v1",
        "kind": "CronJob",
        "metadata": about,
        "spec": {
            "schedule": " ".join([str(minutes), str(hours), *rest]),
            "timeZone": "Etc/UTC",
            "suspend": member.frozen,
            "concurrencyPolicy": "Forbid",
            "startingDeadlineSeconds": 3600,
            "successfulJobsHistoryLimit": 1,
            "failedJobsHistoryLimit": 3,
            "jobTemplate": {"spec": job},
        },
    }


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
