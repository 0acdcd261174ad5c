"""Prefixes in the bucket or container to which the backup Job writes."""

from ..rules.oadp import snapshot_prefix
from ..settings import EtcdBackupSettings


def upload_prefixes(settings: EtcdBackupSettings) -> tuple[str, ...]:
    """Prefixes of all snapshots, without a slash at the end and none within another.

    Those of single backups are below ``keyPrefix``. Through OADP the plugin chooses the key, below
    the prefix of Velero's location; a role that can write only below ``keyPrefix`` would be denied
    there.
    """
    prefixes: set[str] = set()
    if settings.backs_up_directly:
        prefixes.add(settings.storage.place.key_prefix.rstrip("/"))
    if settings.oadp.enabled:
        prefixes.add(snapshot_prefix(settings.oadp.backup_storage_location.prefix))
    return tuple(sorted(prefix for prefix in prefixes if not any(prefix.startswith(f"{other}/") for other in prefixes)))


def prefixes_to_keep(settings: EtcdBackupSettings) -> tuple[str, ...]:
    """Prefixes whose snapshots only the storage's own rules delete.

    Velero deletes what OADP writes, and a lifecycle rule would break Velero's backups.
    """
    return (settings.storage.place.key_prefix.rstrip("/"),) if settings.backs_up_directly else ()
