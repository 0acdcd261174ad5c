"""From resource types of the AWS provider to the IAM actions that it calls.

Source: hashicorp/terraform-provider-aws ``internal/service`` (6.x, which pulumi-aws 7 is built on),
and the Service Authorization Reference for the action of each call.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from openshift_credentials.deployer import aws_targets as on
from openshift_credentials.deployer.aws_iam import IAM_RIGHTS
from openshift_credentials.deployer.aws_right import Right
from openshift_credentials.deployer.aws_s3 import S3_RIGHTS
from openshift_credentials.deployer.registered import Call, Registered
from openshift_credentials.platforms import resource_types


@dataclass(frozen=True, slots=True, order=True)
class Allowed:
    """One action on one ARN, with an optional condition as key and value."""

    action: str
    resource: str
    condition: tuple[str, str] | tuple[()] = ()


_KEY: Final = Right(
    target=on.key,
    read=("kms:DescribeKey", "kms:GetKeyPolicy", "kms:GetKeyRotationStatus",
          "kms:ListResourceTags"),
    # KMS rejects a key whose policy would deny its creator kms:PutKeyPolicy.
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
    # The provider disables a distribution before it deletes it.
    delete=("cloudfront:DeleteDistribution", "cloudfront:GetDistributionConfig",
            "cloudfront:UpdateDistribution"),
)  # fmt: skip
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
    **IAM_RIGHTS,
    **S3_RIGHTS,
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
    resource_types.TRAIL: (
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
    resource_types.KMS_ALIAS: (
        Right(target=on.anything, read=("kms:ListAliases",)),
        *(Right(target=target, create=("kms:CreateAlias",), update=("kms:UpdateAlias",),
                delete=("kms:DeleteAlias",)) for target in (on.alias, on.key)),
    ),
    "aws:kms/key:Key": (Right(target=on.anything, create=("kms:CreateKey",)), _KEY),
}  # fmt: skip
"""By type token."""


def permissions(resource: Registered, calls: frozenset[Call]) -> Iterator[Allowed]:
    """The permissions that the provider needs for these calls.

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
