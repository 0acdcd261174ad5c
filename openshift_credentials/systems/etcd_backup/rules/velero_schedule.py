"""Velero Schedules of hosted clusters, in the form that HyperShift's own CLI writes.

Source: openshift/hypershift ``cmd/oadp/{types,common,schedule}.go`` at commit 3ee9615567ac, with
``--use-etcd-snapshot``. Differences are intentional and documented in place.
"""

import hashlib
from enum import StrEnum
from typing import Final

from openshift_credentials.base.package_data import package_lists
from openshift_credentials.platforms.kubernetes.cron import canonical_duration
from openshift_credentials.platforms.kubernetes.names import canonical_json, hosted_control_plane_namespace

SCHEDULE_NAME_LIMIT: Final = 38
"""Longest Schedule name whose backups (name, hyphen, 14 digits) the plugin does not cut."""

KUBEVIRT_BOOT_VOLUME_LABEL: Final = "hypershift.openshift.io/is-kubevirt-rhcos"

_HASH_LENGTH: Final = 10


class Platform(StrEnum):
    """``spec.platform.type`` of a HostedCluster, as far as the CLI has resources for it."""

    AWS = "AWS"
    AZURE = "Azure"
    AGENT = "Agent"
    KUBEVIRT = "KubeVirt"
    OPENSTACK = "OpenStack"


_RESOURCES: Final = package_lists(__package__ or "", "velero_resources.yaml")


def included_resources(platform: Platform) -> tuple[str, ...]:
    """Kinds in a backup of a hosted cluster, by platform."""
    return (*_RESOURCES["every"], *_RESOURCES[platform])


def included_namespaces(hosted_cluster: str) -> tuple[str, str]:
    """Namespaces of the backup of ``namespace/name``, that of the HostedCluster first.

    The plugin backs up the first HostedControlPlane that it finds in them, in this order. The CLI
    keeps periods in the second name; HyperShift's operator does not.
    """
    namespace, name = hosted_cluster.split("/")
    return namespace, hosted_control_plane_namespace(namespace, name)


def schedule_name(hosted_cluster: str, group: str) -> str:
    """Name of the Schedule of one hosted cluster in one group of the settings.

    It changes with nothing else, so that a new cron expression updates the Schedule in place.
    The CLI ends the name with random characters instead of a hash.
    """
    whole = canonical_json([hosted_cluster, group])
    digest = hashlib.sha256(whole.encode()).hexdigest()[:_HASH_LENGTH]
    name = hosted_cluster.split("/")[1].replace(".", "-")
    front = f"{name}-{group}"[: SCHEDULE_NAME_LIMIT - _HASH_LENGTH - 1].rstrip("-")
    return f"{front}-{digest}"


def schedule_labels(hosted_cluster: str, storage_location: str) -> dict[str, str]:
    """Labels of the Schedule, which Velero copies to its backups."""
    namespace, name = hosted_cluster.split("/")
    return {
        "velero.io/storage-location": storage_location,
        "hypershift.openshift.io/hosted-cluster": name,
        "hypershift.openshift.io/hosted-cluster-namespace": namespace,
    }


def schedule_spec(
    name: str, hosted_cluster: str, cron: str, *, storage_location: str, ttl: str, platform: Platform
) -> dict[str, object]:
    """``spec`` of Schedule ``name``; volumes are neither snapshotted nor copied."""
    backup: dict[str, object] = {
        "includedNamespaces": list(included_namespaces(hosted_cluster)),
        "includedResources": list(included_resources(platform)),
        "excludedResources": [],
        "storageLocation": storage_location,
        "ttl": canonical_duration(ttl),
        "itemOperationTimeout": "4h0m0s",
        "snapshotVolumes": False,
        "snapshotMoveData": False,
        "defaultVolumesToFsBackup": False,
    }
    if platform is Platform.KUBEVIRT:
        backup["labelSelector"] = {
            "matchExpressions": [{"key": KUBEVIRT_BOOT_VOLUME_LABEL, "operator": "DoesNotExist"}]
        }
        backup["resourcePolicy"] = {"kind": "configmap", "name": volume_policy_name(name)}
    return {
        "schedule": cron,
        "template": backup,
        "paused": False,
        "skipImmediately": False,
        "useOwnerReferencesInBackup": False,
    }


def volume_policy_name(schedule: str) -> str:
    """Name of the ConfigMap that a Schedule of a KubeVirt cluster refers to."""
    return f"{schedule}-volumes"


def volume_policy() -> dict[str, str]:
    """``data`` of that ConfigMap: boot volumes of machines, which are created again, stay out."""
    lines = (
        "version: v1",
        "volumePolicies:",
        "  - conditions:",
        "      pvcLabels:",
        f'        {KUBEVIRT_BOOT_VOLUME_LABEL}: "true"',
        "    action:",
        "      type: skip",
    )
    return {"policies.yaml": "\n".join(lines) + "\n"}
