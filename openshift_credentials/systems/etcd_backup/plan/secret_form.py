"""The form of the credential Secret: its content, with placeholders for unknown values.

The form follows from the settings alone, so the credential mode is asserted on it before anything
is registered. The content from the settings decides, not ``etcdBackup.credentials.mode``: that is
the expected mode, and the program stops if the content does not result in it.
"""

from typing import Final, assert_never

from openshift_credentials.platforms.azure.identifiers import STAND_IN_GUID
from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.systems.etcd_backup.plan.aws import planned_role
from openshift_credentials.systems.etcd_backup.plan.azure import identity_resource_group
from openshift_credentials.systems.etcd_backup.rules import payloads
from openshift_credentials.systems.etcd_backup.rules.credentials import (
    CREDENTIALS_KEY,
)
from openshift_credentials.systems.etcd_backup.rules.payloads import SecretPayload
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobStorage,
    Credentials,
    EtcdBackupSettings,
    S3Storage,
)

_STATIC_KEYS: Final = payloads.aws_static(
    payloads.ACCESS_KEY_ID.example, payloads.SECRET_ACCESS_KEY.example
)


def secret_form(settings: EtcdBackupSettings) -> SecretPayload:
    """Content of the Secret in the operator's namespace, with placeholders for unknown values."""
    match place := settings.storage.place:
        case S3Storage():
            keys = _static_keys(settings.credentials)
            return keys or payloads.aws_sts(planned_role(settings, place).arn)
        case AzureBlobStorage():
            return _azure(settings, place)
        case _:
            assert_never(place)


def _static_keys(credentials: Credentials) -> SecretPayload | None:
    """Static keys if there are any; of separate ones the form is known without looking at them."""
    file = credentials.credentials_file
    if file is not None and not is_sealed(file):
        return {CREDENTIALS_KEY: file.get_secret_value().encode()}
    return _STATIC_KEYS if file or credentials.access_key_id else None


def _azure(settings: EtcdBackupSettings, storage: AzureBlobStorage) -> SecretPayload:
    credentials = settings.credentials
    if credentials.client_secret is not None:
        return payloads.azure_client_secret(
            subscription_id=storage.subscription_id,
            tenant_id=storage.tenant_id,
            client_id=credentials.client_id or STAND_IN_GUID,
            client_secret=payloads.CLIENT_SECRET.example,
        )
    document = credentials.managed_identity_document
    if document is not None:
        # The checks of the settings report problems of the document; here only its place counts.
        return {
            CREDENTIALS_KEY: b"{}" if is_sealed(document) else document.get_secret_value().encode()
        }
    return payloads.azure_workload_identity(
        subscription_id=storage.subscription_id,
        tenant_id=storage.tenant_id,
        client_id=credentials.client_id or STAND_IN_GUID,
        resource_group=identity_resource_group(settings, storage),
        cloud_name=storage.cloud,
    )
