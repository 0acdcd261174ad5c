"""The requests that the AWS provider sends for a resource, written down from its source.

Source: hashicorp/terraform-provider-aws ``internal/service``, the create, read, update and delete
functions of each resource. What IAM calls a request is in the Service Authorization Reference.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from openshift_credentials.deployer.registered import Call, Registered
from openshift_credentials.preview.run import registered_resources
from tests.kit.previews import preview_of

_TAGS: Final = "s3control:ListTagsForResource"
_NOT_ITS_NAME: Final[Mapping[str, str]] = {
    "s3:HeadBucket": "s3:ListBucket",
    "s3:HeadObject": "s3:GetObject",
    "s3:GetBucketAccelerateConfiguration": "s3:GetAccelerateConfiguration",
    "s3:GetBucketCors": "s3:GetBucketCORS",
    "s3:GetBucketEncryption": "s3:GetEncryptionConfiguration",
    "s3:PutBucketEncryption": "s3:PutEncryptionConfiguration",
    "s3:DeleteBucketEncryption": "s3:PutEncryptionConfiguration",
    "s3:GetBucketLifecycleConfiguration": "s3:GetLifecycleConfiguration",
    "s3:PutBucketLifecycleConfiguration": "s3:PutLifecycleConfiguration",
    "s3:DeleteBucketLifecycle": "s3:PutLifecycleConfiguration",
    "s3:GetBucketReplication": "s3:GetReplicationConfiguration",
    "s3:PutBucketReplication": "s3:PutReplicationConfiguration",
    "s3:DeleteBucketReplication": "s3:PutReplicationConfiguration",
    "s3:GetBucketInventoryConfiguration": "s3:GetInventoryConfiguration",
    "s3:PutBucketInventoryConfiguration": "s3:PutInventoryConfiguration",
    "s3:DeleteBucketInventoryConfiguration": "s3:PutInventoryConfiguration",
    "s3:GetObjectLockConfiguration": "s3:GetBucketObjectLockConfiguration",
    "s3:PutObjectLockConfiguration": "s3:PutBucketObjectLockConfiguration",
    "s3:GetPublicAccessBlock": "s3:GetBucketPublicAccessBlock",
    "s3:PutPublicAccessBlock": "s3:PutBucketPublicAccessBlock",
    "s3:DeletePublicAccessBlock": "s3:PutBucketPublicAccessBlock",
    "s3:DeleteBucketOwnershipControls": "s3:PutBucketOwnershipControls",
    "s3control:ListTagsForResource": "s3:ListTagsForResource",
    "s3control:TagResource": "s3:TagResource",
    "s3control:UntagResource": "s3:UntagResource",
    "cloudfront:CreateDistributionWithTags": "cloudfront:CreateDistribution",
}

_CONFIGURATION: Final[Mapping[str, tuple[str, str, str]]] = {
    "LifecycleConfiguration": (
        "GetBucketLifecycleConfiguration", "PutBucketLifecycleConfiguration",
        "DeleteBucketLifecycle",
    ),
    "Logging": ("GetBucketLogging", "PutBucketLogging", "PutBucketLogging"),
    "ObjectLockConfiguration": (
        "GetObjectLockConfiguration", "PutObjectLockConfiguration", "PutObjectLockConfiguration",
    ),
    "OwnershipControls": (
        "GetBucketOwnershipControls", "PutBucketOwnershipControls",
        "DeleteBucketOwnershipControls",
    ),
    "Policy": ("GetBucketPolicy", "PutBucketPolicy", "DeleteBucketPolicy"),
    "PublicAccessBlock": (
        "GetPublicAccessBlock", "PutPublicAccessBlock", "DeletePublicAccessBlock",
    ),
    "ReplicationConfig": (
        "GetBucketReplication", "PutBucketReplication", "DeleteBucketReplication",
    ),
    "ServerSideEncryptionConfiguration": (
        "GetBucketEncryption", "PutBucketEncryption", "DeleteBucketEncryption",
    ),
    "Versioning": ("GetBucketVersioning", "PutBucketVersioning", "PutBucketVersioning"),
    "Inventory": (
        "GetBucketInventoryConfiguration", "PutBucketInventoryConfiguration",
        "DeleteBucketInventoryConfiguration",
    ),
}  # fmt: skip

_IAM: Final[Mapping[str, Mapping[Call, Sequence[str]]]] = {
    "Role": {
        Call.CREATE: ("CreateRole", "TagRole"),
        Call.READ: ("GetRole", "ListRolePolicies", "GetRolePolicy", "ListAttachedRolePolicies"),
        Call.UPDATE: ("UpdateAssumeRolePolicy", "UpdateRoleDescription", "UpdateRole", "TagRole",
                      "UntagRole"),
        Call.DELETE: ("ListInstanceProfilesForRole", "DeleteRole"),
    },
    "RolePolicy": {
        Call.CREATE: ("PutRolePolicy",), Call.READ: ("GetRolePolicy",),
        Call.UPDATE: ("PutRolePolicy",), Call.DELETE: ("DeleteRolePolicy",),
    },
    "OpenIdConnectProvider": {
        Call.CREATE: ("CreateOpenIDConnectProvider", "TagOpenIDConnectProvider"),
        Call.READ: ("GetOpenIDConnectProvider",),
        Call.UPDATE: ("UpdateOpenIDConnectProviderThumbprint",
                      "AddClientIDToOpenIDConnectProvider",
                      "RemoveClientIDFromOpenIDConnectProvider", "TagOpenIDConnectProvider",
                      "UntagOpenIDConnectProvider"),
        Call.DELETE: ("DeleteOpenIDConnectProvider",),
    },
    "Policy": {
        Call.CREATE: ("CreatePolicy", "TagPolicy"), Call.READ: ("GetPolicy", "GetPolicyVersion"),
        Call.UPDATE: ("ListPolicyVersions", "DeletePolicyVersion", "CreatePolicyVersion",
                      "TagPolicy", "UntagPolicy"),
        Call.DELETE: ("ListPolicyVersions", "DeletePolicyVersion", "DeletePolicy"),
    },
    "User": {
        Call.CREATE: ("CreateUser", "TagUser"), Call.READ: ("GetUser",),
        Call.UPDATE: ("UpdateUser", "TagUser", "UntagUser"),
        Call.DELETE: ("ListGroupsForUser", "DeleteUser"),
    },
    "AccessKey": {
        Call.CREATE: ("CreateAccessKey",), Call.READ: ("ListAccessKeys",),
        Call.UPDATE: ("UpdateAccessKey",), Call.DELETE: ("DeleteAccessKey",),
    },
    "UserPolicyAttachment": {
        Call.CREATE: ("AttachUserPolicy",), Call.READ: ("ListAttachedUserPolicies",),
        Call.UPDATE: (), Call.DELETE: ("DetachUserPolicy",),
    },
}  # fmt: skip

_OTHERS: Final[Mapping[str, Mapping[Call, Sequence[str]]]] = {
    "aws:s3/bucket:Bucket": {
        Call.CREATE: ("s3:CreateBucket", "s3:PutBucketTagging", "s3control:TagResource"),
        Call.READ: (
            "s3:HeadBucket", "s3:GetBucketPolicy", "s3:GetBucketAcl", "s3:GetBucketCors",
            "s3:GetBucketWebsite", "s3:GetBucketVersioning",
            "s3:GetBucketAccelerateConfiguration", "s3:GetBucketRequestPayment",
            "s3:GetBucketLogging", "s3:GetBucketLifecycleConfiguration",
            "s3:GetBucketReplication", "s3:GetBucketEncryption",
            "s3:GetObjectLockConfiguration", "s3:GetBucketTagging", _TAGS,
        ),
        Call.UPDATE: ("s3:PutBucketTagging", "s3control:TagResource", "s3control:UntagResource"),
        Call.DELETE: ("s3:DeleteBucket",),
    },
    "aws:s3/bucketObjectv2:BucketObjectv2": {
        Call.CREATE: ("s3:PutObject", "s3:PutObjectTagging"),
        Call.READ: ("s3:HeadObject", "s3:GetObjectTagging"),
        Call.UPDATE: ("s3:PutObject", "s3:PutObjectTagging"),
        Call.DELETE: ("s3:DeleteObject",),
    },
    "aws:kms/key:Key": {
        Call.CREATE: ("kms:CreateKey", "kms:EnableKeyRotation", "kms:TagResource",
                      "kms:PutKeyPolicy"),
        Call.READ: ("kms:DescribeKey", "kms:GetKeyPolicy", "kms:GetKeyRotationStatus",
                    "kms:ListResourceTags"),
        Call.UPDATE: ("kms:EnableKeyRotation", "kms:UpdateKeyDescription", "kms:PutKeyPolicy",
                      "kms:TagResource", "kms:UntagResource"),
        Call.DELETE: ("kms:ScheduleKeyDeletion", "kms:DescribeKey"),
    },
    "aws:kms/alias:Alias": {
        Call.CREATE: ("kms:CreateAlias",), Call.READ: ("kms:ListAliases",),
        Call.UPDATE: ("kms:UpdateAlias",), Call.DELETE: ("kms:DeleteAlias",),
    },
    "aws:cloudfront/originAccessControl:OriginAccessControl": {
        Call.CREATE: ("cloudfront:CreateOriginAccessControl",),
        Call.READ: ("cloudfront:GetOriginAccessControl",),
        Call.UPDATE: ("cloudfront:UpdateOriginAccessControl",),
        Call.DELETE: ("cloudfront:DeleteOriginAccessControl",),
    },
    "aws:cloudfront/distribution:Distribution": {
        Call.CREATE: ("cloudfront:CreateDistributionWithTags", "cloudfront:TagResource"),
        Call.READ: ("cloudfront:GetDistribution", "cloudfront:ListTagsForResource"),
        Call.UPDATE: ("cloudfront:UpdateDistribution", "cloudfront:TagResource",
                      "cloudfront:UntagResource"),
        Call.DELETE: ("cloudfront:GetDistributionConfig", "cloudfront:UpdateDistribution",
                      "cloudfront:DeleteDistribution"),
    },
}  # fmt: skip


def actions(resource: Registered, call: Call) -> Iterator[str]:
    """What IAM calls the requests of a call."""
    for request in _requests(resource, call):
        yield _NOT_ITS_NAME.get(request, request)


def _requests(resource: Registered, call: Call) -> Iterator[str]:
    _, module, kind = resource.type.split(":")
    if resource.type in _OTHERS:
        yield from _OTHERS[resource.type][call]
    elif module.startswith("iam/"):
        yield from (f"iam:{each}" for each in _IAM[kind][call])
    else:
        get, put, delete = _CONFIGURATION[kind.removeprefix("Bucket")]
        names = {Call.READ: get, Call.CREATE: put, Call.UPDATE: put, Call.DELETE: delete}
        yield f"s3:{names[call]}"


# What the repository's stacks register.


@cache
def resources_of(stack: str, *overrides: str) -> tuple[Registered, ...]:
    """The resources of stack ``dev`` or of an example, with settings (KEY=VALUE) over it."""
    return tuple(registered_resources(preview_of(stack, *overrides)))
