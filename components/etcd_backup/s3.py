"""Groups of settings of :class:`S3Storage` and :class:`AwsSts`, and their values."""

from openshift_credentials.platforms.aws.policies.resource_policies import TlsVersion
from openshift_credentials.platforms.aws.storage_classes import StorageClass
from openshift_credentials.systems.etcd_backup.settings.extra_statement import (
    Effect,
    ExtraStatement,
)
from openshift_credentials.systems.etcd_backup.settings.s3_groups import (
    AccessLogging,
    Conditions,
    Kms,
    ObjectLock,
    ObjectLockMode,
    PerimeterSettings,
    Replication,
    UploadRole,
)
from openshift_credentials.systems.etcd_backup.settings.s3_records import (
    DataEvents,
    Frequency,
    Inventory,
    Transition,
)

__all__ = [
    "AccessLogging",
    "Conditions",
    "DataEvents",
    "Effect",
    "ExtraStatement",
    "Frequency",
    "Inventory",
    "Kms",
    "ObjectLock",
    "ObjectLockMode",
    "PerimeterSettings",
    "Replication",
    "StorageClass",
    "TlsVersion",
    "Transition",
    "UploadRole",
]
