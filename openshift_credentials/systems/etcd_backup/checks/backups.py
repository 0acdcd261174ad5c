"""Rules between backups, and between a backup and the storage."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.stack.problems import invalid
from openshift_credentials.stack.readable import readable, readable_items

from ..rules.modes import StorageType
from ..rules.names import (
    AZURE_KEY_PREFIX,
    DEFAULT_ROOT,
    S3_KEY_PREFIX,
    default_template,
    folder,
    is_below,
    is_literal,
    render,
)
from ..settings import Backup
from ..settings.backups import BackupPolicy
from .tree import BackupTree

_PREFIX_RULES: Final = {
    StorageType.S3: ("etcdBackup.storage.s3.keyPrefix", S3_KEY_PREFIX),
    StorageType.AZURE_BLOB: ("etcdBackup.storage.azureBlob.keyPrefix", AZURE_KEY_PREFIX),
}


def one_backup_per_hosted_cluster(tree: BackupTree) -> Iterator[Notice]:
    """Each hosted cluster is listed once, with a valid control plane namespace."""
    clusters: set[str] = set()
    namespaces: set[str] = set()
    for place, backup in _backups(tree):
        cluster, namespace, path = backup.hosted_cluster, backup.namespace, f"{place}.hostedCluster"
        if problem := kubernetes_rules.DNS_LABEL.problem(namespace):
            rule = f"its control plane namespace {namespace} {problem}"
            yield tree.problem(path, rule, "correct the namespace or the name")
        if cluster in clusters or namespace in namespaces:
            what = "it" if cluster in clusters else f"control plane namespace {namespace}"
            yield tree.problem(
                path,
                f"{what} is already listed. The operator runs one backup per hosted cluster at a "
                "time and rejects the others permanently",
                "keep one entry per hosted cluster, and change its trigger to start another backup",
            )
        clusters.add(cluster)
        namespaces.add(namespace)


@dataclass(frozen=True, slots=True)
class _Prefix:
    """The prefix of an entry, its template, and the setting that has the template."""

    entry: str
    setting: str
    template: str
    rendered: str

    def problem(self, rule: str, way_out: str) -> Notice:
        return invalid(self.setting, rule, way_out, self.template)


def key_prefixes(tree: BackupTree) -> Iterator[Notice]:
    """Each prefix is valid for the storage, lies below the storage's own, and is unique."""
    if tree.storage_type is None:
        return
    root_path, rule = _PREFIX_RULES[tree.storage_type]
    root = tree.text(root_path, rule) if tree.value(root_path) is not None else DEFAULT_ROOT
    if root is None:
        return
    owners: dict[str, tuple[str, _Prefix]] = {}
    for cluster, prefix in _prefixes(tree, root, root_path):
        if problem := rule.problem(prefix.rendered):
            yield prefix.problem(f"{problem} for {cluster}", f'for example "{rule.example}"')
        elif not is_below(root, prefix.rendered):
            yield prefix.problem(
                f"{prefix.rendered} is not under {root_path} ({root}), to which the identity is limited",
                f"start it with {root.rstrip('/')}/, or shorten {root_path}",
            )
        owner, other = owners.setdefault(folder(prefix.rendered), (cluster, prefix))
        if owner != cluster and not (is_literal(prefix.template) and is_literal(other.template)):
            yield invalid(
                prefix.entry,
                f"{prefix.rendered} is also the prefix of {owner}, whose snapshots it could overwrite",
                "use {namespace} and {name} in it. To share a prefix on purpose, write it without "
                "placeholders everywhere",
                prefix.template,
            )


def deletion_waits(tree: BackupTree) -> Iterator[Notice]:
    """A program that does not wait for the new backup must not delete the earlier one."""
    policy = readable(BackupPolicy, tree.value("etcdBackup.backupPolicy"))
    if policy and not policy.keep_previous and not policy.wait:
        yield tree.problem(
            "etcdBackup.backupPolicy.keepPrevious",
            "cannot be combined with wait: false: the stack would delete the previous backup "
            "before the new one has finished",
            "remove one of them",
        )


def _backups(tree: BackupTree) -> Iterator[tuple[str, Backup]]:
    """Path and settings of each backup, with or without a trigger."""
    entries = readable_items(Backup, tree.items("etcdBackup.backups"), assume={"trigger": "1"})
    return ((f"etcdBackup.backups[{index}]", backup) for index, backup in entries)


def _prefixes(tree: BackupTree, root: str, root_path: str) -> Iterator[tuple[str, _Prefix]]:
    shared = "etcdBackup.backupDefaults.keyPrefix"
    for path, backup in _backups(tree):
        own = f"{path}.keyPrefix"
        template = backup.key_prefix or default_template(root)
        setting = shared if template == tree.value(shared) else own
        if backup.key_prefix is None:
            setting = root_path
        rendered = render(template, backup.hosted_cluster)
        yield backup.hosted_cluster, _Prefix(own, setting, template, rendered)
