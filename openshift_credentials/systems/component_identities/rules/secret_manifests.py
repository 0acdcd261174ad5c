"""Secret manifests of components, as the installer and the cluster read them.

Source: openshift/cloud-credential-operator ``pkg/cmd/provisioning/{aws,azure,gcp,nutanix}`` at
commit b187feee66f4. Texts are identical to ccoctl's, without a line feed at the end.
"""

import base64
from collections.abc import Mapping
from typing import Final

from openshift_credentials.platforms.credentials_requests import SecretRef

TOKEN_PATH: Final = "/var/run/secrets/openshift/serviceaccount/token"  # noqa: S105
"""Path of the token in a component's pod (``OidcTokenPath`` of constants.go)."""


def file_name(secret: SecretRef) -> str:
    return f"{secret.namespace}-{secret.name}-credentials.yaml"


def aws_data(role_arn: str, cloud_token_path: str = TOKEN_PATH) -> dict[str, str]:
    """The profile that a component on AWS reads, without a line feed at the end, with the token path of the request.

    ccoctl uses the path on Azure only. The operator uses it on AWS too (``syncSTSSecret`` of
    ``pkg/aws/actuator/actuator.go``), and so does this function, because a component whose token
    is mounted elsewhere cannot use a Secret with the default path.
    """
    profile = ("[default]", "sts_regional_endpoints = regional", f"role_arn = {role_arn}")
    return {"credentials": "\n".join((*profile, f"web_identity_token_file = {cloud_token_path}"))}


def aws_secret(data: Mapping[str, str], secret: SecretRef, *, role_is_known: bool = True) -> str:
    """Without a role ARN, the text ends with a line that makes it unusable until an ARN is added."""
    unfinished = "" if role_is_known else "POPULATE ROLE ARN AND DELETE THIS LINE"
    blocks = {key: "|-" + "".join(f"\n    {line}" for line in text.split("\n")) for key, text in data.items()}
    return _secret("stringData", blocks, secret, unfinished)


def azure_data(
    client_id: str, tenant_id: str, region: str, subscription_id: str, cloud_token_path: str = ""
) -> dict[str, str]:
    return {
        "azure_client_id": client_id,
        "azure_tenant_id": tenant_id,
        "azure_region": region,
        "azure_subscription_id": subscription_id,
        "azure_federated_token_file": cloud_token_path or TOKEN_PATH,
    }


def azure_secret(data: Mapping[str, str], secret: SecretRef) -> str:
    """Without client and tenant, the text ends with a line that makes it unusable until they are added."""
    is_known = data["azure_client_id"] or data["azure_tenant_id"]
    unfinished = "" if is_known else "POPULATE CLIENT ID AND TENANT ID AND DELETE THIS LINE"
    return _secret("stringData", data, secret, unfinished)


def gcp_secret(credentials_config: str, secret: SecretRef, script: str = "") -> str:
    """Without a configuration, the text ends with a line that names the script that creates one."""
    unfinished = (
        "POPULATE service_account.json FIELD WITH BASE 64 ENCODED CREDENTIALS CONFIG JSON "
        f"GENERATED FROM SCRIPT {script}"
    )
    encoded = base64.b64encode(credentials_config.encode()).decode()
    return _secret("data", {"service_account.json": encoded}, secret, "" if credentials_config else unfinished)


def nutanix_secret(credentials: str, secret: SecretRef) -> str:
    """``credentials`` is JSON that contains passwords."""
    encoded = base64.b64encode(credentials.encode()).decode()
    head = ("apiVersion: v1", "kind: Secret", *_metadata(secret), "type: Opaque")
    return "\n".join((*head, "data:", f"  credentials: {encoded}"))


def _secret(section: str, members: Mapping[str, str], secret: SecretRef, unfinished: str) -> str:
    lines = [f"  {name}: {value}" for name, value in members.items()]
    end = ("kind: Secret", *_metadata(secret), "type: Opaque", *([unfinished] if unfinished else []))
    return "\n".join(("apiVersion: v1", f"{section}:", *lines, *end))


def _metadata(secret: SecretRef) -> tuple[str, ...]:
    return "metadata:", f"  name: {secret.name}", f"  namespace: {secret.namespace}"
