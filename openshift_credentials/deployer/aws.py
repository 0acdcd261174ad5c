"""From resource types of the AWS provider to the IAM actions that it calls: one table.

Source: hashicorp/terraform-provider-aws ``internal/service`` (6.x, which
pulumi-aws 7 is built on), and the Service Authorization Reference for the action of each call:
several deletions in S3 are authorized as the action that sets the same configuration.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from openshift_credentials.deployer import aws_targets as on
from openshift_credentials.deployer.registered import Call, Registered

_BOUNDARY: Final = "permissionsBoundary"


@dataclass(frozen=True, slots=True, kw_only=True)
class Right:
    """Actions on a target by call; with ``where`` only if the resource has that input.

    ``unless`` is the contrary. ``only_with`` is a condition key whose value has to be that input,
    ``condition`` a key and its value.
    """

    target: on.Target
    read: tuple[str, ...] = ()
    create: tuple[str, ...] = ()
    update: tuple[str, ...] = ()
    delete: tuple[str, ...] = ()
    where: str = ""
    unless: str = ""
    only_with: str = ""
    condition: tuple[str, str] | tuple[()] = ()

    def actions(self, call: Call) -> tuple[str, ...]:
        """The actions of a call."""
        by_call: Mapping[Call, tuple[str, ...]] = {
            Call.READ: self.read,
            Call.CREATE: self.create,
            Call.UPDATE: self.update,
            Call.DELETE: self.delete,
        }
        return by_call[call]


@dataclass(frozen=True, slots=True, order=True)
class Allowed:
    """One action on one ARN, and the condition under which it is enough, as key and value."""

    action: str
    resource: str
    condition: tuple[str, str] | tuple[()] = ()


def _configuration(read: str, write: str, delete: str = "") -> tuple[Right, ...]:
    """Part of a bucket that is read, put and taken away; HeadBucket tells whether it is there."""
    return (
        Right(
            target=on.bucket,
            read=(f"s3:{read}", "s3:ListBucket"),
            create=(f"s3:{write}",),
            update=(f"s3:{write}",),
            delete=(f"s3:{delete or write}",),
        ),
    )


_BUCKET: Final = Right(
    target=on.bucket,
    # The provider reads every property of a bucket, also those that no stack sets.
    read=(
        "s3:GetAccelerateConfiguration", "s3:GetBucketAcl", "s3:GetBucketCORS",
        "s3:GetBucketLogging", "s3:GetBucketObjectLockConfiguration", "s3:GetBucketPolicy",
        "s3:GetBucketRequestPayment", "s3:GetBucketTagging", "s3:GetBucketVersioning",
        "s3:GetBucketWebsite", "s3:GetEncryptionConfiguration", "s3:GetLifecycleConfiguration",
        "s3:GetReplicationConfiguration", "s3:ListBucket", "s3:ListTagsForResource",
    ),
    create=("s3:CreateBucket", "s3:PutBucketTagging", "s3:TagResource"),
    update=("s3:PutBucketTagging", "s3:TagResource", "s3:UntagResource"),
    delete=("s3:DeleteBucket",),
)  # fmt: skip
_ROLE: Final = Right(
    target=on.role,
    read=("iam:GetRole", "iam:GetRolePolicy", "iam:ListAttachedRolePolicies",
          "iam:ListRolePolicies"),
    create=("iam:TagRole",),
    update=("iam:TagRole", "iam:UntagRole", "iam:UpdateAssumeRolePolicy", "iam:UpdateRole",
            "iam:UpdateRoleDescription"),
    delete=("iam:DeleteRole", "iam:ListInstanceProfilesForRole"),
)  # fmt: skip
_USER: Final = Right(
    target=on.user,
    read=("iam:GetUser",),
    create=("iam:TagUser",),
    update=("iam:TagUser", "iam:UntagUser", "iam:UpdateUser"),
    delete=("iam:DeleteUser", "iam:ListGroupsForUser"),
)
_ALL_OF_A_USER: Final = Right(
    target=on.user,
    where="forceDestroy",
    # With forceDestroy the provider empties a user that people have added credentials to.
    delete=(
        "iam:DeactivateMFADevice", "iam:DeleteAccessKey", "iam:DeleteLoginProfile",
        "iam:DeleteSSHPublicKey", "iam:DeleteServiceSpecificCredential",
        "iam:DeleteSigningCertificate", "iam:ListAccessKeys", "iam:ListMFADevices",
        "iam:ListSSHPublicKeys", "iam:ListServiceSpecificCredentials",
        "iam:ListSigningCertificates",
    ),
)  # fmt: skip
_OIDC_PROVIDER: Final = Right(
    target=on.oidc_provider,
    read=("iam:GetOpenIDConnectProvider",),
    create=("iam:CreateOpenIDConnectProvider", "iam:TagOpenIDConnectProvider"),
    update=(
        "iam:AddClientIDToOpenIDConnectProvider", "iam:RemoveClientIDFromOpenIDConnectProvider",
        "iam:TagOpenIDConnectProvider", "iam:UntagOpenIDConnectProvider",
        "iam:UpdateOpenIDConnectProviderThumbprint",
    ),
    delete=("iam:DeleteOpenIDConnectProvider",),
)  # fmt: skip
_KEY: Final = Right(
    target=on.key,
    read=("kms:DescribeKey", "kms:GetKeyPolicy", "kms:GetKeyRotationStatus",
          "kms:ListResourceTags"),
    # KMS refuses a key whose policy would lock its maker out of kms:PutKeyPolicy.
    create=("kms:EnableKeyRotation", "kms:PutKeyPolicy", "kms:TagResource"),
    update=("kms:EnableKeyRotation", "kms:PutKeyPolicy", "kms:TagResource", "kms:UntagResource",
            "kms:UpdateKeyDescription"),
    delete=("kms:ScheduleKeyDeletion",),
)  # fmt: skip
_DISTRIBUTION: Final = Right(
    target=on.distribution,
    read=("cloudfront:GetDistribution", "cloudfront:ListTagsForResource"),
    create=("cloudfront:TagResource",),
    update=("cloudfront:TagResource", "cloudfront:UntagResource", "cloudfront:UpdateDistribution"),
    # It is switched off before it is deleted.
    delete=("cloudfront:DeleteDistribution", "cloudfront:GetDistributionConfig",
            "cloudfront:UpdateDistribution"),
)  # fmt: skip


def _bounded(make: str, put: str, target: on.Target) -> tuple[Right, ...]:
    """Who may make roles within a boundary alone cannot give themselves more through one.

    Source: IAM User Guide, "Delegate responsibility to others using permissions boundaries".
    Taking a boundary off is left to somebody else.
    """
    condition = "iam:PermissionsBoundary"
    return (
        Right(target=target, create=(make,), unless=_BOUNDARY),
        Right(target=target, create=(make,), update=(put,), where=_BOUNDARY, only_with=condition),
    )


_EVENT_RULE: Final = Right(
    target=on.event_rule,
    read=("events:DescribeRule", "events:ListTagsForResource"),
    create=("events:PutRule", "events:TagResource"),
    update=("events:PutRule", "events:TagResource", "events:UntagResource"),
    delete=("events:DeleteRule", "events:ListTargetsByRule"),
)
_LOG_GROUP: Final = Right(
    target=on.log_group,
    read=("logs:ListTagsForResource",),
    create=("logs:CreateLogGroup", "logs:PutRetentionPolicy", "logs:TagResource"),
    update=("logs:PutRetentionPolicy", "logs:TagResource", "logs:UntagResource"),
    delete=("logs:DeleteLogGroup",),
)
_ALARM: Final = Right(
    target=on.alarm,
    read=("cloudwatch:DescribeAlarms", "cloudwatch:ListTagsForResource"),
    create=("cloudwatch:PutMetricAlarm", "cloudwatch:TagResource"),
    update=("cloudwatch:PutMetricAlarm", "cloudwatch:TagResource", "cloudwatch:UntagResource"),
    delete=("cloudwatch:DeleteAlarms",),
)


RIGHTS: Final[Mapping[str, tuple[Right, ...]]] = {
    "aws:cloudfront/distribution:Distribution": (
        _DISTRIBUTION,
        Right(target=on.anything, create=("cloudfront:CreateDistribution",)),
    ),
    "aws:cloudfront/originAccessControl:OriginAccessControl": (
        Right(
            target=on.origin_access_control,
            read=("cloudfront:GetOriginAccessControl",),
            update=("cloudfront:UpdateOriginAccessControl",),
            delete=("cloudfront:DeleteOriginAccessControl",),
        ),
        Right(target=on.anything, create=("cloudfront:CreateOriginAccessControl",)),
    ),
    "aws:cloudtrail/trail:Trail": (
        Right(
            target=on.trail,
            read=("cloudtrail:GetEventSelectors", "cloudtrail:GetTrailStatus",
                  "cloudtrail:ListTags"),
            create=("cloudtrail:AddTags", "cloudtrail:CreateTrail", "cloudtrail:PutEventSelectors",
                    "cloudtrail:StartLogging"),
            update=("cloudtrail:AddTags", "cloudtrail:PutEventSelectors",
                    "cloudtrail:RemoveTags", "cloudtrail:UpdateTrail"),
            delete=("cloudtrail:DeleteTrail",),
        ),
        Right(target=on.anything, read=("cloudtrail:DescribeTrails",)),
    ),
    "aws:cloudwatch/eventRule:EventRule": (_EVENT_RULE,),
    "aws:cloudwatch/eventTarget:EventTarget": (
        Right(
            target=on.event_rule,
            read=("events:ListTargetsByRule",),
            create=("events:PutTargets",),
            update=("events:PutTargets",),
            delete=("events:RemoveTargets",),
        ),
    ),
    "aws:cloudwatch/logGroup:LogGroup": (
        _LOG_GROUP, Right(target=on.anything, read=("logs:DescribeLogGroups",)),
    ),
    "aws:cloudwatch/logResourcePolicy:LogResourcePolicy": (
        Right(
            target=on.anything,
            read=("logs:DescribeResourcePolicies",),
            create=("logs:PutResourcePolicy",),
            update=("logs:PutResourcePolicy",),
            delete=("logs:DeleteResourcePolicy",),
        ),
    ),
    "aws:cloudwatch/metricAlarm:MetricAlarm": (_ALARM,),
    "aws:iam/accessKey:AccessKey": (
        Right(
            target=on.its_user,
            read=("iam:ListAccessKeys",),
            create=("iam:CreateAccessKey",),
            update=("iam:UpdateAccessKey",),
            delete=("iam:DeleteAccessKey",),
        ),
    ),
    "aws:iam/openIdConnectProvider:OpenIdConnectProvider": (_OIDC_PROVIDER,),
    "aws:iam/policy:Policy": (
        Right(
            target=on.policy,
            read=("iam:GetPolicy", "iam:GetPolicyVersion"),
            create=("iam:CreatePolicy", "iam:TagPolicy"),
            update=("iam:CreatePolicyVersion", "iam:DeletePolicyVersion",
                    "iam:ListPolicyVersions", "iam:TagPolicy", "iam:UntagPolicy"),
            delete=("iam:DeletePolicy", "iam:DeletePolicyVersion", "iam:ListPolicyVersions"),
        ),
    ),
    "aws:iam/role:Role": (
        _ROLE, *_bounded("iam:CreateRole", "iam:PutRolePermissionsBoundary", on.role),
    ),
    "aws:iam/rolePolicy:RolePolicy": (
        Right(
            target=on.its_role,
            read=("iam:GetRolePolicy",),
            create=("iam:PutRolePolicy",),
            update=("iam:PutRolePolicy",),
            delete=("iam:DeleteRolePolicy",),
        ),
    ),
    "aws:iam/user:User": (
        _USER, _ALL_OF_A_USER,
        Right(target=on.virtual_mfa_devices, where="forceDestroy",
              delete=("iam:DeleteVirtualMFADevice",)),
        Right(target=on.anything, where="forceDestroy", delete=("iam:ListVirtualMFADevices",)),
        *_bounded("iam:CreateUser", "iam:PutUserPermissionsBoundary", on.user),
    ),
    "aws:iam/userPolicyAttachment:UserPolicyAttachment": (
        Right(
            target=on.its_user,
            read=("iam:ListAttachedUserPolicies",),
            create=("iam:AttachUserPolicy",),
            delete=("iam:DetachUserPolicy",),
        ),
    ),
    "aws:kms/alias:Alias": (
        Right(target=on.anything, read=("kms:ListAliases",)),
        *(Right(target=target, create=("kms:CreateAlias",), update=("kms:UpdateAlias",),
                delete=("kms:DeleteAlias",)) for target in (on.alias, on.key)),
    ),
    "aws:kms/key:Key": (Right(target=on.anything, create=("kms:CreateKey",)), _KEY),
    "aws:s3/bucket:Bucket": (_BUCKET,),
    "aws:s3/inventory:Inventory": _configuration(
        "GetInventoryConfiguration", "PutInventoryConfiguration"
    ),
    "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": _configuration(
        "GetLifecycleConfiguration", "PutLifecycleConfiguration"
    ),
    "aws:s3/bucketLogging:BucketLogging": _configuration("GetBucketLogging", "PutBucketLogging"),
    "aws:s3/bucketNotification:BucketNotification": _configuration(
        "GetBucketNotification", "PutBucketNotification"
    ),
    "aws:s3/bucketObjectLockConfiguration:BucketObjectLockConfiguration": _configuration(
        "GetBucketObjectLockConfiguration", "PutBucketObjectLockConfiguration"
    ),
    "aws:s3/bucketObjectv2:BucketObjectv2": (
        Right(
            target=on.objects,
            read=("s3:GetObject", "s3:GetObjectTagging"),
            create=("s3:PutObject", "s3:PutObjectTagging"),
            update=("s3:PutObject", "s3:PutObjectTagging"),
            delete=("s3:DeleteObject",),
        ),
        # Without it S3 answers "forbidden" in place of "not found".
        Right(target=on.bucket, read=("s3:ListBucket",)),
    ),
    "aws:s3/bucketOwnershipControls:BucketOwnershipControls": _configuration(
        "GetBucketOwnershipControls", "PutBucketOwnershipControls"
    ),
    "aws:s3/bucketPolicy:BucketPolicy": _configuration(
        "GetBucketPolicy", "PutBucketPolicy", "DeleteBucketPolicy"
    ),
    "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": _configuration(
        "GetBucketPublicAccessBlock", "PutBucketPublicAccessBlock"
    ),
    "aws:s3/bucketReplicationConfig:BucketReplicationConfig": (
        *_configuration("GetReplicationConfiguration", "PutReplicationConfiguration"),
        # S3 is handed the role that it copies with.
        Right(target=on.its_role, create=("iam:PassRole",), update=("iam:PassRole",),
              condition=("iam:PassedToService", "s3.amazonaws.com")),
    ),
    "aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration":
        _configuration("GetEncryptionConfiguration", "PutEncryptionConfiguration"),
    "aws:s3/bucketVersioning:BucketVersioning": _configuration(
        "GetBucketVersioning", "PutBucketVersioning"
    ),
}  # fmt: skip
"""By type token."""


def allowed(resource: Registered, calls: frozenset[Call]) -> Iterator[Allowed]:
    """What the provider has to be allowed for these calls.

    Raises :class:`KeyError` for a type that the table does not have.
    """
    for right in RIGHTS[resource.type]:
        if right.where and not resource.inputs.get(right.where):
            continue
        if right.unless and resource.inputs.get(right.unless):
            continue
        value = resource.text(right.where) if right.only_with else None
        condition = (right.only_with, value) if value else right.condition
        for call in calls:
            for action in right.actions(call):
                for arn in right.target(resource):
                    yield Allowed(action, arn, condition)
