"""What a token issuer consists of, computed from its settings before anything exists."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from openshift_credentials.platforms.aws.arns import oidc_provider_arn
from openshift_credentials.platforms.kubernetes.names import DISCOVERY_PATH
from openshift_credentials.stack.secret_texts import is_sealed
from openshift_credentials.systems.token_issuer.rules.documents import (
    IssuerCloud,
    build_json_web_key_set,
    discovery_document,
    keys_path,
)
from openshift_credentials.systems.token_issuer.rules.issuers import get_partition
from openshift_credentials.systems.token_issuer.rules.signing_keys import (
    PublicKey,
    SigningKey,
    read_public_key,
    read_signing_key,
)
from openshift_credentials.systems.token_issuer.rules.tags import (
    aws_resource_tags,
    azure_resource_tags,
)
from openshift_credentials.systems.token_issuer.settings import (
    AwsIssuer,
    AzureIssuer,
    GcpIssuer,
    Key,
    TokenIssuerSettings,
)


@dataclass(frozen=True, slots=True)
class IssuerDocument:
    """A published text and its place: the key of an object, or the name of a blob."""

    path: str
    text: str


def cloud_of(settings: TokenIssuerSettings) -> IssuerCloud:
    """The cloud that serves the issuer."""
    match settings.place:
        case AwsIssuer():
            return IssuerCloud.AWS
        case AzureIssuer():
            return IssuerCloud.AZURE
        case GcpIssuer():
            return IssuerCloud.GCP
        case _:
            assert_never(settings.place)


def documents(
    settings: TokenIssuerSettings, issuer_url: str, public_keys: list[str]
) -> tuple[IssuerDocument, IssuerDocument]:
    """Both documents for an issuer and the public keys, PEM, in their order."""
    cloud = cloud_of(settings)
    keys = [read_public_key(key.encode()) for key in public_keys]
    return (
        IssuerDocument(DISCOVERY_PATH, discovery_document(cloud, issuer_url)),
        IssuerDocument(keys_path(cloud), build_json_web_key_set(keys)),
    )


def public_key_of_settings(key: Key) -> PublicKey | None:
    """The public key in the settings; ``None`` for one that the stack generates."""
    if key.public_key is not None:
        return read_public_key(key.public_key.encode())
    signing = signing_key_of_settings(key)
    return signing.public if signing else None


def signing_key_of_settings(key: Key) -> SigningKey | None:
    """The private key in the settings, if it is set and can be read here."""
    if key.private_key is None or is_sealed(key.private_key):
        return None
    return read_signing_key(key.private_key.get_secret_value().encode())


def tags(settings: TokenIssuerSettings) -> dict[str, str]:
    """Tags of all resources: those of ccoctl, so that ccoctl and people find them.

    On Google Cloud, where ccoctl finds its resources by name, the bucket's labels.
    """
    match settings.place:
        case AwsIssuer():
            return {**settings.tags, **aws_resource_tags(settings.name)}
        case AzureIssuer():
            return azure_resource_tags(settings.name, settings.tags)
        case GcpIssuer():
            return dict(settings.tags)
        case _:
            assert_never(settings.place)


def provider_arn(settings: TokenIssuerSettings) -> str | None:
    """ARN of the IAM OIDC provider, if the issuer is known."""
    if settings.aws is None or settings.issuer_url is None:
        return None
    partition = get_partition(settings.aws.region)
    return oidc_provider_arn(partition, settings.aws.account_id, settings.issuer_url)


def azure_group(settings: TokenIssuerSettings) -> str:
    """Resource group of the issuer on Azure."""
    return (settings.azure and settings.azure.resource_group) or f"{settings.name}-oidc"


def azure_account(settings: TokenIssuerSettings, azure: AzureIssuer) -> tuple[str, str]:
    """Storage account and container of the issuer."""
    return azure.storage_account or settings.name, azure.container or settings.name


def pool_id(settings: TokenIssuerSettings, gcp: GcpIssuer) -> str:
    """ID of the workload identity pool."""
    return gcp.pool or settings.name


def provider_id(settings: TokenIssuerSettings, gcp: GcpIssuer) -> str:
    """ID of the provider in the pool."""
    return gcp.provider or settings.name


def shares(
    settings: TokenIssuerSettings, _: Mapping[str, object]
) -> Mapping[str, Mapping[str, object]]:
    """Settings that other branches of the stack need not repeat: name, issuer, account."""
    url = {"issuerUrl": settings.issuer_url} if settings.issuer_url else {}
    # Settings are shared before the checks say that there is a cloud.
    place = _place(settings) if settings.has_place else {}
    shared: dict[str, Mapping[str, object]] = {
        "componentIdentities": {"name": settings.name, **url, **place}
    }
    if settings.issuer_url:
        shared["cluster"] = {"oidcIssuer": settings.issuer_url}
    return shared


def _place(settings: TokenIssuerSettings) -> dict[str, object]:
    match settings.place:
        case AwsIssuer() as aws:
            place = {"region": aws.region, "accountId": aws.account_id}
            arn = provider_arn(settings)
            return {"aws": {**place, **({"providerArn": arn} if arn else {})}}
        case AzureIssuer() as azure:
            return {
                "azure": {
                    "location": azure.location,
                    "subscriptionId": azure.subscription_id,
                    "tenantId": azure.tenant_id,
                    "cloud": azure.cloud.value,
                    "identityResourceGroup": azure_group(settings),
                }
            }
        case GcpIssuer() as gcp:
            return {
                "gcp": {
                    "project": gcp.project,
                    "projectNumber": gcp.project_number,
                    "pool": pool_id(settings, gcp),
                    "provider": provider_id(settings, gcp),
                    "universe": gcp.universe,
                }
            }
        case _:
            assert_never(settings.place)
