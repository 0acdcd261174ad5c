"""Everything in OADP's namespace that a backup through its HyperShift plugin needs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pulumi
from pulumi_kubernetes.apiextensions import CustomResource

from openshift_credentials.systems.etcd_backup.plan import PlannedSchedule
from openshift_credentials.systems.etcd_backup.rules.modes import ContractVersion, CredentialMode
from openshift_credentials.systems.etcd_backup.rules.oadp import (
    PLUGIN_CONFIG_MAP,
    VELERO_API_VERSION,
    plugin_config,
    volume_policy_name,
)

from ...base.component import child_options, waiting_for
from ...kubernetes.core_objects import CoreKind, CoreObject
from ..kubernetes.credential_secret import CredentialSecret, CredentialSecretArgs


@dataclass(frozen=True, kw_only=True)
class SchedulesArgs:
    """The Schedules, and OADP's namespace."""

    namespace: str
    schedules: Sequence[PlannedSchedule]


class Schedules(pulumi.ComponentResource):
    """Velero Schedules; a changed time or retention updates them in place."""

    def __init__(self, name: str, args: SchedulesArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:oadp:Schedules", name, None, opts)
        for schedule in args.schedules:
            CustomResource(
                f"{name}/{schedule.name}",
                api_version=VELERO_API_VERSION,
                kind="Schedule",
                metadata={"name": schedule.name, "namespace": args.namespace, "labels": schedule.labels},
                spec=schedule.spec,
                opts=child_options(self, opts, after=self._volume_policy(name, args, schedule)),
            )
        self.names = tuple(schedule.name for schedule in args.schedules)
        self.register_outputs({"names": list(self.names)})

    def _volume_policy(self, name: str, args: SchedulesArgs, schedule: PlannedSchedule) -> Sequence[pulumi.Resource]:
        if schedule.volume_policy is None:
            return ()
        policy = volume_policy_name(schedule.name)
        return (
            CoreObject(
                CoreKind.CONFIG_MAP,
                f"{name}/{policy}",
                {"metadata": {"name": policy, "namespace": args.namespace}, "data": schedule.volume_policy},
                child_options(self),
            ),
        )


@dataclass(frozen=True, kw_only=True)
class BackupStorageLocationArgs:
    """Name and place of the location; without ``spec`` it exists and is not changed."""

    location_name: str
    namespace: str
    spec: Mapping[str, Any] | None


class BackupStorageLocation(pulumi.ComponentResource):
    """Velero's storage location, with every field that the HyperShift plugin reads.

    ``location`` must exist before a Schedule: it is empty if the location was adopted.
    """

    def __init__(self, name: str, args: BackupStorageLocationArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:oadp:BackupStorageLocation", name, None, opts)
        self.location: Sequence[pulumi.Resource] = ()
        if args.spec is not None:
            location = CustomResource(
                name,
                api_version=VELERO_API_VERSION,
                kind="BackupStorageLocation",
                metadata={"name": args.location_name, "namespace": args.namespace},
                spec=args.spec,
                opts=child_options(self, opts),
            )
            self.location = (location,)
        self.register_outputs({"name": args.location_name, "adopted": args.spec is None})


@dataclass(frozen=True, kw_only=True)
class BackupsThroughOadpArgs:
    """Namespaces of OADP and the operator, and Velero's tasks.

    ``secret_form`` and ``secret_data`` are the content of the source Secret, as
    :class:`CredentialSecretArgs` has it. ``location`` is the spec of the BackupStorageLocation
    ``location_name``, ``None`` for one that exists.
    """

    namespace: str
    operator_namespace: str
    mode: CredentialMode
    contract_version: ContractVersion
    secret_name: str
    secret_form: Mapping[str, str] = field(repr=False)
    secret_data: pulumi.Input[Mapping[str, str]] = field(repr=False)
    location_name: str
    location: Mapping[str, Any] | None
    schedules: Sequence[PlannedSchedule]


class BackupsThroughOadp(pulumi.ComponentResource):
    """Source Secret, storage location, configuration of the plugin, and Schedules, in that order.

    The asserted mode is that of the plugin's copy of the Secret. The Secret uses the provider
    ``secrets`` if Secrets have a different destination than the other objects.
    """

    def __init__(
        self,
        name: str,
        args: BackupsThroughOadpArgs,
        opts: pulumi.ResourceOptions | None = None,
        *,
        secrets: pulumi.ProviderResource | None = None,
    ) -> None:
        super().__init__("openshift-credentials:oadp:BackupsThroughOadp", name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        self.secret = CredentialSecret(
            f"{name}-credentials",
            CredentialSecretArgs(
                secret_name=args.secret_name,
                namespace=args.namespace,
                mode=args.mode,
                contract_version=args.contract_version,
                form=args.secret_form,
                data=args.secret_data,
                copied_by_plugin=True,
            ),
            pulumi.ResourceOptions(
                parent=self, providers=[secrets] if secrets else None, depends_on=opts.depends_on if opts else None
            ),
        )
        location = BackupStorageLocation(
            f"{name}-location",
            BackupStorageLocationArgs(location_name=args.location_name, namespace=args.namespace, spec=args.location),
            waiting_for([self.secret.secret], child),
        )
        config = PluginConfig(
            f"{name}-plugin-config",
            PluginConfigArgs(namespace=args.namespace, data=plugin_config(args.operator_namespace)),
            child,
        )
        schedules = Schedules(
            f"{name}-schedules",
            SchedulesArgs(namespace=args.namespace, schedules=args.schedules),
            waiting_for([self.secret.secret, config.patch, *location.location], child),
        )
        self.schedule_names = schedules.names
        self.register_outputs({"location": args.location_name, "scheduleNames": list(self.schedule_names)})


@dataclass(frozen=True, kw_only=True)
class PluginConfigArgs:
    """OADP's namespace, and the members of the ConfigMap that this stack owns."""

    namespace: str
    data: Mapping[str, str]


class PluginConfig(pulumi.ComponentResource):
    """Some members of the plugin's ConfigMap, by server-side apply.

    Other members are not changed. If another manager owns one of these members with a different
    value, the update stops with the API server's conflict.
    """

    def __init__(self, name: str, args: PluginConfigArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:oadp:PluginConfig", name, None, opts)
        self.patch: pulumi.Resource = CoreObject(
            CoreKind.CONFIG_MAP_PATCH,
            name,
            {"metadata": {"name": PLUGIN_CONFIG_MAP, "namespace": args.namespace}, "data": args.data},
            pulumi.ResourceOptions(parent=self),
        )
        self.register_outputs({"configMap": PLUGIN_CONFIG_MAP, "keys": sorted(args.data)})
