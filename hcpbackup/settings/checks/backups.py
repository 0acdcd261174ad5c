"""Rules between backups, and between a backup and the storage."""

from collections import Counter
from collections.abc import Iterator

from hcpbackup.contract import text_rules as rules
from hcpbackup.contract.credentials import StorageType
from hcpbackup.contract.names import hosted_control_plane_namespace
from hcpbackup.settings.checks.tree import Tree, as_group
from hcpbackup.settings.problems import Problem, shown


def backups(tree: Tree) -> Iterator[Problem]:
    """Each hosted cluster once, with a namespace and a prefix that can exist."""
    azure = tree.storage_type is StorageType.AZURE_BLOB
    seen: Counter[str] = Counter()
    for index, item in enumerate(tree.items("backups")):
        backup = Tree(as_group(item))
        prefix = backup.text("keyPrefix", rules.S3_KEY_PREFIX)
        if azure and prefix and (problem := rules.AZURE_KEY_PREFIX.problem(prefix)):
            yield Problem(
                f"backups[{index}].keyPrefix",
                problem,
                f'give for example "{rules.AZURE_KEY_PREFIX.example}"',
                value=shown(prefix, secret=False),
            )
        cluster = backup.text("hostedCluster", rules.HOSTED_CLUSTER)
        if cluster:
            yield from _hosted_cluster(cluster, f"backups[{index}].hostedCluster", seen)


def _hosted_cluster(cluster: str, path: str, seen: Counter[str]) -> Iterator[Problem]:
    namespace = hosted_control_plane_namespace(*cluster.split("/"))
    value = shown(cluster, secret=False)
    if problem := rules.DNS_LABEL.problem(namespace):
        yield Problem(
            path,
            f"its control plane namespace {namespace} {problem}",
            "correct the namespace or the name",
            value=value,
        )
    seen[namespace] += 1
    if seen[namespace] > 1:
        yield Problem(
            path,
            f"control plane namespace {namespace} is listed before; the operator runs one backup "
            "of a hosted cluster at a time and rejects the others for ever",
            "keep one entry a hosted cluster, and change its trigger for another backup",
            value=value,
        )
