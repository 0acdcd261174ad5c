"""What the identity of the backups can do and who can become it, from what is deployed."""

from openshift_credentials.etcd_backup.settings import EtcdBackupSettings
from openshift_credentials.stack.explanation import Explanation


def explain(settings: EtcdBackupSettings) -> Explanation:
    """Ask the module of the stack's cloud; the other one is never imported."""
    if settings.storage.s3:
        from openshift_credentials.etcd_backup.explain.aws import explain_aws  # noqa: PLC0415

        return explain_aws(settings)
    from openshift_credentials.etcd_backup.explain.azure import explain_azure  # noqa: PLC0415

    return explain_azure(settings)
