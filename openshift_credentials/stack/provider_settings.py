"""Settings of Pulumi's providers in a stack file: only those that are known to be public are shown.

A secret can stand under a mistyped name or a mistyped prefix, so that no list of secret names would
be complete. Source of the names: the providers' schemas in the Pulumi Registry.
"""

from collections.abc import Mapping
from typing import Final

from openshift_credentials.stack.secret_texts import MASK, holds_a_secret

_PUBLIC: Final[Mapping[str, frozenset[str]]] = {
    "aws": frozenset(
        {
            *("allowedAccountIds", "forbiddenAccountIds", "maxRetries", "profile", "region"),
            *(
                "retryMode",
                "s3UsePathStyle",
                "stsRegion",
                "useDualstackEndpoint",
                "useFipsEndpoint",
            ),
            *("skipCredentialsValidation", "skipMetadataApiCheck", "skipRegionValidation"),
            *("skipRequestingAccountId",),
        }
    ),
    "azure-native": frozenset(
        {
            *("clientId", "disablePulumiPartnerId", "environment", "location", "metadataHost"),
            *("subscriptionId", "tenantId", "useDefaultAzureCredential", "useMsi", "useOidc"),
        }
    ),
    "kubernetes": frozenset(
        {
            *("cluster", "context", "deleteUnreachable", "enableConfigMapMutable"),
            *("enableSecretMutable", "enableServerSideApply", "namespace", "renderYamlToDirectory"),
            *("skipUpdateUnreachable", "strictMode", "suppressDeprecationWarnings"),
        }
    ),
    "pulumi": frozenset({"disable-default-providers", "tags"}),
}


def mask_foreign_setting(namespace: str, name: str, value: object) -> object:
    """``value`` of a setting of another project or provider, masked unless it is public."""
    is_public = name in _PUBLIC.get(namespace, ()) and not holds_a_secret(str(value))
    return value if is_public else MASK
