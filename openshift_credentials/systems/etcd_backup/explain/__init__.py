"""What the identity of the backups can do and who can use it, from the deployed policies."""

from dataclasses import replace
from typing import assert_never

from openshift_credentials.stack.explanation import Explanation
from openshift_credentials.systems.etcd_backup.explain.access_aws import access_on_aws
from openshift_credentials.systems.etcd_backup.explain.access_azure import access_on_azure
from openshift_credentials.systems.etcd_backup.explain.aws import explain_aws
from openshift_credentials.systems.etcd_backup.explain.azure import explain_azure
from openshift_credentials.systems.etcd_backup.plan import velero
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobUpload,
    EtcdBackupSettings,
    S3Upload,
)


def explain(settings: EtcdBackupSettings) -> Explanation:
    """The explanation of the stack's cloud, and of Velero if it has its own identity."""
    match upload := settings.upload:
        case S3Upload():
            explained = replace(
                explain_aws(settings, upload), access=tuple(access_on_aws(settings, upload))
            )
            identity = f"IAM role {velero.plan_role(settings, upload.storage).arn}"
        case AzureBlobUpload():
            explained = replace(
                explain_azure(settings, upload), access=tuple(access_on_azure(settings, upload))
            )
            identity = f"managed identity {velero.identity_name(settings)}"
        case _:
            assert_never(upload)
    if not settings.oadp.velero.create_identity:
        return explained
    remark = (
        f"{velero.plan_federation(settings).subject} is the only subject that can use "
        f"{identity}, which reads, writes and deletes Velero's backups. The outputs "
        "veleroServiceAccount and dataProtectionApplication configure Velero to use it"
    )
    return replace(explained, remarks=(*explained.remarks, remark))
