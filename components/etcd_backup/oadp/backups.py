"""Resources of a stack in OADP's namespace, if any."""

from dataclasses import dataclass
from typing import Annotated

import pulumi

from components.base.errors import stopping_the_program
from components.etcd_backup.target import SecretData, Target, texts
from components.kubernetes.providers import KubernetesProviders
from openshift_credentials.stack.outputs import About, Outputs
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings


@dataclass(frozen=True, kw_only=True)
class OadpOutputs(Outputs):
    """Outputs of backups through OADP."""

    oadp_secret_name: Annotated[pulumi.Output[str], About("Name of the Secret of OADP.")]
    backup_storage_location: Annotated[str, About("Name of the BackupStorageLocation.")]
    schedule_names: Annotated[list[str], About("Schedules of OADP, as `namespace/name`.")]


def back_up_through_oadp(
    name: str,
    settings: EtcdBackupSettings,
    target: Target,
    providers: KubernetesProviders,
    opts: pulumi.ResourceOptions,
) -> OadpOutputs | None:
    """Create everything that backups through OADP need, if the stack makes any."""
    if not settings.oadp.enabled:
        return None
    from components.etcd_backup.oadp.backups_through_oadp import (  # noqa: PLC0415
        BackupsThroughOadp,
        BackupsThroughOadpArgs,
    )
    from openshift_credentials.systems.etcd_backup.plan.oadp import (  # noqa: PLC0415
        planned_location,
        planned_schedules,
        source_secret,
    )
    from openshift_credentials.systems.etcd_backup.rules.payloads import for_oadp  # noqa: PLC0415

    def source(content: SecretData) -> dict[str, str]:
        with stopping_the_program():
            return texts(for_oadp(settings.mode, content, version=settings.contract_version))

    cluster = settings.cluster
    through_oadp = BackupsThroughOadp(
        f"{name}-oadp",
        BackupsThroughOadpArgs(
            namespace=cluster.oadp_namespace,
            operator_namespace=cluster.operator_namespace,
            mode=settings.mode,
            contract_version=settings.contract_version,
            secret_name=source_secret(settings),
            secret_form=source(target.secret_form),
            secret_data=target.secret_data.apply(source),
            location_name=settings.oadp.backup_storage_location.name,
            location=planned_location(settings),
            schedules=tuple(planned_schedules(settings)),
        ),
        pulumi.ResourceOptions(
            parent=opts.parent, providers=[providers.objects], depends_on=target.needed_first
        ),
        secrets=providers.secrets,
    )
    return OadpOutputs(
        oadp_secret_name=through_oadp.secret.secret_name,
        backup_storage_location=settings.oadp.backup_storage_location.name,
        schedule_names=list(through_oadp.schedule_names),
    )
