"""What a stack makes to back up directly: credential Secret and backups."""

from collections.abc import Mapping

import pulumi

from components.dependencies import await_all
from components.kubernetes.credential_secret import CredentialSecret, CredentialSecretArgs
from components.kubernetes.etcd_backups import EtcdBackups, EtcdBackupsArgs
from components.kubernetes.providers import KubernetesProviders
from components.target import Target
from openshift_credentials.plan import planned_backups
from openshift_credentials.remarks.backups import backup_advice, backup_notes
from openshift_credentials.settings import StackSettings


def back_up_directly(
    settings: StackSettings, target: Target, providers: KubernetesProviders
) -> Mapping[str, pulumi.Input[object]]:
    """Make everything that direct backups need, and return what the stack exports of it."""
    if not settings.backs_up_directly:
        return {}
    namespace = settings.management_cluster.operator_namespace
    secret = CredentialSecret(
        "credentials",
        CredentialSecretArgs(
            secret_name=settings.credentials.secret_name,
            namespace=namespace,
            mode=settings.mode,
            contract_version=settings.contract_version,
            form=target.secret_form,
            data=target.secret_data,
            needed_first=target.needed_first,
        ),
        pulumi.ResourceOptions(providers=[providers.secrets]),
    )
    planned = tuple(planned_backups(settings))
    for advice in backup_advice(settings, planned):
        pulumi.log.warn(advice)
    if pulumi.runtime.is_dry_run():
        for note in backup_notes(settings, planned):
            pulumi.log.info(note)
    backups = EtcdBackups(
        "backups",
        EtcdBackupsArgs(
            backups=planned,
            needed_first=(secret.secret,),
            wait=settings.waits_for_backups,
            timeout_seconds=settings.backup_policy.timeout_seconds,
            concurrency=settings.backup_policy.concurrency,
            keep_previous=settings.keeps_previous_backups,
        ),
        pulumi.ResourceOptions(providers=[providers.objects]),
    )
    await_all(backups.backups)
    return {
        "secretName": secret.secret_name,
        "backupNames": list(backups.names),
        "backups": backups.results,
    }
