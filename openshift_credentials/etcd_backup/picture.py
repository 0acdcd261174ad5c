"""A Mermaid picture of the identities and what trusts what."""

from openshift_credentials.aws.arns import STS_AUDIENCE
from openshift_credentials.azure import TOKEN_EXCHANGE_AUDIENCE
from openshift_credentials.etcd_backup.rules.credentials import CredentialMode
from openshift_credentials.etcd_backup.rules.names import SERVICE_ACCOUNT
from openshift_credentials.etcd_backup.rules.upload_actions import UPLOAD_ACTIONS
from openshift_credentials.etcd_backup.settings import EtcdBackupSettings


def identity_picture(settings: EtcdBackupSettings) -> str:
    """From the ServiceAccount of the backup Job to the place where snapshots go."""
    cluster = settings.cluster
    storage = settings.storage
    if storage.s3:
        audience = STS_AUDIENCE
        identity = f"IAM role<br>{settings.role_name}"
        may, place = ", ".join(UPLOAD_ACTIONS), f"S3 bucket<br>{storage.s3.bucket}"
    else:
        audience = TOKEN_EXCHANGE_AUDIENCE
        identity = f"managed identity<br>{settings.identity_name}"
        account = storage.azure_blob.storage_account if storage.azure_blob else ""
        may, place = "Storage Blob Data Contributor", f"storage account<br>{account}"
    if settings.mode is CredentialMode.AWS_STATIC:
        return "\n".join(
            [
                "flowchart LR",
                f'  keys["static access keys<br>Secret {settings.credentials.secret_name}"]',
                f'  keys -- "whatever their owner may" --> place["{place}"]',
            ]
        )
    job = f"ServiceAccount<br>{cluster.operator_namespace}/{SERVICE_ACCOUNT}"
    return "\n".join(
        [
            "flowchart LR",
            f'  issuer["OIDC issuer of {cluster.name}"] -- "signs the token of" --> job["{job}"]',
            f'  job -- "{audience}" --> identity["{identity}"]',
            '  identity -. "trusts this issuer and subject" .-> issuer',
            f'  identity -- "{may}" --> place["{place}"]',
        ]
    )
