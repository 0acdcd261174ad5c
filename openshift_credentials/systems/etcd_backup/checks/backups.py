"""Rules between backups, and between a backup and the storage."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.platforms.kubernetes.names import hosted_control_plane_namespace
from openshift_credentials.stack.problems import invalid, show_value
from openshift_credentials.stack.tree import Tree, as_group
from openshift_credentials.systems.etcd_backup.checks.tree import BackupTree
from openshift_credentials.systems.etcd_backup.rules.credentials import StorageType
from openshift_credentials.systems.etcd_backup.rules.key_prefix import (
    AZURE_KEY_PREFIX,
    DEFAULT_ROOT,
    KEY_PREFIX_TEMPLATE,
    S3_KEY_PREFIX,
    default_template,
    folder,
    is_below,
    is_literal,
    render,
)

_PREFIX_RULES: Final = {
    StorageType.S3: ("etcdBackup.storage.s3.keyPrefix", S3_KEY_PREFIX),
    StorageType.AZURE_BLOB: ("etcdBackup.storage.azureBlob.keyPrefix", AZURE_KEY_PREFIX),
}


def one_backup_per_hosted_cluster(tree: BackupTree) -> Iterator[Notice]:
    """Each hosted cluster is listed once, with a valid control plane namespace."""
    clusters: set[str] = set()
    namespaces: set[str] = set()
    for place, entry in _entries(tree):
        cluster = entry.text("hostedCluster", kubernetes_rules.HOSTED_CLUSTER)
        if cluster is None:
            continue
        override = entry.text("hostedControlPlaneNamespace", kubernetes_rules.DNS_LABEL)
        namespace = override or hosted_control_plane_namespace(*cluster.split("/"))
        path, value = f"{place}.hostedCluster", show_value(cluster, secret=False)
        if problem := kubernetes_rules.DNS_LABEL.problem(namespace):
            rule = f"its control plane namespace {namespace} {problem}"
            yield invalid(path, rule, "correct the namespace or the name", value)
        if cluster in clusters or namespace in namespaces:
            what = "it" if cluster in clusters else f"control plane namespace {namespace}"
            yield invalid(
                path,
                f"{what} is already listed. The operator runs one backup per hosted cluster at a "
                "time and rejects the others permanently",
                "keep one entry per hosted cluster, and change its trigger to start another backup",
                value,
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
        return invalid(self.setting, rule, way_out, show_value(self.template, secret=False))


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
                f"{prefix.rendered} is not under {root_path} ({root}), to which the identity is "
                "limited",
                f"start it with {root.rstrip('/')}/, or shorten {root_path}",
            )
        owner, other = owners.setdefault(folder(prefix.rendered), (cluster, prefix))
        if owner != cluster and not (is_literal(prefix.template) and is_literal(other.template)):
            yield invalid(
                prefix.entry,
                f"{prefix.rendered} is also the prefix of {owner}, whose snapshots it could "
                "overwrite",
                "use {namespace} and {name} in it. To share a prefix on purpose, write it without "
                "placeholders everywhere",
                show_value(prefix.template, secret=False),
            )


def deletion_waits(tree: BackupTree) -> Iterator[Notice]:
    """A program that does not wait for the new backup must not delete the earlier one."""
    keeps, waits = (
        tree.value("etcdBackup.backupPolicy.keepPrevious"),
        tree.value("etcdBackup.backupPolicy.wait"),
    )
    if keeps is False and waits is False:
        yield invalid(
            "etcdBackup.backupPolicy.keepPrevious",
            "cannot be combined with wait: false: the stack would delete the previous backup "
            "before the new one has finished",
            "remove one of them",
            value="false",
        )


def _entries(tree: BackupTree) -> Iterator[tuple[str, Tree]]:
    for index, item in enumerate(tree.items("etcdBackup.backups")):
        yield f"etcdBackup.backups[{index}]", Tree(as_group(item))


def _prefixes(tree: BackupTree, root: str, root_path: str) -> Iterator[tuple[str, _Prefix]]:
    shared = tree.text("etcdBackup.backupDefaults.keyPrefix", KEY_PREFIX_TEMPLATE)
    for path, entry in _entries(tree):
        cluster = entry.text("hostedCluster", kubernetes_rules.HOSTED_CLUSTER)
        template = entry.text("keyPrefix", KEY_PREFIX_TEMPLATE)
        setting = (
            "etcdBackup.backupDefaults.keyPrefix" if template == shared else f"{path}.keyPrefix"
        )
        if entry.value("keyPrefix") is None:
            template, setting = default_template(root), root_path
        if cluster and template:
            rendered = render(template, cluster)
            yield cluster, _Prefix(f"{path}.keyPrefix", setting, template, rendered)
