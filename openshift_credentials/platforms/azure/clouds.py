"""The clouds of Azure, and which of them the uploader can reach.

Source of the names: openshift/hypershift ``support/azureutil/azureutil.go`` for the authority
hosts; pulumi-azure-native's provider for its environments.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from openshift_credentials.base.json_values import as_object, text_members
from openshift_credentials.base.package_data import package_lists, package_yaml


class AzureCloud(StrEnum):
    """``AZURE_CLOUD_NAME``; the uploader's endpoint is fixed to the public cloud's."""

    PUBLIC = "AzurePublicCloud"
    US_GOVERNMENT = "AzureUSGovernmentCloud"
    CHINA = "AzureChinaCloud"
    GERMAN = "AzureGermanCloud"
    BLEU = "AzureBleuCloud"


UPLOAD_ENDPOINT_RULE: Final = (
    "cannot be reached by the operator's uploader, whose endpoint is always "
    "https://<account>.blob.core.windows.net of AzurePublicCloud"
)
"""Why other clouds are rejected (openshift/hypershift ``etcd-upload/azure_uploader.go``)."""


@dataclass(frozen=True, slots=True)
class CloudFacts:
    """Authority host, DNS suffixes, Resource Manager, and the provider's name if it has one."""

    authority: str
    vault_suffix: str
    blob_suffix: str
    resource_manager: str
    provider_environment: str | None = None


_CLOUDS: Final = as_object(package_yaml(__package__ or "", "clouds.yaml"))


@cache
def facts_of(cloud: AzureCloud) -> CloudFacts:
    """The properties of each cloud."""
    return CloudFacts(**text_members(_CLOUDS, cloud))


_LOCATIONS: Final = {"usgov": AzureCloud.US_GOVERNMENT, "usdod": AzureCloud.US_GOVERNMENT, "china": AzureCloud.CHINA}
"""Start of the names of locations in clouds of their own (learn.microsoft.com, "Azure regions")."""


def cloud_problem(cloud: AzureCloud, location: str) -> str | None:
    """Why a location cannot be used in a cloud, or ``None`` where nothing speaks against it."""
    own = next((own for front, own in _LOCATIONS.items() if location.startswith(front)), None)
    if own is not None and own is not cloud:
        return f"location {location} is in {own}"
    if own is None and cloud in _LOCATIONS.values():
        return f"location {location} is not in {cloud}"
    if facts_of(cloud).provider_environment is None:
        return f"the provider of Azure does not know {cloud}"
    return None


def vault_uri(cloud: AzureCloud, vault: str) -> str:
    """URI of a vault."""
    return f"https://{vault}.{facts_of(cloud).vault_suffix}"


_TABLE: Final = package_lists(__package__ or "", "locations.yaml")

LOCATIONS: Final[Mapping[AzureCloud, tuple[str, ...]]] = {
    cloud: _TABLE[cloud] for cloud in AzureCloud if cloud in _TABLE
}
"""Clouds that are not listed are not public: any location is accepted there."""
