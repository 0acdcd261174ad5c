"""The actions that an identity on AWS needs, each with its reason: the one reviewed table.

docs/aws.md shows it; every permission policy is generated only from it.
Calls of the uploader and of OADP's plugin: openshift/hypershift ``etcd-upload/s3_uploader.go`` and
openshift/hypershift-oadp-plugin ``pkg/s3presign/presign.go``.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from openshift_credentials.systems.etcd_backup.rules.versions import ContractVersion


class Purpose(StrEnum):
    """The purpose of a permission; the value is the ``Sid`` of its statement."""

    UPLOAD = "UploadSnapshots"
    ENCRYPT = "EncryptSnapshots"
    RESTORE = "ReadSnapshots"
    RESTORE_COPY = "ReadCopies"
    DECRYPT_COPY = "DecryptCopies"


@dataclass(frozen=True, slots=True)
class UploadGrant:
    """One action: purpose, reason, first contract version, and source."""

    purpose: Purpose
    action: str
    why: str
    since: ContractVersion
    source: str


GRANTS: Final = (
    UploadGrant(
        Purpose.UPLOAD,
        "s3:PutObject",
        "writes a snapshot, in one request or in parts: it also covers starting an upload, "
        "uploading its parts and completing it",
        ContractVersion.AUGUST_2026,
        "openshift/hypershift etcd-upload/s3_uploader.go",
    ),
    UploadGrant(
        Purpose.UPLOAD,
        "s3:AbortMultipartUpload",
        "removes the parts of an upload that failed",
        ContractVersion.AUGUST_2026,
        "openshift/hypershift feature/s3/transfermanager/api_op_UploadObject.go (vendored)",
    ),
    UploadGrant(
        Purpose.ENCRYPT,
        "kms:GenerateDataKey",
        "allows S3 to request a data key on behalf of the uploader if the bucket or the request "
        "uses a key of the account",
        ContractVersion.AUGUST_2026,
        "Amazon S3 User Guide, Using server-side encryption with AWS KMS keys",
    ),
    UploadGrant(
        Purpose.ENCRYPT,
        "kms:Decrypt",
        "allows S3 to decrypt that data key for every further part of an upload (snapshots "
        "above 16 MiB are uploaded in parts), and for a restore",
        ContractVersion.AUGUST_2026,
        "Amazon S3 User Guide, Multipart upload API and permissions",
    ),
    UploadGrant(
        Purpose.RESTORE,
        "s3:GetObject",
        "lets OADP's plugin presign the download of a snapshot: the URL has the permissions of "
        "the identity that signed it",
        ContractVersion.AUGUST_2026,
        "openshift/hypershift-oadp-plugin pkg/s3presign/presign.go",
    ),
    UploadGrant(
        Purpose.RESTORE_COPY,
        "s3:GetObject",
        "lets OADP's plugin presign the download of a copy (storage.s3.replication.restore)",
        ContractVersion.AUGUST_2026,
        "openshift/hypershift-oadp-plugin pkg/s3presign/presign.go",
    ),
    UploadGrant(
        Purpose.DECRYPT_COPY,
        "kms:Decrypt",
        "allows S3 to decrypt a copy for the identity that downloads it",
        ContractVersion.AUGUST_2026,
        "Amazon S3 User Guide, Using server-side encryption with AWS KMS keys",
    ),
)


def actions_for(purpose: Purpose) -> list[str]:
    """The actions of a purpose, sorted."""
    return sorted(grant.action for grant in GRANTS if grant.purpose is purpose)


UPLOAD_ACTIONS: Final = tuple(actions_for(Purpose.UPLOAD))
"""Calls of the uploader."""
