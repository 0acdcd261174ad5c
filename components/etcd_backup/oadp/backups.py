"""Resources of a stack in OADP's namespace, if any."""

from dataclasses import dataclass
from typing import Annotated

import pulumi

from openshift_credentials.stack.outputs import About, Outputs
from openshift_credentials.systems.etcd_backup.plan import Plan

from ...base.errors import stopping_the_program
from ...kubernetes.providers import KubernetesProviders
from ..target import UploadTarget


@dataclass(frozen=True, kw_only=True)
class OadpOutputs(Outputs):
    """Outputs of backups through OADP."""

    oadp_secret_name: Annotated[pulumi.Output[str], About("Name of the Secret of OADP.")]
    backup_storage_location: Annotated[str, About("Name of the BackupStorageLocation.")]
    schedule_names: Annotated[list[str], About("Schedules of OADP, as `namespace/name`.")]


def back_up_through_oadp(
    name: str, plan: Plan, target: UploadTarget, providers: KubernetesProviders, opts: pulumi.ResourceOptions
) -> OadpOutputs | None:
    """Create everything that backups through OADP need, if the stack makes any."""
    settings, cluster = plan.settings, plan.settings.cluster
    if not settings.oadp.enabled:
        return None
    from openshift_credentials.systems.etcd_backup.rules.payloads import SecretContent  # noqa: PLC0415

    from ..kubernetes.secret_contents import secret_output  # noqa: PLC0415
    from .backups_through_oadp import BackupsThroughOadp, BackupsThroughOadpArgs  # noqa: PLC0415

    def source(content: SecretContent) -> SecretContent:
        with stopping_the_program():
            return plan.through_oadp(content)

    through_oadp = BackupsThroughOadp(
        f"{name}-oadp",
        BackupsThroughOadpArgs(
            namespace=cluster.oadp_namespace,
            operator_namespace=cluster.operator_namespace,
            mode=settings.mode,
            contract_version=settings.contract_version,
            secret_name=plan.source_secret,
            secret_form=source(plan.form),
            secret_data=secret_output(plan, target.assigned).apply(source),
            location_name=settings.oadp.backup_storage_location.name,
            location=plan.location,
            schedules=plan.schedules,
        ),
        pulumi.ResourceOptions(parent=opts.parent, providers=[providers.objects], depends_on=target.needed_first),
        secrets=providers.secrets,
    )
    return OadpOutputs(
        oadp_secret_name=through_oadp.secret.secret_name,
        backup_storage_location=settings.oadp.backup_storage_location.name,
        schedule_names=list(through_oadp.schedule_names),
    )
