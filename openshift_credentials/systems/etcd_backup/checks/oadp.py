"""Rules between settings of OADP, and between them and the rest of the stack."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.readable import readable_items

from ..rules.modes import CredentialMode, StorageType
from ..rules.names import AZURE_KEY_PREFIX
from ..rules.oadp import OWN_SECRET, SOURCE_SECRET, names_credential, prefix_clash
from ..settings import Backup
from .tree import BLOB, S3, BackupTree

LOCATION = "etcdBackup.oadp.backupStorageLocation"
SECRET = "etcdBackup.oadp.secretName"  # noqa: S105


def oadp(tree: BackupTree) -> Iterator[Notice]:
    """All rules; without ``etcdBackup.oadp.enabled`` only that nothing waits for it."""
    if tree.oadp.enabled:
        for check in (mode_reaches_oadp, secret_can_be_made, secrets_apart, location, prefixes_apart, write_once):
            yield from check(tree)
    elif tree.items("etcdBackup.oadp.schedules"):
        yield invalid(
            "etcdBackup.oadp.schedules",
            "have no effect unless etcdBackup.oadp.enabled is true",
            "set etcdBackup.oadp.enabled to true, or remove the schedules",
        )


def mode_reaches_oadp(tree: BackupTree) -> Iterator[Notice]:
    """The plugin's copy of the Secret can be detected as the mode."""
    if tree.mode is CredentialMode.AZURE_CLIENT_SECRET:
        yield tree.problem(
            "etcdBackup.credentials.mode",
            "cannot be reached through OADP: the plugin's copy of the Secret has a key 'cloud', "
            "and the operator then ignores the client secret",
            "use azure-workload-identity, or set etcdBackup.oadp.enabled to false",
        )


def secret_can_be_made(tree: BackupTree) -> Iterator[Notice]:
    """The stack creates a Secret that OADP's installation could own only if it is named.

    Otherwise ``pulumi up`` would create bucket and role, and then fail with "already exists";
    adopting the Secret would overwrite other credentials.
    """
    mode, name = tree.effective_mode, tree.oadp.secret_name
    if mode is None or tree.cluster is None or _names_own_secret(tree):
        return
    namespace = tree.cluster.oadp_namespace
    if tree.value(SECRET) is None:
        yield tree.problem(
            SECRET,
            f"is required here: the plugin falls back to Secret {namespace}/{SOURCE_SECRET}, which "
            "OADP's installation has often created already, and which the stack does not adopt",
            f"run 'oc -n {namespace} get secret {SOURCE_SECRET}'. If it does not exist, set "
            f"{SECRET} to {SOURCE_SECRET}; if it exists, let OADP use another name "
            "(spec.backupLocations[].velero.credential of the DataProtectionApplication) and "
            "delete it first",
        )
    elif name and name != SOURCE_SECRET and not names_credential(mode):
        yield tree.problem(
            SECRET,
            f"cannot be changed in mode {mode}: the location cannot refer to such a Secret, so the "
            f"plugin falls back to {SOURCE_SECRET}",
            f"set it to {SOURCE_SECRET}",
        )


def secrets_apart(tree: BackupTree) -> Iterator[Notice]:
    """OADP's source Secret and the operator's are two objects."""
    cluster = tree.cluster
    if cluster is None or cluster.operator_namespace != cluster.oadp_namespace:
        return
    own = OWN_SECRET if _names_own_secret(tree) else SOURCE_SECRET
    source = tree.oadp.secret_name or own
    if has_direct_backups(tree) and tree.credentials.secret_name == source:
        yield invalid(
            "etcdBackup.credentials.secretName",
            f"is also the name of OADP's source Secret, in the same namespace {cluster.oadp_namespace}",
            f"choose a name other than {source}",
            value=source,
        )


def _names_own_secret(tree: BackupTree) -> bool:
    mode, location = tree.effective_mode, tree.oadp.backup_storage_location
    return mode is not None and names_credential(mode) and not location.existing


def location(tree: BackupTree) -> Iterator[Notice]:
    """The location is valid in the cloud of the storage."""
    given = tree.oadp.backup_storage_location
    if given.existing:
        for name, rule, way_out in _OF_AN_EXISTING_LOCATION:
            if tree.value(f"{LOCATION}.{name}") is None:
                yield tree.problem(f"{LOCATION}.{name}", rule, way_out)
        if tree.value(f"{LOCATION}.default") is not None:
            yield tree.problem(
                f"{LOCATION}.default",
                "has no effect on an existing location, which the stack does not change",
                "remove it",
            )
    on_azure = tree.storage_type is StorageType.AZURE_BLOB and given.prefix
    if on_azure and (problem := AZURE_KEY_PREFIX.problem(given.prefix)):
        yield tree.problem(f"{LOCATION}.prefix", problem, 'for example "velero"')


_OF_AN_EXISTING_LOCATION: Final = (
    ("name", "is required when existing is true", "name the location"),
    (
        "prefix",
        ("is required when existing is true: the snapshots and the permission to write them are limited to it"),
        "set the prefix of the location, or an empty text if it has none",
    ),
)
"""Setting, rule and way out of each required one."""


def prefixes_apart(tree: BackupTree) -> Iterator[Notice]:
    """Snapshots that do not go through the plugin are outside Velero's own tree."""
    backups = readable_items(Backup, tree.items("etcdBackup.backups"))
    prefixes = {f"etcdBackup.backups[{index}].keyPrefix": backup.key_prefix for index, backup in backups}
    if tree.value("etcdBackup.backupsFile") is not None or None in prefixes.values():
        for path, storage in ((S3, tree.s3), (BLOB, tree.blob)):
            if storage is not None:
                prefixes[f"{path}.keyPrefix"] = storage.key_prefix
    prefix = tree.oadp.backup_storage_location.prefix
    for path, key_prefix in prefixes.items():
        if key_prefix and (problem := prefix_clash(prefix, key_prefix)):
            yield invalid(path, problem, f"choose another prefix here, or another {LOCATION}.prefix", value=key_prefix)


def write_once(tree: BackupTree) -> Iterator[Notice]:
    """Velero rewrites its objects, which a bucket of write-once objects rejects."""
    for path in ("etcdBackup.storage.s3.objectLock", "etcdBackup.storage.azureBlob.immutability"):
        if tree.value(path) not in (None, False):
            yield invalid(
                path,
                "cannot be combined with etcdBackup.oadp.enabled: Velero overwrites the metadata "
                "of its backups in this bucket, and its backups fail if objects cannot be "
                "overwritten",
                "remove it, or use a separate stack and bucket for Velero's location",
            )


def has_direct_backups(tree: BackupTree) -> bool:
    """Whether the stack itself creates HCPEtcdBackups."""
    return bool(tree.items("etcdBackup.backups")) or tree.value("etcdBackup.backupsFile") is not None
