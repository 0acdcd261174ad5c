"""Groups of settings of :class:`S3Storage`, and their values."""

from openshift_credentials.systems.etcd_backup.settings.storage import Kms, ObjectLock, ObjectLockMode

__all__ = ["Kms", "ObjectLock", "ObjectLockMode"]
