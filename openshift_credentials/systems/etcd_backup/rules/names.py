"""Names that follow from other values, the same on every machine and in every run."""

import base64
import hashlib
import re
from collections.abc import Mapping
from typing import Final

from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.platforms.kubernetes.names import canonical_json, subject

SERVICE_ACCOUNT: Final = "etcd-backup-job"
"""ServiceAccount of every backup Job, in the operator's namespace.

Source: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go``.
"""

BACKUP_NAME_LIMIT: Final = 45
"""Longest HCPEtcdBackup name with which the Job's generated name is not cut."""

VELERO_SERVICE_ACCOUNT: Final = "velero"
"""ServiceAccount of Velero in OADP's namespace, with which OADP's plugin signs restores."""

_BACKUP_HASH_LENGTH: Final = 13


def service_account_subject(operator_namespace: str) -> str:
    """The ``sub`` claim of the backup Job's token."""
    return subject(operator_namespace, SERVICE_ACCOUNT)


def backup_name(hosted_cluster: str, trigger: str, identity: Mapping[str, object]) -> str:
    """Name of an HCPEtcdBackup: a readable prefix and a hash of everything that identifies it.

    ``identity`` contains all values, as JSON, whose change must result in another name; the hosted
    cluster (``namespace/name``) and the trigger are added here. The prefix is the cluster's name,
    and the trigger if both fit. The result is a DNS label of at most :data:`BACKUP_NAME_LIMIT`
    characters. The operator adopts the Job of an earlier object with the same name, so different
    input must not result in the same name: the hash has 65 bits.
    """
    whole = {**identity, "hostedCluster": hosted_cluster, "trigger": trigger}
    digest = hashlib.sha256(canonical_json(whole).encode()).digest()
    suffix = base64.b32encode(digest).decode().lower()[:_BACKUP_HASH_LENGTH]
    longest = BACKUP_NAME_LIMIT - _BACKUP_HASH_LENGTH - 1
    cluster = _label(hosted_cluster.rpartition("/")[2])
    front = _label(f"{cluster}-{trigger}")
    if len(front) > longest:
        front = cluster[:longest].rstrip("-")
    return f"{front or 'backup'}-{suffix}"


def _label(text: str) -> str:
    """``text`` in the characters of a DNS label, with a hyphen for any run of others."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


TRIGGER: Final = TextRule(
    "a text of 1 to 1024 characters without control characters; a new one means a new backup",
    re.compile(r"[^\x00-\x1f\x7f]+"),
    "2026-11-21",
)
