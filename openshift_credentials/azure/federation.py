"""Federated identity credentials: which ServiceAccount tokens Entra ID takes for an identity.

Entra ID compares issuer, subject and audience with those of the token to the letter: nothing
is normalised here, and a slash that is missing or too much is AADSTS700213.
"""

from dataclasses import dataclass
from typing import Final

from openshift_credentials.azure.clouds import AzureCloud
from openshift_credentials.kubernetes.names import within

TOKEN_EXCHANGE_AUDIENCE: Final = "api://AzureADTokenExchange"  # noqa: S105
"""Audience that Entra ID expects of a federated token (Microsoft identity platform docs)."""

_AUDIENCES: Final = {
    AzureCloud.US_GOVERNMENT: f"{TOKEN_EXCHANGE_AUDIENCE}USGov",
    AzureCloud.CHINA: f"{TOKEN_EXCHANGE_AUDIENCE}China",
}

FEDERATED_CREDENTIAL_LIMIT: Final = 20
"""Federated identity credentials that one managed identity can have (same docs)."""

CLIENT_ID_ANNOTATION: Final = "azure.workload.identity/client-id"
"""Annotation of a ServiceAccount from which the webhook takes the client ID of its pods."""

TENANT_ID_ANNOTATION: Final = "azure.workload.identity/tenant-id"
"""Annotation from which the webhook takes the tenant, before its own default."""

_NAME_LIMIT: Final = 120


@dataclass(frozen=True, slots=True)
class AdoptedIdentity:
    """Client ID and principal ID of a managed identity that exists."""

    client_id: str
    principal_id: str


@dataclass(frozen=True, slots=True)
class Federation:
    """One federated identity credential, and why it is there."""

    name: str
    issuer: str
    subject: str
    why: str
    audience: str = TOKEN_EXCHANGE_AUDIENCE


def token_exchange_audience(cloud: AzureCloud) -> str:
    """Audience that the Entra ID of a cloud expects of a federated token (same docs)."""
    return _AUDIENCES.get(cloud, TOKEN_EXCHANGE_AUDIENCE)


def federated_credential_name(namespace: str, service_account: str) -> str:
    """Name of the federated identity credential of a service account.

    Two accounts never share a name: the underscore, which Kubernetes names cannot have, parts
    namespace and account, and two of them stand for a period, which Azure does not take. Names
    over 120 characters, the limit of Azure, are cut and get a hash.
    """
    name = f"{namespace}_{service_account.replace('.', '__')}"
    return within(_NAME_LIMIT, name)
