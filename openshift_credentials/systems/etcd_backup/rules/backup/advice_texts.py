"""Texts of the advice on HCPEtcdBackups; the codes are stable.

Names in braces are placeholders for values of the object.
"""

from dataclasses import replace
from enum import StrEnum
from typing import Final

from openshift_credentials.base.notices import Notice, Severity


class AdviceCode(StrEnum):
    """Name of an advice, for programs that read the output."""

    NAME_OVER_63 = "name-over-63"
    NAME_OVER_45 = "name-over-45"
    GENERATED_NAME = "generated-name"
    NAMESPACE_MISSING = "namespace-missing"
    STATUS_DROPPED = "status-dropped"
    BUCKET_LOOKS_LIKE_IP = "bucket-looks-like-ip"
    BUCKET_PERIOD_BESIDE_HYPHEN = "bucket-period-beside-hyphen"
    REGION_UNUSUAL = "region-unusual"
    KMS_REGION = "kms-region"
    KMS_PARTITION = "kms-partition"
    ENCRYPTION_KEY_URL = "encryption-key-url"
    PREFIX_LEADING_SLASH = "prefix-leading-slash"
    PREFIX_DOUBLE_SLASH = "prefix-double-slash"
    PREFIX_DOT_SEGMENT = "prefix-dot-segment"
    PREFIX_TOO_LONG_FOR_KEY = "prefix-too-long-for-key"
    PREFIX_INSIDE_BACKUP_STORAGE_LOCATION = "prefix-inside-backup-storage-location"
    RULES_NOT_CHECKED = "rules-not-checked"


ADVICE: Final = {
    AdviceCode.NAME_OVER_63: Notice(
        AdviceCode.NAME_OVER_63,
        Severity.ERROR,
        "the name has {length} characters and becomes the value of a label on the Job, which "
        "allows 63: the Job can never be created, and no condition reports it",
        "use a name of at most 45 characters",
    ),
    AdviceCode.NAME_OVER_45: Notice(
        AdviceCode.NAME_OVER_45,
        Severity.WARNING,
        "the name has {length} characters: the name of the Job is truncated",
        "use a name of at most 45 characters",
    ),
    AdviceCode.GENERATED_NAME: Notice(
        AdviceCode.GENERATED_NAME,
        Severity.WARNING,
        "the name is not known before the object exists, so it cannot be checked",
        "set metadata.name, at most 45 characters",
    ),
    AdviceCode.NAMESPACE_MISSING: Notice(
        AdviceCode.NAMESPACE_MISSING,
        Severity.WARNING,
        "without a namespace, the request or the kubeconfig determines where the object is created",
        "set it to the namespace of the hosted control plane",
    ),
    AdviceCode.STATUS_DROPPED: Notice(
        AdviceCode.STATUS_DROPPED,
        Severity.INFO,
        "the API server drops the status of a new object",
        "leave it out",
    ),
    AdviceCode.BUCKET_LOOKS_LIKE_IP: Notice(
        AdviceCode.BUCKET_LOOKS_LIKE_IP,
        Severity.ERROR,
        "S3 does not allow a bucket name that looks like an IP address",
        "correct the name",
    ),
    AdviceCode.BUCKET_PERIOD_BESIDE_HYPHEN: Notice(
        AdviceCode.BUCKET_PERIOD_BESIDE_HYPHEN,
        Severity.ERROR,
        "S3 does not allow a bucket name with a period next to a hyphen",
        "correct the name",
    ),
    AdviceCode.REGION_UNUSUAL: Notice(
        AdviceCode.REGION_UNUSUAL,
        Severity.WARNING,
        "'{region}' does not have the form of an AWS region",
        "use the bucket's region, such as us-east-1",
    ),
    AdviceCode.KMS_REGION: Notice(
        AdviceCode.KMS_REGION,
        Severity.ERROR,
        "the key is in region '{key}' and the bucket in '{bucket}': "
        "S3 encrypts only with keys of the bucket's own region",
        "use a key of the bucket's region",
    ),
    AdviceCode.KMS_PARTITION: Notice(
        AdviceCode.KMS_PARTITION,
        Severity.ERROR,
        "the key is in partition '{key}' and the bucket in '{bucket}'",
        "use a key of the bucket's partition",
    ),
    AdviceCode.ENCRYPTION_KEY_URL: Notice(
        AdviceCode.ENCRYPTION_KEY_URL,
        Severity.ERROR,
        "the uploader sends this URL as the name of an encryption scope, and a URL is not a valid "
        "name, so every upload fails",
        "remove the field and encrypt the storage account with a customer-managed key, or set a "
        "default encryption scope of the container",
    ),
    AdviceCode.PREFIX_LEADING_SLASH: Notice(
        AdviceCode.PREFIX_LEADING_SLASH,
        Severity.WARNING,
        "the object key will start with '/', which is a directory without a name",
        "remove the first '/'",
    ),
    AdviceCode.PREFIX_DOUBLE_SLASH: Notice(
        AdviceCode.PREFIX_DOUBLE_SLASH,
        Severity.WARNING,
        "the object key will have a directory without a name ('//')",
        "use single slashes",
    ),
    AdviceCode.PREFIX_DOT_SEGMENT: Notice(
        AdviceCode.PREFIX_DOT_SEGMENT,
        Severity.WARNING,
        "the prefix contains a part '.' or '..', which clients resolve or reject",
        "use a name for every part",
    ),
    AdviceCode.PREFIX_TOO_LONG_FOR_KEY: Notice(
        AdviceCode.PREFIX_TOO_LONG_FOR_KEY,
        Severity.ERROR,
        "with the name of the snapshot the object key has more than 1024 characters, "
        "so every upload fails",
        "use at most 1010 characters",
    ),
    AdviceCode.PREFIX_INSIDE_BACKUP_STORAGE_LOCATION: Notice(
        AdviceCode.PREFIX_INSIDE_BACKUP_STORAGE_LOCATION,
        Severity.ERROR,
        "the prefix is a directory at the top of Velero's backup storage location that Velero "
        "does not recognize, so Velero marks the location as unavailable",
        "use another bucket, or a prefix outside that of the location",
    ),
    AdviceCode.RULES_NOT_CHECKED: Notice(
        AdviceCode.RULES_NOT_CHECKED,
        Severity.INFO,
        "some rules were not checked, because the object has the wrong shape",
        "correct the errors and validate again",
    ),
}


def advice(code: AdviceCode, path: str, **values: object) -> Notice:
    """The advice ``code`` on the field ``path``, with the values that its message shows."""
    text = ADVICE[code]
    return replace(text, why=text.why.format(**values), setting=path)
