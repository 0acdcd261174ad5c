"""Velero Schedules, one per hosted cluster."""

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi
from pulumi_kubernetes.apiextensions import CustomResource

from openshift_credentials.systems.etcd_backup.plan.oadp import PlannedSchedule
from openshift_credentials.systems.etcd_backup.rules.oadp import VELERO_API_VERSION
from openshift_credentials.systems.etcd_backup.rules.velero_schedule import volume_policy_name

from ...base.options import child_options
from ...kubernetes.core_objects import CoreKind, CoreObject


@dataclass(frozen=True, kw_only=True)
class SchedulesArgs:
    """The Schedules, and OADP's namespace."""

    namespace: str
    schedules: Sequence[PlannedSchedule]


class Schedules(pulumi.ComponentResource):
    """Velero Schedules; a changed time or retention updates them in place."""

    def __init__(
        self, name: str, args: SchedulesArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:oadp:Schedules", name, None, opts)
        for schedule in args.schedules:
            CustomResource(
                f"{name}/{schedule.name}",
                api_version=VELERO_API_VERSION,
                kind="Schedule",
                metadata={
                    "name": schedule.name,
                    "namespace": args.namespace,
                    "labels": schedule.labels,
                },
                spec=schedule.spec,
                opts=child_options(self, opts, after=self._volume_policy(name, args, schedule)),
            )
        self.names = tuple(schedule.name for schedule in args.schedules)
        self.register_outputs({"names": list(self.names)})

    def _volume_policy(
        self, name: str, args: SchedulesArgs, schedule: PlannedSchedule
    ) -> Sequence[pulumi.Resource]:
        if schedule.volume_policy is None:
            return ()
        policy = volume_policy_name(schedule.name)
        return (
            CoreObject(
                CoreKind.CONFIG_MAP,
                f"{name}/{policy}",
                {
                    "metadata": {"name": policy, "namespace": args.namespace},
                    "data": schedule.volume_policy,
                },
                child_options(self),
            ),
        )
