"""Which change of an input replaces a resource, as the real providers have it.

AWS: ``ForceNew`` in the schemas of hashicorp/terraform-provider-aws. Azure: the parts of a
resource's ID, and what Azure/azure-rest-api-specs marks as settable at creation alone. Kubernetes:
name and namespace (pulumi/pulumi-kubernetes ``provider/pkg/provider/diff.go``).
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from tests.kit import tokens

_AWS: Final[Mapping[str, frozenset[str]]] = {
    tokens.S3_BUCKET: frozenset({"bucket", "objectLockEnabled", "region"}),
    tokens.S3_OBJECT: frozenset({"bucket", "key"}),
    tokens.KMS_KEY: frozenset({"customerMasterKeySpec", "keyUsage", "multiRegion"}),
    tokens.KMS_ALIAS: frozenset({"name"}),
    tokens.IAM_OIDC_PROVIDER: frozenset({"url"}),
    tokens.IAM_ROLE: frozenset({"name", "path"}),
    tokens.IAM_ROLE_POLICY: frozenset({"name", "role"}),
    tokens.IAM_POLICY: frozenset({"name", "path", "description"}),
    tokens.IAM_USER: frozenset[str](),
    tokens.IAM_USER_POLICY_ATTACHMENT: frozenset({"user", "policyArn"}),
    tokens.IAM_ACCESS_KEY: frozenset({"user"}),
    tokens.ORIGIN_ACCESS_CONTROL: frozenset({"originAccessControlOriginType"}),
    tokens.CLOUDFRONT_DISTRIBUTION: frozenset[str](),
}
_OF_AN_AZURE_ID: Final = ("accountName", "scope", "resourceUri", "roleAssignmentName")
_AT_CREATION: Final[Mapping[str, frozenset[str]]] = {
    tokens.STORAGE_ACCOUNT: frozenset({"location"}),
    tokens.RESOURCE_GROUP: frozenset({"location"}),
    tokens.MANAGED_IDENTITY: frozenset({"location"}),
    tokens.KEY_VAULT: frozenset({"location"}),
    tokens.ROLE_ASSIGNMENT: frozenset({"principalId", "roleDefinitionId"}),
    tokens.ROLE_DEFINITION: frozenset({"roleDefinitionId"}),
}


def replacing(type_: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Inputs whose change replaces a resource of this type, sorted."""
    return sorted(_replacing(type_, old, new))


def _replacing(type_: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    if type_.startswith("kubernetes:"):
        before, after = (
            cast("Mapping[str, Any]", each.get("metadata") or {}) for each in (old, new)
        )
        for part in ("name", "namespace"):
            if before.get(part) != after.get(part):
                yield f"metadata.{part}"
        return
    for key in {*old, *new}:
        if old.get(key) != new.get(key) and _replaces(type_, key):
            yield key


def _replaces(type_: str, key: str) -> bool:
    if type_.startswith("azure-native:"):
        return (
            key in _OF_AN_AZURE_ID
            or key in _AT_CREATION.get(type_, ())
            or (key.endswith("Name") and key not in ("roleName", "displayName"))
        )
    if type_.startswith("aws:s3/") and type_ not in _AWS:
        return key == "bucket"
    if type_ == tokens.SLEEP:
        return key == "triggers"
    return type_ == tokens.PRIVATE_KEY or key in _AWS.get(type_, ())
