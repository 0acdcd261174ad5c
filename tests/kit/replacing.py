"""Which change of an input replaces a resource, as the real providers have it.

AWS: ``ForceNew`` in hashicorp/terraform-provider-aws, ``internal/service/*``, and ``region`` of
everything that has one (``website/docs/guides/enhanced-region-support``). A region that only the
provider names replaces nothing: what exists stays where it is.

Azure: pulumi/pulumi-azure-native, ``provider/pkg/gen``: the parameters in the path of the resource,
what Azure/azure-rest-api-specs gives ``x-ms-mutability`` without ``update``, and the list in
``replacement.go``; of a blob ``custom_storage_azidentity.go``. What Azure refuses to change and the
provider does not replace is in :data:`REFUSED`.

Kubernetes: name and namespace (pulumi/pulumi-kubernetes ``provider/pkg/provider/diff.go``).
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tests.kit import tokens

_AWS: Final[Mapping[str, frozenset[str]]] = {
    tokens.S3_BUCKET: frozenset({"bucket", "objectLockEnabled"}),
    tokens.S3_OBJECT: frozenset({"bucket", "key"}),
    tokens.S3_INVENTORY: frozenset({"bucket", "name"}),
    tokens.CLOUDTRAIL: frozenset({"name"}),
    tokens.KMS_KEY: frozenset({"customerMasterKeySpec", "keyUsage", "multiRegion"}),
    tokens.KMS_ALIAS: frozenset({"name"}),
    tokens.IAM_OIDC_PROVIDER: frozenset({"url"}),
    tokens.IAM_ROLE: frozenset({"name", "path"}),
    tokens.IAM_ROLE_POLICY: frozenset({"name", "role"}),
    tokens.IAM_POLICY: frozenset({"name", "path", "description"}),
    tokens.IAM_USER_POLICY_ATTACHMENT: frozenset({"user", "policyArn"}),
    tokens.IAM_ACCESS_KEY: frozenset({"user"}),
    "aws:cloudwatch/eventRule:EventRule": frozenset({"name", "eventBusName"}),
    "aws:cloudwatch/eventTarget:EventTarget": frozenset({"rule", "targetId", "eventBusName"}),
    "aws:cloudwatch/logGroup:LogGroup": frozenset({"name", "logGroupClass"}),
    "aws:cloudwatch/logResourcePolicy:LogResourcePolicy": frozenset({"policyName"}),
    "aws:cloudwatch/metricAlarm:MetricAlarm": frozenset({"name"}),
}
"""What is not here is changed in place: users and distributions, for example."""

_OF_AN_AZURE_ID: Final = ("accountName", "scope", "resourceUri", "objectReplicationPolicyId")
_IN_NO_AZURE_ID: Final = ("roleName", "displayName", "customNetworkInterfaceName")
_AT_CREATION: Final[Mapping[str, frozenset[str]]] = {
    tokens.STORAGE_ACCOUNT: frozenset({"location", "isHnsEnabled"}),
    tokens.BLOB: frozenset({"source", "contentMd5", "type"}),
    tokens.RESOURCE_GROUP: frozenset({"location"}),
    tokens.MANAGED_IDENTITY: frozenset({"location"}),
    tokens.PRIVATE_ENDPOINT: frozenset({"subnet"}),
    tokens.ROLE_ASSIGNMENT: frozenset({"principalId"}),
    tokens.ROLE_DEFINITION: frozenset({"roleDefinitionId"}),
}
REFUSED: Final[Mapping[str, frozenset[str]]] = {
    tokens.ROLE_ASSIGNMENT: frozenset({"roleDefinitionId"}),
    tokens.KEY_VAULT: frozenset({"location"}),
}
"""Inputs that the provider would update, and that Azure never changes."""


def replacing(type_: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Inputs whose change replaces a resource of this type, sorted."""
    return sorted(_replacing(type_, old, new))


def _replacing(type_: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    if type_.startswith("kubernetes:"):
        before: Any = old.get("metadata", {})
        after: Any = new.get("metadata", {})
        if isinstance(after, str):
            return  # unknown, while the engine looks for what follows a replacement
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
            or (key.endswith("Name") and key not in _IN_NO_AZURE_ID)
        )
    if type_.startswith("aws:"):
        of_a_bucket = type_.startswith("aws:s3/") and key == "bucket"
        return of_a_bucket or key == "region" or key in _AWS.get(type_, ())
    if type_ == tokens.SLEEP:
        return key == "triggers"
    return type_ == tokens.PRIVATE_KEY
