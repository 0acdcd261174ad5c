"""Rules between the schedules of OADP, and between their hosted clusters."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.platforms.kubernetes.cron import EVERY, duration_seconds
from openshift_credentials.platforms.kubernetes.names import hosted_control_plane_namespace
from openshift_credentials.stack.readable import readable_items

from ..rules.names import JOB_DEADLINE_SECONDS
from ..settings.oadp import Schedule
from .tree import BackupTree

_SCHEDULES: Final = "etcdBackup.oadp.schedules"
_SHORTEST_TTL: Final = 3600


def schedules(tree: BackupTree) -> Iterator[Notice]:
    """Each schedule lists a hosted cluster once."""
    entries = [*readable_items(Schedule, tree.items(_SCHEDULES), assume={"schedule": "0 0 * * *"})]
    names = Counter[str]()
    control_planes = {_control_plane(cluster): cluster for _, entry in entries for cluster in entry.hosted_clusters}
    for index, schedule in entries:
        path = f"{_SCHEDULES}[{index}]"
        names[schedule.name] += 1
        if names[schedule.name] > 1:
            yield tree.problem(f"{path}.name", "is already the name of another schedule", "choose another")
        yield from _times(tree, path, schedule)
        yield from _hosted_clusters(tree, path, schedule, control_planes)


def _times(tree: BackupTree, path: str, schedule: Schedule) -> Iterator[Notice]:
    """Velero checks Schedules every minute and expired backups every hour (its defaults)."""
    expression = schedule.schedule
    interval = duration_seconds(expression.removeprefix(EVERY))
    if expression.startswith(EVERY) and interval < JOB_DEADLINE_SECONDS:
        yield tree.problem(
            f"{path}.schedule",
            f"is too often: a backup can take up to {JOB_DEADLINE_SECONDS} seconds",
            "set at least @every 15m",
        )
    if duration_seconds(schedule.ttl) < _SHORTEST_TTL:
        yield tree.problem(
            f"{path}.ttl", "is too short: Velero checks for expired backups once per hour", "set at least 1h"
        )


def _hosted_clusters(
    tree: BackupTree, path: str, schedule: Schedule, control_planes: Mapping[str, str]
) -> Iterator[Notice]:
    if not schedule.hosted_clusters:
        yield tree.problem(f"{path}.hostedClusters", "must set at least one", "add one, or remove the schedule")
    seen = Counter[str]()
    for index, cluster in enumerate(schedule.hosted_clusters):
        where = f"{path}.hostedClusters[{index}]"
        own = _control_plane(cluster)
        seen[own] += 1
        if problem := kubernetes_rules.DNS_LABEL.problem(own):
            rule = f"its control plane namespace {own} {problem}"
            yield tree.problem(where, rule, "correct the namespace or the name")
        elif seen[own] > 1:
            rule = f"control plane namespace {own} is already listed in this schedule"
            yield tree.problem(where, rule, "keep one of them")
        if other := control_planes.get(cluster.split("/")[0]):
            rule = (
                f"its namespace is the control plane namespace of {other}, and the plugin would "
                "back up that cluster instead, because it uses the first one that it finds"
            )
            yield tree.problem(where, rule, "move one of the hosted clusters to another namespace")


def _control_plane(cluster: str) -> str:
    return hosted_control_plane_namespace(*cluster.split("/"))
