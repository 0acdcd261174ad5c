"""Secret manifests of components, as the installer and the cluster read them.

Source: openshift/cloud-credential-operator ``pkg/cmd/provisioning/{aws,azure,gcp,nutanix}`` at
commit b187feee66f4. Texts are identical to ccoctl's, without a line feed at the end.
"""

import base64
from typing import Final

TOKEN_PATH: Final = "/var/run/secrets/openshift/serviceaccount/token"  # noqa: S105
"""Path of the token in a component's pod (``OidcTokenPath`` of constants.go)."""


def file_name(namespace: str, secret: str) -> str:
    return f"{namespace}-{secret}-credentials.yaml"


def aws_secret(role_arn: str, namespace: str, secret: str, *, cloud_token_path: str = TOKEN_PATH) -> str:
    """Secret of a component on AWS, with the token path of the request.

    ccoctl uses the path on Azure only. The operator uses it on AWS too (``syncSTSSecret`` of
    ``pkg/aws/actuator/actuator.go``), and so does this function, because a component whose token
    is mounted elsewhere cannot use a Secret with the default path.

    Without a role ARN, the text ends with a line that makes it unusable until an ARN is added.
    """
    text = aws_secret_text(role_arn, cloud_token_path)
    return _secret(
        "stringData",
        {"credentials": "|-\n" + "\n".join(f"    {line}" for line in text.split("\n"))},
        namespace,
        secret,
        unfinished="" if role_arn else "POPULATE ROLE ARN AND DELETE THIS LINE",
    )


def aws_secret_text(role_arn: str, cloud_token_path: str = TOKEN_PATH) -> str:
    """The profile that a component on AWS reads, without a line feed at the end."""
    return "\n".join(
        [
            "[default]",
            "sts_regional_endpoints = regional",
            f"role_arn = {role_arn}",
            f"web_identity_token_file = {cloud_token_path}",
        ]
    )


def azure_secret(
    client_id: str,
    tenant_id: str,
    region: str,
    subscription_id: str,
    namespace: str,
    secret: str,
    *,
    cloud_token_path: str = "",
) -> str:
    """Secret of a component on Azure, with the token path of the request.

    Without client and tenant, the text ends with a line that makes it unusable until they are
    added.
    """
    return _secret(
        "stringData",
        {
            "azure_client_id": client_id,
            "azure_tenant_id": tenant_id,
            "azure_region": region,
            "azure_subscription_id": subscription_id,
            "azure_federated_token_file": cloud_token_path or TOKEN_PATH,
        },
        namespace,
        secret,
        unfinished="" if client_id or tenant_id else "POPULATE CLIENT ID AND TENANT ID AND DELETE THIS LINE",
    )


def gcp_secret(credentials_config: str, namespace: str, secret: str, script: str = "") -> str:
    """Secret of a component on Google Cloud.

    Without a configuration, the text ends with a line that names the script that creates one.
    """
    encoded = base64.b64encode(credentials_config.encode()).decode()
    return _secret(
        "data",
        {"service_account.json": encoded},
        namespace,
        secret,
        unfinished=""
        if credentials_config
        else "POPULATE service_account.json FIELD WITH BASE 64 ENCODED CREDENTIALS CONFIG JSON "
        f"GENERATED FROM SCRIPT {script}",
    )


def nutanix_secret(credentials: str, namespace: str, secret: str) -> str:
    """Secret of a component on Nutanix; ``credentials`` is JSON that contains passwords."""
    encoded = base64.b64encode(credentials.encode()).decode()
    return "\n".join(
        [
            "apiVersion: v1",
            "kind: Secret",
            *_metadata(namespace, secret),
            "type: Opaque",
            "data:",
            f"  credentials: {encoded}",
        ]
    )


def _secret(section: str, members: dict[str, str], namespace: str, secret: str, *, unfinished: str) -> str:
    return "\n".join(
        [
            "apiVersion: v1",
            f"{section}:",
            *(f"  {name}: {value}" for name, value in members.items()),
            "kind: Secret",
            *_metadata(namespace, secret),
            "type: Opaque",
            *([unfinished] if unfinished else []),
        ]
    )


def _metadata(namespace: str, secret: str) -> list[str]:
    return ["metadata:", f"  name: {secret}", f"  namespace: {namespace}"]
