"""Federated identity credentials: the ServiceAccount tokens that Entra ID accepts for an identity.

Entra ID compares issuer, subject and audience with the token character by character: nothing is
normalised here, and a missing or additional slash causes AADSTS700211.
"""

from dataclasses import dataclass
from typing import Final

from ..kubernetes.names import within
from .clouds import AzureCloud

TOKEN_EXCHANGE_AUDIENCE: Final = "api://AzureADTokenExchange"  # noqa: S105
"""Audience that Entra ID expects of a federated token (Microsoft identity platform docs)."""

_AUDIENCES: Final = {
    AzureCloud.US_GOVERNMENT: f"{TOKEN_EXCHANGE_AUDIENCE}USGov",
    AzureCloud.CHINA: f"{TOKEN_EXCHANGE_AUDIENCE}China",
}

FEDERATED_CREDENTIAL_LIMIT: Final = 20
"""Federated identity credentials that one managed identity can have (same docs)."""

CLIENT_ID_ANNOTATION: Final = "azure.workload.identity/client-id"
"""Annotation of a ServiceAccount with the client ID for the webhook."""

TENANT_ID_ANNOTATION: Final = "azure.workload.identity/tenant-id"
"""Annotation with the tenant, which overrides the webhook's default."""

_NAME_LIMIT: Final = 120


@dataclass(frozen=True, slots=True)
class AdoptedIdentity:
    """Client ID and principal ID of a managed identity that exists."""

    client_id: str
    principal_id: str


@dataclass(frozen=True, slots=True)
class Federation:
    """One federated identity credential, and its reason."""

    name: str
    issuer: str
    subject: str
    audience: str = TOKEN_EXCHANGE_AUDIENCE
    why: str = ""


def token_exchange_audience(cloud: AzureCloud) -> str:
    """Audience that the Entra ID of a cloud expects of a federated token (same docs)."""
    return _AUDIENCES.get(cloud, TOKEN_EXCHANGE_AUDIENCE)


def federated_credential_name(namespace: str, service_account: str) -> str:
    """Name of the federated identity credential of a service account.

    Two accounts never share a name: an underscore, which Kubernetes names cannot contain, separates
    namespace and account, and two underscores replace a period, which Azure rejects. Names over 120
    characters, Azure's limit, are truncated and end with a hash.
    """
    name = f"{namespace}_{service_account.replace('.', '__')}"
    return within(_NAME_LIMIT, name)
