"""SecretProviderClass objects for identities in a vault, byte for byte.

Source: openshift/hypershift ``support/secretproviderclass/secretproviderclass.go``. The operators
write nine of them on every reconcile.
"""

from dataclasses import dataclass
from typing import Final

CSI_DRIVER: Final = "secrets-store.csi.k8s.io"


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultAccess:
    """The vault, its tenant, and the client ID of the identity that can read it."""

    vault: str
    tenant_id: str
    user_client_id: str


def objects_text(secret_name: str, encoding: str) -> str:
    """Parameter ``objects``: YAML in YAML, with a line break at both ends."""
    return (
        "\narray:\n  - |\n"
        f"    objectName: {secret_name}\n"
        f"    objectEncoding: {encoding}\n"
        "    objectType: secret\n"
    )


def specification(access: VaultAccess, secret_name: str, encoding: str) -> dict[str, object]:
    """The ``spec`` of the object; every parameter is a string. Like upstream, it checks nothing."""
    return {
        "provider": "azure",
        "parameters": {
            "usePodIdentity": "false",
            "useVMManagedIdentity": "true",
            "userAssignedIdentityID": access.user_client_id,
            "keyvaultName": access.vault,
            "tenantId": access.tenant_id,
            "objects": objects_text(secret_name, encoding),
        },
    }
