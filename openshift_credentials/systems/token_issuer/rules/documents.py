"""Texts that an issuer publishes (discovery, key set), and manifests for openshift-install.

Source: openshift/cloud-credential-operator ``pkg/cmd/provisioning/constants.go`` and ``utils.go``
(AWS, GCP), ``azure/create_oidc_issuer.go`` (Azure) at commit b187feee66f4. The texts are identical
to ccoctl's, so that an existing document does not change; manifests have no line feed at the end.
"""

import base64
import json
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from openshift_credentials.base.errors import UnusableInputError, input_problem, unusable_input

from .signing_keys import PublicKey

CLUSTER_AUTHENTICATION_FILE: Final = "cluster-authentication-02-config.yaml"
WEBHOOK_CONFIGURATION_FILE: Final = "azure-ad-pod-identity-webhook-config.yaml"

CLOUD_CREDENTIAL_NAMESPACE: Final = "openshift-cloud-credential-operator"


def create_cluster_authentication(issuer_url: str) -> str:
    return f"""\
apiVersion: config.openshift.io/v1
kind: Authentication
metadata:
  name: cluster
spec:
  serviceAccountIssuer: {issuer_url}"""


def create_pod_identity_webhook_config_secret(tenant_id: str) -> str:
    """The Secret from which the pod identity webhook of Azure reads the tenant."""
    return f"""\
apiVersion: v1
stringData:
  azure_tenant_id: {tenant_id}
kind: Secret
metadata:
  name: azure-credentials
  namespace: {CLOUD_CREDENTIAL_NAMESPACE}
type: Opaque"""


CONTENT_TYPE: Final = "application/json"
"""ccoctl uses the default of its SDK, application/octet-stream."""

CACHE_CONTROL: Final = "no-cache, max-age=0"
"""A cached key set would still contain a removed key."""


class IssuerCloud(StrEnum):
    AWS = "aws"
    AZURE = "azure"
    GCP = "gcp"


def keys_path(cloud: IssuerCloud) -> str:
    """Path of the key set below the issuer: an object's key, or a blob's name."""
    return "openid/v1/jwks" if cloud is IssuerCloud.AZURE else "keys.json"


def discovery_document(cloud: IssuerCloud, issuer_url: str) -> str:
    """The discovery document of an issuer, without a line feed at the end."""
    template = _AZURE_TEMPLATE if cloud is IssuerCloud.AZURE else _TEMPLATE
    return template % {"issuer": issuer_url, "jwks": f"{issuer_url}/{keys_path(cloud)}"}


def build_json_web_key_set(keys: Sequence[PublicKey]) -> str:
    """The key set: one key as ccoctl writes it, several keys in the given order.

    Several keys allow the replacement of a signing key without failing tokens. Raises
    :class:`UnusableInputError` if there is no key, or one key occurs twice.
    """
    if not keys:
        raise unusable_input("a key set needs at least one public key")
    ids = [key.kid for key in keys]
    if twice := sorted({kid for kid in ids if ids.count(kid) > 1}):
        raise UnusableInputError([input_problem(f"key {kid} occurs twice", "remove one of them") for kid in twice])
    return json.dumps({"keys": [_web_key(key) for key in keys]}, indent=4)


def _web_key(key: PublicKey) -> dict[str, str]:
    return {
        "use": "sig",
        "kty": "RSA",
        "kid": key.kid,
        "alg": "RS256",
        "n": _number(key.modulus),
        "e": _number(key.exponent),
    }


def _number(value: int) -> str:
    content = value.to_bytes((value.bit_length() + 7) // 8)
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


_TEMPLATE: Final = """\
{
\t"issuer": "%(issuer)s",
\t"jwks_uri": "%(jwks)s",
    "response_types_supported": [
        "id_token"
    ],
    "subject_types_supported": [
        "public"
    ],
    "id_token_signing_alg_values_supported": [
        "RS256"
    ],
    "claims_supported": [
        "aud",
        "exp",
        "sub",
        "iat",
        "iss",
        "sub"
    ]
}"""
_AZURE_TEMPLATE: Final = """\
{
\t\t"issuer": "%(issuer)s",
\t\t"jwks_uri": "%(jwks)s",
\t\t"response_types_supported": [
\t\t  "id_token"
\t\t],
\t\t"subject_types_supported": [
\t\t  "public"
\t\t],
\t\t"id_token_signing_alg_values_supported": [
\t\t  "RS256"
\t\t]
\t  }"""
"""The indentation is that of ccoctl, which mixes tabs and spaces."""
