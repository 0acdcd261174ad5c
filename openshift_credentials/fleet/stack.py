"""The Stack of a member: its configuration, its environment, and the pod that updates it.

Source: pulumi/pulumi-kubernetes-operator ``operator/api/pulumi/shared/stack_types.go`` and
``operator/api/auto/v1alpha1/{workspace,update}_types.go`` (release 2.9).

The operator writes a Stack back as its own types print it. It owns every field that it writes in
another form, and the next server-side apply of the rendered Stack conflicts. So durations and
quantities are written in the form of those types: ``72h0m0s``, ``1Gi``.
"""

import hashlib
from collections.abc import Mapping
from typing import Final, assert_never

from openshift_credentials.platforms.kubernetes import names as upstream
from openshift_credentials.stack.system import PROJECT
from openshift_credentials.stack.tree import merge

from .inventory import Cloud, Fleet, Member

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
    """Metadata of an object of the fleet."""
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
    """The tree of settings, without a trigger."""
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
            blob: dict[str, object] = {
                "storageAccount": _account_name(member.name),
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


def _account_name(name: str) -> str:
    """A name of at most 24 letters and digits; a hash makes it unique."""
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    return f"{name.replace('-', '')[:12]}etcd{digest}"


def _environment(member: Member) -> Object:
    """References to Secrets, and environment variables of the providers."""
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
