"""Everything in OADP's namespace that a backup through its HyperShift plugin needs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import pulumi

from components.errors import stopping_the_program
from components.etcd_backup.credential_secret import CredentialSecret, CredentialSecretArgs
from components.etcd_backup.oadp.backup_storage_location import (
    BackupStorageLocation,
    BackupStorageLocationArgs,
)
from components.etcd_backup.oadp.plugin_config import PluginConfig, PluginConfigArgs
from components.etcd_backup.oadp.schedules import Schedules, SchedulesArgs
from components.etcd_backup.target import SecretData, Target
from openshift_credentials.etcd_backup.plan.oadp import PlannedSchedule
from openshift_credentials.etcd_backup.rules.credentials import CredentialMode
from openshift_credentials.etcd_backup.rules.oadp import plugin_config
from openshift_credentials.etcd_backup.rules.payloads import copy_as_plugin, for_oadp
from openshift_credentials.etcd_backup.rules.versions import ContractVersion


@dataclass(frozen=True, kw_only=True)
class BackupsThroughOadpArgs:
    """Where OADP and the operator are, and what Velero is to do.

    ``location`` is the spec of the BackupStorageLocation ``location_name``, ``None`` for one
    that exists.
    """

    namespace: str
    operator_namespace: str
    mode: CredentialMode
    contract_version: ContractVersion
    target: Target
    secret_name: str
    location_name: str
    location: Mapping[str, object] | None
    schedules: Sequence[PlannedSchedule]
    secrets: pulumi.ProviderResource | None = None


class BackupsThroughOadp(pulumi.ComponentResource):
    """Source Secret, storage location, configuration of the plugin, and Schedules, in that order.

    The mode that is asserted is the one of the plugin's copy of the Secret.
    """

    def __init__(
        self, name: str, args: BackupsThroughOadpArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        source = partial(_source, args.mode, args.contract_version)
        form = source(args.target.secret_form)
        super().__init__("openshift-credentials:oadp:BackupsThroughOadp", name, None, opts)
        child = pulumi.ResourceOptions(parent=self)
        self.secret = CredentialSecret(
            f"{name}-credentials",
            CredentialSecretArgs(
                secret_name=args.secret_name,
                namespace=args.namespace,
                mode=args.mode,
                contract_version=args.contract_version,
                form=form,
                data=args.target.secret_data.apply(source),
                needed_first=args.target.needed_first,
                read_as=copy_as_plugin,
                note="as OADP's plugin copies it to the operator's namespace",
            ),
            pulumi.ResourceOptions(parent=self, providers=[args.secrets] if args.secrets else None),
        )
        location = BackupStorageLocation(
            f"{name}-location",
            BackupStorageLocationArgs(
                location_name=args.location_name,
                namespace=args.namespace,
                spec=args.location,
                needed_first=[self.secret.secret],
            ),
            child,
        )
        config = PluginConfig(
            f"{name}-plugin-config",
            PluginConfigArgs(namespace=args.namespace, data=plugin_config(args.operator_namespace)),
            child,
        )
        schedules = Schedules(
            f"{name}-schedules",
            SchedulesArgs(
                namespace=args.namespace,
                schedules=args.schedules,
                needed_first=[self.secret.secret, config.patch, *location.location],
            ),
            child,
        )
        self.schedule_names = schedules.names
        self.register_outputs(
            {"location": args.location_name, "scheduleNames": list(self.schedule_names)}
        )


def _source(mode: CredentialMode, version: ContractVersion, payload: SecretData) -> SecretData:
    with stopping_the_program():
        return for_oadp(mode, payload, version=version)
