"""What a stack makes in OADP's namespace, if anything."""

from collections.abc import Mapping

import pulumi

from components.kubernetes.providers import KubernetesProviders
from components.target import Target
from openshift_credentials.settings import StackSettings


def back_up_through_oadp(
    settings: StackSettings, target: Target, providers: KubernetesProviders
) -> Mapping[str, pulumi.Input[object]]:
    """Make everything that backups through OADP need, and return what the stack exports of it."""
    if not settings.oadp.enabled:
        return {}
    from components.oadp.backups_through_oadp import (  # noqa: PLC0415
        BackupsThroughOadp,
        BackupsThroughOadpArgs,
    )
    from openshift_credentials.plan.oadp import planned_location, planned_schedules  # noqa: PLC0415

    cluster = settings.management_cluster
    through_oadp = BackupsThroughOadp(
        "oadp",
        BackupsThroughOadpArgs(
            namespace=cluster.oadp_namespace,
            operator_namespace=cluster.operator_namespace,
            mode=settings.mode,
            contract_version=settings.contract_version,
            target=target,
            location_name=settings.oadp.backup_storage_location.name,
            location=planned_location(settings),
            schedules=tuple(planned_schedules(settings)),
            secrets=providers.secrets,
        ),
        pulumi.ResourceOptions(providers=[providers.objects]),
    )
    return {
        "oadpSecretName": through_oadp.secret.secret_name,
        "backupStorageLocation": settings.oadp.backup_storage_location.name,
        "scheduleNames": list(through_oadp.schedule_names),
    }
