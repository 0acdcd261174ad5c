"""Everything in OADP's namespace that a backup through its HyperShift plugin needs."""

from collections.abc import Mapping, Sequence

import pulumi
from pulumi import Output, Resource, ResourceOptions
from pulumi_kubernetes.apiextensions import CustomResource

from openshift_credentials.systems.etcd_backup.plan import Plan
from openshift_credentials.systems.etcd_backup.rules.oadp import (
    PLUGIN_CONFIG_MAP,
    VELERO_API_VERSION,
    plugin_config,
    volume_policy_name,
)

from ..base.component import Component, waiting_for
from ..kubernetes.core_objects import CoreKind, CoreObject
from .secret import CredentialSecret


class Schedules(Component):
    """Velero Schedules; a changed time or retention updates them in place."""

    TYPE = "oadp:Schedules"

    def __init__(self, name: str, plan: Plan, opts: ResourceOptions) -> None:
        super().__init__(name, opts)
        namespace = plan.settings.cluster.oadp_namespace
        self.names: list[str] = []
        for schedule in plan.schedules:
            policies: list[Resource] = []
            if schedule.volume_policy is not None:
                policy = volume_policy_name(schedule.name)
                fields = {"metadata": {"name": policy, "namespace": namespace}, "data": schedule.volume_policy}
                within = ResourceOptions(parent=self)
                policies.append(CoreObject(CoreKind.CONFIG_MAP, f"{name}/{policy}", fields, within))
            CustomResource(
                f"{name}/{schedule.name}",
                api_version=VELERO_API_VERSION,
                kind="Schedule",
                metadata={"name": schedule.name, "namespace": namespace, "labels": schedule.labels},
                spec=schedule.spec,
                opts=self.child(after=policies),
            )
            self.names.append(schedule.name)
        self.done(names=self.names)


class BackupStorageLocation(Component):
    """Velero's storage location, with every field that the HyperShift plugin reads.

    ``location`` must exist before a Schedule: it is empty if the location exists, and is not changed.
    """

    TYPE = "oadp:BackupStorageLocation"

    def __init__(self, name: str, plan: Plan, opts: ResourceOptions) -> None:
        super().__init__(name, opts)
        spec, location_name = plan.location, plan.settings.oadp.backup_storage_location.name
        self.location: Sequence[Resource] = ()
        if spec is not None:
            location = CustomResource(
                name,
                api_version=VELERO_API_VERSION,
                kind="BackupStorageLocation",
                metadata={"name": location_name, "namespace": plan.settings.cluster.oadp_namespace},
                spec=spec,
                opts=self.child(),
            )
            self.location = (location,)
        self.done(name=location_name, adopted=spec is None)


class PluginConfig(Component):
    """Some members of the plugin's ConfigMap, by server-side apply.

    Other members are not changed. If another manager owns one of these members with a different
    value, the update stops with the API server's conflict.
    """

    TYPE = "oadp:PluginConfig"

    def __init__(self, name: str, plan: Plan, opts: ResourceOptions) -> None:
        super().__init__(name, opts)
        data: Mapping[str, str] = plugin_config(plan.settings.cluster.operator_namespace)
        metadata = {"name": PLUGIN_CONFIG_MAP, "namespace": plan.settings.cluster.oadp_namespace}
        fields = {"metadata": metadata, "data": data}
        self.patch = CoreObject(CoreKind.CONFIG_MAP_PATCH, name, fields, ResourceOptions(parent=self))
        self.done(configMap=PLUGIN_CONFIG_MAP, keys=sorted(data))


class BackupsThroughOadp(Component):
    """Source Secret, storage location, configuration of the plugin, and Schedules, in that order.

    The asserted mode is that of the plugin's copy of the Secret. The Secret uses the provider
    ``secrets`` if Secrets have a different destination than the other objects.
    """

    TYPE = "oadp:BackupsThroughOadp"

    def __init__(
        self,
        name: str,
        plan: Plan,
        assigned: Output[str | None],
        opts: ResourceOptions,
        *,
        secrets: pulumi.ProviderResource | None = None,
    ) -> None:
        super().__init__(name, opts)
        child = ResourceOptions(parent=self)
        self.secret = CredentialSecret(
            f"{name}-credentials",
            plan,
            assigned,
            ResourceOptions(parent=self, providers=[secrets] if secrets else None, depends_on=opts.depends_on),
            copied_by_plugin=True,
        )
        after = waiting_for([self.secret.secret], child)
        location = BackupStorageLocation(f"{name}-location", plan, after)
        config = PluginConfig(f"{name}-plugin-config", plan, child)
        last = waiting_for([self.secret.secret, config.patch, *location.location], child)
        self.schedule_names = Schedules(f"{name}-schedules", plan, last).names
        self.done(location=plan.settings.oadp.backup_storage_location.name, scheduleNames=self.schedule_names)
