"""Content of Secrets with cloud credentials, for the root and for components.

Sources: openshift/cloud-credential-operator ``pkg/aws/actuator/actuator.go``,
``pkg/azure/const.go``, ``pkg/gcp/actuator/actuator.go`` at b187feee66f4; OpenShift documentation,
"Managing cloud provider credentials". A builder returns decoded ``data``; the same format serves
root secrets and the long-term secrets of components.
"""

from collections.abc import Mapping
from typing import Final

AWS_ACCESS_KEY_ID: Final = "aws_access_key_id"
AWS_SECRET_ACCESS_KEY: Final = "aws_secret_access_key"  # noqa: S105
GCP_SERVICE_ACCOUNT: Final = "service_account.json"
CLOUDS_YAML: Final = "clouds.yaml"
CA_CERT: Final = "cacert"

SecretData = Mapping[str, bytes]

CREDENTIALS: Final = "credentials"
AZURE_LONG_TERM_KEYS: Final = (
    "azure_client_id",
    "azure_client_secret",
    "azure_region",
    "azure_resource_prefix",
    "azure_resourcegroup",
    "azure_subscription_id",
    "azure_tenant_id",
)
AZURE_TOKEN_FILE: Final = "azure_federated_token_file"  # noqa: S105
AZURE_SHORT_TERM_KEYS: Final = (
    "azure_client_id",
    "azure_tenant_id",
    "azure_region",
    "azure_subscription_id",
    AZURE_TOKEN_FILE,
)
GCP_LONG_TERM_FIELDS: Final = (
    "type",
    "project_id",
    "private_key_id",
    "private_key",
    "client_email",
    "client_id",
    "auth_uri",
    "token_uri",
    "auth_provider_x509_cert_url",
    "client_x509_cert_url",
)

Texts = Mapping[str, str]


def aws_long_term(access_key_id: str, secret_access_key: str) -> Texts:
    """Root secret of AWS, and a component's secret with a key."""
    return {AWS_ACCESS_KEY_ID: access_key_id, AWS_SECRET_ACCESS_KEY: secret_access_key}


def aws_component_long_term(access_key_id: str, secret_access_key: str) -> Texts:
    """A component's secret as the operator writes it: the key, separately and as a file."""
    return {
        **aws_long_term(access_key_id, secret_access_key),
        CREDENTIALS: aws_long_term_ini(access_key_id, secret_access_key),
    }


def aws_long_term_ini(access_key_id: str, secret_access_key: str) -> str:
    """A credentials file with a key, without a line end at the end."""
    return f"[default]\n{AWS_ACCESS_KEY_ID} = {access_key_id}\n{AWS_SECRET_ACCESS_KEY} = {secret_access_key}"


def azure_long_term(
    *,
    subscription_id: str,
    client_id: str,
    client_secret: str,
    tenant_id: str,
    region: str,
    resource_prefix: str,
    resource_group: str = "",
) -> Texts:
    """Root secret of Azure, and a component's secret with a client secret.

    ``resource_prefix`` is the infrastructure name of the cluster; the resource group defaults to
    that name with ``-rg``.
    """
    return {
        "azure_subscription_id": subscription_id,
        "azure_client_id": client_id,
        "azure_client_secret": client_secret,
        "azure_tenant_id": tenant_id,
        "azure_resource_prefix": resource_prefix,
        "azure_resourcegroup": resource_group or f"{resource_prefix}-rg",
        "azure_region": region,
    }


def gcp_long_term(service_account_json: str) -> Texts:
    """Root secret of Google Cloud, and a component's secret with a key."""
    return {GCP_SERVICE_ACCOUNT: service_account_json}


def openstack_root(clouds_yaml: str, ca_cert: str = "") -> Texts:
    """Root secret of OpenStack; the operator does not read ``clouds.conf``."""
    return {CLOUDS_YAML: clouds_yaml, **({CA_CERT: ca_cert} if ca_cert else {})}


def vsphere_root(logins: Mapping[str, tuple[str, str]]) -> Texts:
    """Root secret of vSphere: user name and password by host of the vCenter."""
    return {
        f"{host}.{part}": text
        for host, login in logins.items()
        for part, text in zip(("username", "password"), login, strict=True)
    }
