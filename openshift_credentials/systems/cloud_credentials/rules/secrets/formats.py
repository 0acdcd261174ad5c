"""Content of Secrets with cloud credentials, for the root and for components.

Sources: openshift/cloud-credential-operator ``pkg/aws/actuator/actuator.go``,
``pkg/azure/const.go``, ``pkg/gcp/actuator/actuator.go`` at b187feee66f4; OpenShift documentation,
"Managing cloud provider credentials". A builder returns decoded ``data``; the same format serves
root secrets and the long-term secrets of components.
"""

from collections.abc import Mapping
from typing import Final

from openshift_credentials.systems.cloud_credentials.rules.secrets.root_secrets import (
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
    CA_CERT,
    CLOUDS_YAML,
    GCP_SERVICE_ACCOUNT,
)
from openshift_credentials.systems.component_identities.rules.gcp_identities import (
    universe_domain_args,
)

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
    return (
        f"[default]\n{AWS_ACCESS_KEY_ID} = {access_key_id}\n"
        f"{AWS_SECRET_ACCESS_KEY} = {secret_access_key}"
    )


def aws_sts_ini(role_arn: str, token_path: str) -> str:
    """A credentials file with a role, without a final line end."""
    return (
        f"[default]\nsts_regional_endpoints = regional\nrole_arn = {role_arn}\n"
        f"web_identity_token_file = {token_path}"
    )


def aws_sts(role_arn: str, token_path: str) -> Texts:
    """A component's short-term secret of AWS."""
    return {CREDENTIALS: aws_sts_ini(role_arn, token_path)}


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


def azure_workload_identity(
    *, client_id: str, tenant_id: str, region: str, subscription_id: str, federated_token_file: str
) -> Texts:
    """A component's short-term secret of Azure."""
    return {
        "azure_client_id": client_id,
        "azure_tenant_id": tenant_id,
        "azure_region": region,
        "azure_subscription_id": subscription_id,
        AZURE_TOKEN_FILE: federated_token_file,
    }


def gcp_long_term(service_account_json: str) -> Texts:
    """Root secret of Google Cloud, and a component's secret with a key."""
    return {GCP_SERVICE_ACCOUNT: service_account_json}


def gcp_workload_identity(
    *, audience: str, service_account_email: str, token_path: str, universe: str = ""
) -> str:
    """``service_account.json`` as the operator writes it on a token cluster."""
    domain, member = universe_domain_args(universe)
    return f"""{{
  "type": "external_account",
  "audience": "{audience}",
  "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
  "token_url": "https://sts.{domain}/v1/token",
  "service_account_impersonation_url": \
"https://iamcredentials.{domain}/v1/projects/-/serviceAccounts/{service_account_email}\
:generateAccessToken",
  "credential_source": {{
    "file": "{token_path}",
    "format": {{
      "type": "text"
    }}
  }}{member}
}}"""


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
