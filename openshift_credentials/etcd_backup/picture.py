"""A Mermaid picture of the identities and what trusts what."""

from typing import Final, assert_never

from openshift_credentials.aws.arns import STS_AUDIENCE
from openshift_credentials.azure import TOKEN_EXCHANGE_AUDIENCE
from openshift_credentials.etcd_backup.rules.credentials import CredentialMode
from openshift_credentials.etcd_backup.rules.names import SERVICE_ACCOUNT
from openshift_credentials.etcd_backup.rules.upload_actions import UPLOAD_ACTIONS
from openshift_credentials.etcd_backup.settings import (
    AzureBlobStorage,
    EtcdBackupSettings,
    S3Storage,
)

_ROLE: Final = "Storage Blob Data Contributor"


def identity_picture(settings: EtcdBackupSettings) -> str:
    """From the ServiceAccount of the backup Job to the place where snapshots go."""
    match place := settings.storage.place:
        case S3Storage():
            may, target = ", ".join(UPLOAD_ACTIONS), f"S3 bucket<br>{place.bucket}"
        case AzureBlobStorage():
            may, target = _ROLE, f"storage account<br>{place.storage_account}"
        case _:
            assert_never(place)
    secret = f"Secret {settings.credentials.secret_name}"
    match settings.mode:
        case CredentialMode.AWS_STS:
            lines = _federated(settings, STS_AUDIENCE, f"IAM role<br>{settings.role_name}")
        case CredentialMode.AZURE_WORKLOAD_IDENTITY:
            name = f"managed identity<br>{settings.identity_name}"
            lines = _federated(settings, TOKEN_EXCHANGE_AUDIENCE, name)
        case CredentialMode.AWS_STATIC:
            may = "whatever their owner may"
            lines = [f'  identity["static access keys<br>{secret}"]']
        case CredentialMode.AZURE_CLIENT_SECRET:
            lines = [f'  identity["service principal<br>client secret in {secret}"]']
        case CredentialMode.AZURE_MANAGED_IDENTITY:
            lines = [f'  identity["managed identity<br>certificate in {secret}"]']
        case _:
            assert_never(settings.mode)
    return "\n".join(["flowchart LR", *lines, f'  identity -- "{may}" --> place["{target}"]'])


def _federated(settings: EtcdBackupSettings, audience: str, identity: str) -> list[str]:
    """From the issuer of the cluster to an identity that trusts it."""
    cluster = settings.cluster
    job = f"ServiceAccount<br>{cluster.operator_namespace}/{SERVICE_ACCOUNT}"
    return [
        f'  issuer["OIDC issuer of {cluster.name}"] -- "signs the token of" --> job["{job}"]',
        f'  job -- "{audience}" --> identity["{identity}"]',
        '  identity -. "trusts this issuer and subject" .-> issuer',
    ]
