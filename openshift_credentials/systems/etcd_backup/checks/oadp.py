"""Rules between settings of OADP, and between them and the rest of the stack."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.kubernetes.names import (
    DEFAULT_OADP_NAMESPACE,
    DEFAULT_OPERATOR_NAMESPACE,
)
from openshift_credentials.stack.problems import invalid, shown
from openshift_credentials.stack.tree import Tree, as_group
from openshift_credentials.systems.etcd_backup.checks.tree import BackupTree
from openshift_credentials.systems.etcd_backup.rules.credentials import CredentialMode, StorageType
from openshift_credentials.systems.etcd_backup.rules.defaults import DEFAULT_SECRET
from openshift_credentials.systems.etcd_backup.rules.key_prefix import (
    AZURE_KEY_PREFIX,
    DEFAULT_ROOT,
)
from openshift_credentials.systems.etcd_backup.rules.oadp import (
    LOCATION_PREFIX,
    OWN_SECRET,
    SOURCE_SECRET,
    names_credential,
    prefix_clash,
)
from openshift_credentials.systems.etcd_backup.settings.oadp import BackupStorageLocation

LOCATION = "etcdBackup.oadp.backupStorageLocation"
SECRET = "etcdBackup.oadp.secretName"  # noqa: S105


def oadp(tree: BackupTree) -> Iterator[Notice]:
    """All rules; without ``etcdBackup.oadp.enabled`` only that nothing waits for it."""
    if tree.value("etcdBackup.oadp.enabled") is True:
        for check in (
            mode_reaches_oadp,
            secret_can_be_made,
            secrets_apart,
            location,
            prefixes_apart,
            write_once,
        ):
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
        yield invalid(
            "etcdBackup.credentials.mode",
            "cannot be reached through OADP: the plugin's copy of the Secret has a key 'cloud', "
            "and the operator then ignores the client secret",
            "use azure-workload-identity, or set etcdBackup.oadp.enabled to false",
            value=shown(tree.mode.value, secret=False),
        )


def secret_can_be_made(tree: BackupTree) -> Iterator[Notice]:
    """The stack creates a Secret that OADP's installation could own only if it is named.

    Otherwise ``pulumi up`` would create bucket and role, and then fail with "already exists";
    adopting the Secret would overwrite other credentials.
    """
    mode, name = tree.effective_mode, tree.text(SECRET)
    if mode is None or _names_own_secret(tree):
        return
    namespace = _or(tree.text("cluster.oadpNamespace"), DEFAULT_OADP_NAMESPACE)
    if tree.value(SECRET) is None:
        yield invalid(
            SECRET,
            f"is required here: the plugin falls back to Secret {namespace}/{SOURCE_SECRET}, which "
            "OADP's installation has often created already, and which the stack does not adopt",
            f"run 'oc -n {namespace} get secret {SOURCE_SECRET}'. If it does not exist, set "
            f"{SECRET} to {SOURCE_SECRET}; if it exists, let OADP use another name "
            "(spec.backupLocations[].velero.credential of the DataProtectionApplication) and "
            "delete it first",
        )
    elif name and name != SOURCE_SECRET and not names_credential(mode):
        yield invalid(
            SECRET,
            f"cannot be changed in mode {mode}: the location cannot refer to such a Secret, so the "
            f"plugin falls back to {SOURCE_SECRET}",
            f"set it to {SOURCE_SECRET}",
            value=shown(name, secret=False),
        )


def secrets_apart(tree: BackupTree) -> Iterator[Notice]:
    """OADP's source Secret and the operator's are two objects."""
    namespace = _or(tree.text("cluster.operatorNamespace"), DEFAULT_OPERATOR_NAMESPACE)
    if namespace != _or(tree.text("cluster.oadpNamespace"), DEFAULT_OADP_NAMESPACE):
        return
    own = OWN_SECRET if _names_own_secret(tree) else SOURCE_SECRET
    source = _or(tree.text(SECRET), own)
    direct = _or(tree.text("etcdBackup.credentials.secretName"), DEFAULT_SECRET)
    if has_direct_backups(tree) and direct == source:
        yield invalid(
            "etcdBackup.credentials.secretName",
            f"is also the name of OADP's source Secret, in the same namespace {namespace}",
            f"choose a name other than {source}",
            value=shown(source, secret=False),
        )


def _names_own_secret(tree: BackupTree) -> bool:
    mode = tree.effective_mode
    existing = tree.value(f"{LOCATION}.existing") is True
    return mode is not None and names_credential(mode) and not existing


def location(tree: BackupTree) -> Iterator[Notice]:
    """The location is valid in the cloud of the storage."""
    if tree.value(f"{LOCATION}.existing") is True:
        if tree.value(f"{LOCATION}.name") is None:
            yield invalid(
                f"{LOCATION}.name", "is required when existing is true", "name the location"
            )
        if tree.value(f"{LOCATION}.prefix") is None:
            yield invalid(
                f"{LOCATION}.prefix",
                "is required when existing is true: the snapshots and the permission to write "
                "them are limited to it",
                "set the prefix of the location, or an empty text if it has none",
            )
        if tree.value(f"{LOCATION}.default") is not None:
            yield invalid(
                f"{LOCATION}.default",
                "has no effect on an existing location, which the stack does not change",
                "remove it",
            )
    prefix = tree.text(f"{LOCATION}.prefix", LOCATION_PREFIX)
    if tree.storage_type is StorageType.AZURE_BLOB and prefix:
        problem = AZURE_KEY_PREFIX.problem(prefix)
        if problem:
            yield invalid(
                f"{LOCATION}.prefix",
                problem,
                'for example "velero"',
                value=shown(prefix, secret=False),
            )


def prefixes_apart(tree: BackupTree) -> Iterator[Notice]:
    """Snapshots that do not go through the plugin are outside Velero's own tree."""
    prefix = tree.text(f"{LOCATION}.prefix", LOCATION_PREFIX)
    if prefix is None:
        if tree.value(f"{LOCATION}.prefix") is not None:
            return
        prefix = str(BackupStorageLocation().prefix)
    backups = [Tree(as_group(item)) for item in tree.items("etcdBackup.backups")]
    candidates = {
        f"etcdBackup.backups[{index}].keyPrefix": backup for index, backup in enumerate(backups)
    }
    given = {path: each.text("keyPrefix") for path, each in candidates.items()}
    if tree.value("etcdBackup.backupsFile") is not None or None in given.values():
        branch = "azureBlob" if tree.storage_type is StorageType.AZURE_BLOB else "s3"
        path = f"etcdBackup.storage.{branch}.keyPrefix"
        given[path] = _or(tree.text(path), DEFAULT_ROOT)
    for path, key_prefix in given.items():
        if key_prefix and (problem := prefix_clash(prefix, key_prefix)):
            yield invalid(
                path,
                problem,
                f"choose another prefix here, or another {LOCATION}.prefix",
                value=shown(key_prefix, secret=False),
            )


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
    return (
        bool(tree.items("etcdBackup.backups")) or tree.value("etcdBackup.backupsFile") is not None
    )


def _or(value: str | None, default: str) -> str:
    return default if value is None else value
