"""The type of credentials in a Secret, and their cloud."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from openshift_credentials.base.json_values import as_object, is_array, json_in
from openshift_credentials.platforms.aws.credentials_file import parse_credentials_file
from openshift_credentials.platforms.credentials_requests import ProviderKind
from openshift_credentials.platforms.manifests.secrets import SecretManifest

from ..modes.metrics import secret_is_pod_identity
from ..modes.platforms import ROOT_SECRET_NAMESPACE
from .formats import (
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
    AZURE_TOKEN_FILE,
    CLOUDS_YAML,
    CREDENTIALS,
    GCP_SERVICE_ACCOUNT,
    SecretData,
)


class SecretCloud(StrEnum):
    """Clouds with known Secrets."""

    AWS = "aws"
    AZURE = "azure"
    GCP = "gcp"
    OPENSTACK = "openstack"
    VSPHERE = "vsphere"
    IBM_CLOUD = "ibmcloud"
    NUTANIX = "nutanix"
    OVIRT = "ovirt"
    KUBEVIRT = "kubevirt"


class SecretKind(StrEnum):
    """The type of credentials."""

    ROOT = "root"
    LONG_TERM = "long-term"
    SHORT_TERM = "short-term"
    WEBHOOK = "webhook configuration"
    UNKNOWN = "unknown"


ROOT_SECRETS: Final = {
    SecretCloud.AWS: "aws-creds",
    SecretCloud.AZURE: "azure-credentials",
    SecretCloud.GCP: "gcp-credentials",
    SecretCloud.OPENSTACK: "openstack-credentials",
    SecretCloud.VSPHERE: "vsphere-creds",
    SecretCloud.OVIRT: "ovirt-credentials",
    SecretCloud.KUBEVIRT: "kubevirt-credentials",
}
WEBHOOK_SECRET: Final = ("openshift-cloud-credential-operator", "azure-credentials")
_KINDS: Final = {SecretCloud.AWS: ProviderKind.AWS, SecretCloud.AZURE: ProviderKind.AZURE}
_IBM_KEYS: Final = ("ibmcloud_api_key", "ibm-credentials.env")


@dataclass(frozen=True, slots=True)
class Detected:
    """The answer; ``pod_identity`` is the result of the operator's metric for the Secret."""

    cloud: SecretCloud | None
    kind: SecretKind
    pod_identity: bool


def detect(secret: SecretManifest) -> Detected:
    """The type of a Secret by its keys and content; root secrets are recognized by name."""
    cloud = cloud_of(secret.data)
    if cloud is None:
        return Detected(None, SecretKind.UNKNOWN, pod_identity=False)
    pod_identity = cloud in _KINDS and secret_is_pod_identity(_KINDS[cloud], secret.data)
    return Detected(cloud, _kind(secret, cloud), pod_identity)


def cloud_of(data: SecretData) -> SecretCloud | None:
    """The cloud of the keys, which are case-insensitive."""
    keys = {key.lower() for key in data}
    if keys & {AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY}:
        return SecretCloud.AWS
    by_front = {"azure_": SecretCloud.AZURE, "ovirt_": SecretCloud.OVIRT}
    by_key = {
        GCP_SERVICE_ACCOUNT: SecretCloud.GCP,
        CLOUDS_YAML: SecretCloud.OPENSTACK,
        "clouds.conf": SecretCloud.OPENSTACK,
        "kubeconfig": SecretCloud.KUBEVIRT,
        **dict.fromkeys(_IBM_KEYS, SecretCloud.IBM_CLOUD),
    }
    for key in sorted(keys):
        for front, cloud in by_front.items():
            if key.startswith(front):
                return cloud
        if key in by_key:
            return by_key[key]
    if CREDENTIALS in keys:
        content = next(value for key, value in data.items() if key.lower() == CREDENTIALS)
        return SecretCloud.NUTANIX if is_array(json_in(content)) else SecretCloud.AWS
    if any(key.endswith((".username", ".password")) for key in keys):
        return SecretCloud.VSPHERE
    return None


def _kind(secret: SecretManifest, cloud: SecretCloud) -> SecretKind:
    if (secret.namespace, secret.name) == WEBHOOK_SECRET:
        return SecretKind.WEBHOOK
    if secret.namespace == ROOT_SECRET_NAMESPACE and secret.name == ROOT_SECRETS.get(cloud):
        return SecretKind.ROOT
    return SecretKind.SHORT_TERM if is_short_term(secret.data, cloud) else SecretKind.LONG_TERM


def is_short_term(data: SecretData, cloud: SecretCloud) -> bool:
    """Whether a token is exchanged for the credentials, and there is no long-term key."""
    if cloud is SecretCloud.AWS:
        default = aws_default_profile(data)
        return AWS_ACCESS_KEY_ID not in data and bool({"role_arn", "web_identity_token_file"} & default.keys())
    if cloud is SecretCloud.AZURE:
        return AZURE_TOKEN_FILE in data and "azure_client_secret" not in data
    return cloud is SecretCloud.GCP and gcp_fields(data).get("type") == "external_account"


def aws_default_profile(data: SecretData) -> Mapping[str, str]:
    """Properties of the profile ``default`` in key ``credentials``."""
    content = data.get(CREDENTIALS, b"").decode("utf-8", "replace")
    return parse_credentials_file(content).default


def gcp_fields(data: SecretData) -> Mapping[str, object]:
    """Members of the key file; empty if it is not a JSON object."""
    return as_object(json_in(data.get(GCP_SERVICE_ACCOUNT, b"")))
