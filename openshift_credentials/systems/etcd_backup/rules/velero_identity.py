"""Needs of Velero itself: permissions on its tree, and its identity in OADP.

Sources: velero-io/velero-plugin-for-aws ``README.md`` (permissions for object storage) and
``velero-plugin-for-aws/object_store.go``; velero-io/velero-plugin-for-microsoft-azure
``README.md``; openshift/oadp-operator ``api/v1alpha1/dataprotectionapplication_types.go``.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.platforms.aws.arns import bucket_arn
from openshift_credentials.platforms.aws.policies.document import (
    Statement,
    document,
    literal,
    one_or_many,
    s3_services,
)
from openshift_credentials.platforms.azure.federation import (
    CLIENT_ID_ANNOTATION,
    TENANT_ID_ANNOTATION,
)
from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.systems.etcd_backup.rules.names import VELERO_SERVICE_ACCOUNT

Manifest = Mapping[str, object]

ROLE_ARN_ANNOTATION: Final = upstream.ROLE_ARN_ANNOTATION
"""Annotation from which the pod identity webhook of AWS reads the role of a pod."""

USE_LABEL: Final = upstream.WORKLOAD_IDENTITY_LABEL
"""Label of pods that the webhook of Azure Workload Identity changes."""

_OBJECTS: Final = (
    "s3:AbortMultipartUpload", "s3:DeleteObject", "s3:GetObject", "s3:ListMultipartUploadParts",
    "s3:PutObject",
)  # fmt: skip


def velero_policy(
    partition: str,
    region: str,
    bucket: str,
    prefix: str,
    *,
    kms_key_arn: str | None = None,
    conditions: Statement | None = None,
) -> str:
    """Exactly Velero's permissions below its prefix; an empty prefix is the whole bucket."""
    services = one_or_many(s3_services(partition, region))
    return document(
        *_statements(bucket_arn(partition, bucket), services, prefix, kms_key_arn, conditions or {})
    )


def _statements(
    bucket: str,
    services: str | list[str],
    prefix: str,
    kms_key_arn: str | None,
    conditions: Statement,
) -> Iterator[Statement]:
    below = f"{literal(prefix)}/" if prefix else ""
    shared = {"Condition": conditions} if conditions else {}
    yield {
        "Sid": "KeepBackups",
        "Effect": "Allow",
        "Action": list(_OBJECTS),
        "Resource": f"{bucket}/{below}*",
        **shared,
    }
    listed = {"StringLike": {"s3:prefix": f"{below}*"}} if below else {}
    whole = {**conditions, **listed}
    yield {
        "Sid": "ListBackups",
        "Effect": "Allow",
        "Action": "s3:ListBucket",
        "Resource": bucket,
        **({"Condition": whole} if whole else {}),
    }
    yield {
        "Sid": "FindBucket",
        "Effect": "Allow",
        "Action": one_or_many(("s3:GetBucketLocation", "s3:ListBucketMultipartUploads")),
        "Resource": bucket,
        **shared,
    }
    if kms_key_arn:
        yield {
            "Sid": "EncryptBackups",
            "Effect": "Allow",
            "Action": ["kms:Decrypt", "kms:GenerateDataKey"],
            "Resource": kms_key_arn,
            "Condition": {"StringEquals": {"kms:ViaService": services}},
        }


def aws_annotations(role_arn: str) -> Mapping[str, str]:
    """Annotations of Velero's ServiceAccount on AWS."""
    return {ROLE_ARN_ANNOTATION: role_arn}


def azure_annotations(client_id: str, tenant_id: str) -> Mapping[str, str]:
    """Annotations of Velero's ServiceAccount on Azure."""
    return {CLIENT_ID_ANNOTATION: client_id, TENANT_ID_ANNOTATION: tenant_id}


def service_account(namespace: str, annotations: Mapping[str, str]) -> Manifest:
    """The fields of Velero's ServiceAccount for its identity, for server-side apply."""
    return {
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": {
            "name": VELERO_SERVICE_ACCOUNT,
            "namespace": namespace,
            "annotations": dict(annotations),
        },
    }


def data_protection_application(namespace: str, plugin: str, *, labelled: bool) -> Manifest:
    """The fields of a DataProtectionApplication with which Velero uses that identity.

    ``plugin`` is ``aws`` or ``azure``. OADP creates no location, and therefore mounts no Secret
    into Velero's pod. ``labelled`` sets the label of Azure Workload Identity on the pod.
    """
    velero: dict[str, object] = {
        "defaultPlugins": ["openshift", plugin, "hypershift"],
        "noDefaultBackupLocation": True,
    }
    if labelled:
        velero["podConfig"] = {"labels": {USE_LABEL: "true"}}
    return {
        "apiVersion": "oadp.openshift.io/v1alpha1",
        "kind": "DataProtectionApplication",
        "metadata": {"name": "velero", "namespace": namespace},
        "spec": {"backupImages": False, "configuration": {"velero": velero}},
    }
