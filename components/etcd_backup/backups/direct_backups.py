"""Resources of direct backups: credential Secret and backups."""

from dataclasses import dataclass
from typing import Annotated

import pulumi

from openshift_credentials.stack.cluster import Kubernetes
from openshift_credentials.stack.outputs import About, Outputs
from openshift_credentials.systems.etcd_backup.plan import Plan
from openshift_credentials.systems.etcd_backup.plan.results import BackupOutcome

from ...base.engine import runs_on_an_engine
from ...kubernetes.providers import KubernetesProviders
from ..kubernetes.credential_secret import CredentialSecret, CredentialSecretArgs
from ..kubernetes.live_objects import LiveObjects
from ..kubernetes.secret_contents import secret_output
from ..target import UploadTarget
from .earlier_backups import EarlierBackups
from .etcd_backups import Backups, BackupsArgs
from .hcp_etcd_backup import GROUP, PLURAL, VERSION


@dataclass(frozen=True, kw_only=True)
class DirectBackupOutputs(Outputs):
    """Outputs of direct backups."""

    secret_name: Annotated[pulumi.Output[str], About("Name of the credential Secret.")]
    backup_names: Annotated[list[str], About("HCPEtcdBackups, as `namespace/name`.")]
    backups: Annotated[
        pulumi.Output[list[BackupOutcome]], About("The same backups, and how they ended.", in_package="backupResults")
    ]


def back_up_directly(
    name: str,
    plan: Plan,
    target: UploadTarget,
    providers: KubernetesProviders,
    earlier: EarlierBackups,
    opts: pulumi.ResourceOptions,
) -> DirectBackupOutputs | None:
    """Create everything that direct backups need, if the stack makes any."""
    settings = plan.settings
    if not settings.backs_up_directly:
        return None
    namespace = settings.cluster.operator_namespace
    secret = CredentialSecret(
        f"{name}-credentials",
        CredentialSecretArgs(
            secret_name=settings.credentials.secret_name,
            namespace=namespace,
            mode=settings.mode,
            contract_version=settings.contract_version,
            form=plan.form,
            data=secret_output(plan, target.assigned),
        ),
        pulumi.ResourceOptions(parent=opts.parent, providers=[providers.secrets], depends_on=target.needed_first),
    )
    backups = Backups(
        name,
        BackupsArgs(
            backups=plan.backups,
            waits=settings.waits_for_backups,
            timeout_seconds=settings.backup_policy.timeout_seconds,
            concurrency=settings.backup_policy.concurrency,
            keep_previous=settings.keeps_previous_backups,
        ),
        pulumi.ResourceOptions(parent=opts.parent, providers=[providers.objects], depends_on=[secret.secret]),
        live=_live_backups(settings.kubernetes),
        earlier=EarlierBackups() if settings.kubernetes.render_to else earlier,
    )
    return DirectBackupOutputs(
        secret_name=secret.secret_name, backup_names=list(backups.names), backups=backups.results
    )


def _live_backups(connection: Kubernetes) -> LiveObjects | None:
    """Where backups are read; only a read requires a client of the cluster."""
    if connection.render_to or not runs_on_an_engine():
        return None
    from ..kubernetes.cluster_objects import ClusterObjects  # noqa: PLC0415

    return ClusterObjects(connection, GROUP, VERSION, PLURAL)
