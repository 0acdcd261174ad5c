"""Manifests of the issuer that openshift-install reads from its ``manifests`` folder.

Source: openshift/cloud-credential-operator ``pkg/cmd/provisioning/utils.go`` and
``azure/create_oidc_issuer.go`` at commit b187feee66f4; byte for byte, without a line feed at the
end.
"""

from typing import Final

CLUSTER_AUTHENTICATION_FILE: Final = "cluster-authentication-02-config.yaml"
WEBHOOK_CONFIGURATION_FILE: Final = "azure-ad-pod-identity-webhook-config.yaml"

CLOUD_CREDENTIAL_NAMESPACE: Final = "openshift-cloud-credential-operator"


def create_cluster_authentication(issuer_url: str) -> str:
    """The Authentication object that sets the issuer of the API server."""
    return "\n".join(
        [
            "apiVersion: config.openshift.io/v1",
            "kind: Authentication",
            "metadata:",
            "  name: cluster",
            "spec:",
            f"  serviceAccountIssuer: {issuer_url}",
        ]
    )


def create_pod_identity_webhook_config_secret(tenant_id: str) -> str:
    """The Secret from which the pod identity webhook of Azure reads the tenant."""
    return "\n".join(
        [
            "apiVersion: v1",
            "stringData:",
            f"  azure_tenant_id: {tenant_id}",
            "kind: Secret",
            "metadata:",
            "  name: azure-credentials",
            f"  namespace: {CLOUD_CREDENTIAL_NAMESPACE}",
            "type: Opaque",
        ]
    )
