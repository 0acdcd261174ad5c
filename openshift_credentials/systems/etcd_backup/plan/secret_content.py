"""The content of the credential Secret, which decides the credential mode.

``etcdBackup.credentials.mode`` is only the expected mode: the program stops before anything is
registered if the content does not result in it.
"""

from typing import assert_never

from pydantic import SecretStr

from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.platforms.azure.identifiers import STAND_IN_GUID
from openshift_credentials.stack.secret_texts import is_sealed

from ..rules import payloads
from ..rules.modes import CREDENTIALS_KEY
from ..rules.payloads import SecretContent
from ..settings import (
    AwsStatic,
    AwsSts,
    AzureBlobUpload,
    AzureClientSecret,
    AzureManagedIdentity,
    AzureWorkloadIdentity,
    EtcdBackupSettings,
    S3Upload,
)
from .aws import plan_role


def secret_content(settings: EtcdBackupSettings, assigned: str | None = None) -> SecretContent:
    """The content of the Secret in the operator's namespace.

    ``assigned`` is what the cloud assigns: the ARN of the role, or the client ID of the managed
    identity. A value that is not known stands for itself by an example of the same form: the form
    decides the mode.
    """
    match upload := settings.upload:
        case S3Upload():
            return _for_s3(settings, upload, assigned)
        case AzureBlobUpload():
            return _for_azure_blob(upload, assigned)
        case _:
            assert_never(upload)


def _for_s3(settings: EtcdBackupSettings, upload: S3Upload, role_arn: str | None) -> SecretContent:
    match identity := upload.identity:
        case AwsSts():
            planned = plan_role(settings, upload.storage, identity).arn
            return payloads.aws_sts(planned if role_arn is None else role_arn)
        case AwsStatic(credentials_file=SecretStr() as file) if not is_sealed(file):
            return {CREDENTIALS_KEY: file.get_secret_value()}
        case AwsStatic():
            token = identity.session_token
            return payloads.aws_static(
                _readable(identity.access_key_id, payloads.ACCESS_KEY_ID),
                _readable(identity.secret_access_key, payloads.SECRET_ACCESS_KEY),
                None if token is None else _readable(token, payloads.SESSION_TOKEN),
            )
        case _:
            assert_never(identity)


def _for_azure_blob(upload: AzureBlobUpload, assigned: str | None) -> SecretContent:
    storage = upload.storage
    match identity := upload.identity:
        case AzureWorkloadIdentity():
            planned = identity.client_id or STAND_IN_GUID
            return payloads.azure_workload_identity(
                subscription_id=storage.subscription_id,
                tenant_id=storage.tenant_id,
                client_id=planned if assigned is None else assigned,
                resource_group=identity.identity_resource_group or storage.resource_group,
                cloud_name=storage.cloud,
            )
        case AzureClientSecret():
            return payloads.azure_client_secret(
                subscription_id=storage.subscription_id,
                tenant_id=storage.tenant_id,
                client_id=identity.client_id,
                client_secret=_readable(identity.client_secret, payloads.CLIENT_SECRET),
            )
        case AzureManagedIdentity(managed_identity_document=document):
            return {CREDENTIALS_KEY: "{}" if is_sealed(document) else document.get_secret_value()}
        case _:
            assert_never(identity)


def _readable(secret: SecretStr | None, rule: TextRule) -> str:
    """The secret, or an example of it where it cannot be read."""
    return rule.example if secret is None or is_sealed(secret) else secret.get_secret_value()


def secrets_of(settings: EtcdBackupSettings) -> tuple[SecretStr, ...]:
    """The secret settings from which the content is built; a role or managed identity has none."""
    values = vars(settings.upload.identity).values()
    return tuple(value for value in values if isinstance(value, SecretStr))
