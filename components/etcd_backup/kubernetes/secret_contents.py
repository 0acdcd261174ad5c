"""Content of the credential Secret in the modes whose content is not a single ARN."""

import pulumi

from components.base.errors import stopping_the_program
from components.base.known_later import known_later
from components.etcd_backup.target import SecretData
from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.systems.etcd_backup.plan.azure import identity_resource_group
from openshift_credentials.systems.etcd_backup.rules import payloads
from openshift_credentials.systems.etcd_backup.rules.credentials import CREDENTIALS_KEY
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobStorage,
    Credentials,
    EtcdBackupSettings,
)


def workload_identity(
    settings: EtcdBackupSettings, storage: AzureBlobStorage, client_id: pulumi.Output[str]
) -> pulumi.Output[SecretData]:
    """The dotenv of mode azure-workload-identity."""

    def content(client_id: str) -> SecretData:
        with stopping_the_program():
            return payloads.azure_workload_identity(
                subscription_id=storage.subscription_id,
                tenant_id=storage.tenant_id,
                client_id=client_id,
                resource_group=identity_resource_group(settings, storage),
                cloud_name=storage.cloud,
            )

    return client_id.apply(content)


def client_secret(
    settings: EtcdBackupSettings, storage: AzureBlobStorage
) -> pulumi.Output[SecretData]:
    """The JSON of mode azure-client-secret; unknown if the secret is encrypted."""
    credentials = settings.credentials
    secret = credentials.client_secret
    if secret is None or credentials.client_id is None:
        raise AssertionError("unreachable: the checks require these settings")
    if is_sealed(secret):
        return pulumi.Output.secret(known_later(SecretData()))
    return pulumi.Output.secret(
        payloads.azure_client_secret(
            subscription_id=storage.subscription_id,
            tenant_id=storage.tenant_id,
            client_id=credentials.client_id,
            client_secret=secret.get_secret_value(),
        )
    )


def managed_identity(settings: EtcdBackupSettings) -> pulumi.Output[SecretData]:
    """The credential file of mode azure-managed-identity; unknown if it is encrypted."""
    document = settings.credentials.managed_identity_document
    if document is None:
        raise AssertionError("unreachable: the checks require these settings")
    if is_sealed(document):
        return pulumi.Output.secret(known_later(SecretData()))
    content = document.get_secret_value().encode()
    return pulumi.Output.secret(payloads.azure_managed_identity(content))


def static_keys(credentials: Credentials) -> pulumi.Output[SecretData]:
    """The content for the keys or the file of the settings, as a secret.

    It is unknown if a value is encrypted and cannot be read, as in an offline preview.
    """
    given = (
        credentials.access_key_id,
        credentials.secret_access_key,
        credentials.session_token,
        credentials.credentials_file,
    )
    if any(is_sealed(value) for value in given):
        return pulumi.Output.secret(known_later(SecretData()))
    return pulumi.Output.secret(_of_static_keys(credentials))


def _of_static_keys(credentials: Credentials) -> SecretData:
    if credentials.credentials_file is not None:
        return {CREDENTIALS_KEY: credentials.credentials_file.get_secret_value().encode()}
    key_id, secret, token = (
        None if value is None else value.get_secret_value()
        for value in (
            credentials.access_key_id,
            credentials.secret_access_key,
            credentials.session_token,
        )
    )
    return payloads.aws_static(key_id or "", secret or "", token)
