"""Content of the credential Secret in the three modes of Azure."""

from dataclasses import dataclass

import pulumi

from components.errors import stopping_the_program
from components.known_later import known_later
from components.target import SecretData
from hcpbackup.azure_plan import identity_resource_group
from hcpbackup.contract import payloads
from hcpbackup.contract.azure.identifiers import STAND_IN_GUID
from hcpbackup.contract.managed_identity import stand_in_credentials
from hcpbackup.settings import AzureBlobStorage, StackSettings
from hcpbackup.settings.load import PROJECT
from hcpbackup.settings.secret_texts import is_sealed


@dataclass(frozen=True, kw_only=True)
class SecretContent:
    """The content, and its form with stand-ins for what is not known yet."""

    form: SecretData
    data: pulumi.Output[SecretData]

    @classmethod
    def known(cls, data: SecretData) -> "SecretContent":
        """Content that is known now."""
        return cls(form=data, data=pulumi.Output.secret(data))

    @classmethod
    def sealed(cls, form: SecretData) -> "SecretContent":
        """Content of which only the form is known, because a value is encrypted."""
        return cls(form=form, data=pulumi.Output.secret(known_later(form)))


def workload_identity(
    settings: StackSettings, storage: AzureBlobStorage, client_id: pulumi.Output[str]
) -> SecretContent:
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

    known = settings.credentials.client_id
    return SecretContent(form=content(known or STAND_IN_GUID), data=client_id.apply(content))


def client_secret(settings: StackSettings, storage: AzureBlobStorage) -> SecretContent:
    """The JSON of mode azure-client-secret."""
    credentials = settings.credentials
    secret = credentials.client_secret
    if secret is None or credentials.client_id is None:
        raise AssertionError("settings have what the mode requires")
    sealed = is_sealed(secret)
    _warn_if_plain("clientSecret")
    content = payloads.azure_client_secret(
        subscription_id=storage.subscription_id,
        tenant_id=storage.tenant_id,
        client_id=credentials.client_id,
        client_secret="sealed" if sealed else secret.get_secret_value(),
    )
    return SecretContent.sealed(content) if sealed else SecretContent.known(content)


def managed_identity(settings: StackSettings, storage: AzureBlobStorage) -> SecretContent:
    """The credential file of mode azure-managed-identity."""
    document = settings.credentials.managed_identity_document
    if document is None:
        raise AssertionError("settings have what the mode requires")
    if is_sealed(document):
        stand_in = stand_in_credentials(storage.tenant_id)
        return SecretContent.sealed(payloads.azure_managed_identity(stand_in))
    _warn_if_plain("managedIdentityDocument")
    content = document.get_secret_value().encode()
    return SecretContent.known(payloads.azure_managed_identity(content))


def _warn_if_plain(setting: str) -> None:
    """A secret that the stack file does not encrypt is worth a word."""
    if not pulumi.runtime.is_config_secret(f"{PROJECT}:credentials"):
        pulumi.log.warn(
            f"credentials.{setting} is not encrypted in the configuration of the stack; set it "
            f"with pulumi config set --secret --path '{PROJECT}:credentials.{setting}'"
        )
