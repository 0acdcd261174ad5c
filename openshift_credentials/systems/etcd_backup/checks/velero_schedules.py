"""Rules between the schedules of OADP, and between their hosted clusters."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, TypeGuard

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.platforms.kubernetes.cron import CRON, spread_problem
from openshift_credentials.platforms.kubernetes.cron.expression import EVERY
from openshift_credentials.platforms.kubernetes.durations import DURATION, duration_seconds
from openshift_credentials.platforms.kubernetes.names import hosted_control_plane_namespace
from openshift_credentials.stack.problems import invalid, show_value
from openshift_credentials.stack.tree import Tree, as_group
from openshift_credentials.systems.etcd_backup.checks.tree import BackupTree
from openshift_credentials.systems.etcd_backup.rules.defaults import JOB_DEADLINE_SECONDS

_SHORTEST_TTL: Final = 3600


def schedules(tree: BackupTree) -> Iterator[Notice]:
    """Each schedule lists a hosted cluster once; each hosted cluster has its own namespaces."""
    items = [Tree(as_group(item)) for item in tree.items("etcdBackup.oadp.schedules")]
    names = Counter[str]()
    control_planes = {
        _control_plane(cluster): cluster for item in items for cluster in _clusters(item)
    }
    for index, item in enumerate(items):
        path = f"etcdBackup.oadp.schedules[{index}]"
        if name := item.text("name"):
            names[name] += 1
            if names[name] > 1:
                yield invalid(
                    f"{path}.name",
                    "is already the name of another schedule",
                    "choose another",
                    value=show_value(name, secret=False),
                )
        yield from _spread(item, path)
        yield from _times(item, path)
        yield from _kinds(item, path)
        yield from _hosted_clusters(item, path, control_planes)
        yield from _further_namespaces(item, path, control_planes)


def _spread(item: Tree, path: str) -> Iterator[Notice]:
    expression = item.text("schedule", CRON)
    if item.value("spread") is True and expression and (problem := spread_problem(expression)):
        yield invalid(
            f"{path}.spread",
            problem,
            "write the minute as a number, or remove spread",
            value=show_value(expression, secret=False),
        )


def _times(item: Tree, path: str) -> Iterator[Notice]:
    """Velero checks Schedules every minute and expired backups every hour (its defaults)."""
    expression, ttl = item.text("schedule", CRON), item.text("ttl", DURATION)
    interval = duration_seconds(expression.removeprefix(EVERY)) if expression else 0
    if expression and expression.startswith(EVERY) and interval < JOB_DEADLINE_SECONDS:
        yield invalid(
            f"{path}.schedule",
            f"is too often: a backup can take up to {JOB_DEADLINE_SECONDS} seconds",
            "set at least @every 15m",
            value=show_value(expression, secret=False),
        )
    if ttl and duration_seconds(ttl) < _SHORTEST_TTL:
        yield invalid(
            f"{path}.ttl",
            "is too short: Velero checks for expired backups once per hour",
            "set at least 1h",
            value=show_value(ttl, secret=False),
        )


def _kinds(item: Tree, path: str) -> Iterator[Notice]:
    """The plugin acts when it sees one of the two kinds, and marks both with the snapshot."""
    kinds = [kind.partition(".")[0] for kind in item.items("includedResources") if _is_text(kind)]
    missing = [kind for kind in ("hostedclusters", "hostedcontrolplanes") if kind not in kinds]
    if kinds and missing:
        needed = " and ".join(f"{kind}.hypershift.openshift.io" for kind in missing)
        yield invalid(
            f"{path}.includedResources",
            "must also include the kinds that make the plugin take a snapshot or that carry its "
            "URL to a restore",
            f"add {needed}",
        )


def _is_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str)


def _hosted_clusters(item: Tree, path: str, control_planes: dict[str, str]) -> Iterator[Notice]:
    if item.value("hostedClusters") == []:
        yield invalid(
            f"{path}.hostedClusters", "must set at least one", "add one, or remove the schedule"
        )
    seen = Counter[str]()
    for index, cluster in enumerate(item.items("hostedClusters")):
        if not _is_text(cluster) or kubernetes_rules.HOSTED_CLUSTER.problem(cluster):
            continue
        where, value = f"{path}.hostedClusters[{index}]", show_value(cluster, secret=False)
        own = _control_plane(cluster)
        seen[own] += 1
        if problem := kubernetes_rules.DNS_LABEL.problem(own):
            rule = f"its control plane namespace {own} {problem}"
            yield invalid(where, rule, "correct the namespace or the name", value)
        elif seen[own] > 1:
            rule = f"control plane namespace {own} is already listed in this schedule"
            yield invalid(where, rule, "keep one of them", value)
        other = control_planes.get(cluster.split("/")[0])
        if other:
            rule = (
                f"its namespace is the control plane namespace of {other}, and the plugin would "
                "back up that cluster instead, because it uses the first one that it finds"
            )
            yield invalid(
                where, rule, "move one of the hosted clusters to another namespace", value
            )


def _further_namespaces(item: Tree, path: str, control_planes: dict[str, str]) -> Iterator[Notice]:
    own = {_control_plane(cluster) for cluster in _clusters(item)}
    for index, namespace in enumerate(item.items("includedNamespaces")):
        other = control_planes.get(namespace) if _is_text(namespace) else None
        if other and (namespace not in own or len(own) > 1):
            yield invalid(
                f"{path}.includedNamespaces[{index}]",
                f"is the control plane namespace of {other}: the plugin takes one snapshot per "
                "backup and would assign it to all control planes in it",
                "remove it; the namespaces of every hosted cluster are always included",
                value=show_value(namespace, secret=False),
            )


def _clusters(item: Tree) -> list[str]:
    return [
        cluster
        for cluster in item.items("hostedClusters")
        if _is_text(cluster) and not kubernetes_rules.HOSTED_CLUSTER.problem(cluster)
    ]


def _control_plane(cluster: str) -> str:
    return hosted_control_plane_namespace(*cluster.split("/"))
