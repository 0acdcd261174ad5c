"""Content of the credential Secret in the three modes of Azure."""

import pulumi

from components.errors import stopping_the_program
from components.etcd_backup.target import SecretData
from components.known_later import known_later
from components.plain_text import in_plain_text
from openshift_credentials.etcd_backup.plan.azure import identity_resource_group
from openshift_credentials.etcd_backup.rules import payloads
from openshift_credentials.etcd_backup.settings import AzureBlobStorage, EtcdBackupSettings
from openshift_credentials.stack.load import PROJECT
from openshift_credentials.stack.secret_texts import is_sealed


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
    """The JSON of mode azure-client-secret; unknown where the secret is encrypted."""
    credentials = settings.credentials
    secret = credentials.client_secret
    if secret is None or credentials.client_id is None:
        raise AssertionError("settings have what the mode requires")
    _warn_if_plain("clientSecret")
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
    """The credential file of mode azure-managed-identity; unknown where it is encrypted."""
    document = settings.credentials.managed_identity_document
    if document is None:
        raise AssertionError("settings have what the mode requires")
    if is_sealed(document):
        return pulumi.Output.secret(known_later(SecretData()))
    if not settings.credentials.control_plane_identity:
        _warn_if_plain("managedIdentityDocument")
    content = document.get_secret_value().encode()
    return pulumi.Output.secret(payloads.azure_managed_identity(content))


def _warn_if_plain(setting: str) -> None:
    """A secret that the stack file does not encrypt is worth a word."""
    if in_plain_text("etcdBackup"):
        pulumi.log.warn(
            f"etcdBackup.credentials.{setting} is not encrypted in the configuration of the "
            "stack; set it with pulumi config set --secret --path "
            f"'{PROJECT}:etcdBackup.credentials.{setting}'"
        )
