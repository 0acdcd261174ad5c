"""Permissions that the operator itself needs and tests.

Sources: openshift/cloud-credential-operator ``pkg/aws/utils.go`` and
``pkg/operator/utils/gcp/utils.go`` at b187feee66f4.
"""

from typing import Final

from openshift_credentials.systems.cloud_credentials.rules.releases import HEAD_BUCKET, Release

AWS_MINT_ACTIONS: Final = (
    "iam:CreateAccessKey",
    "iam:CreateUser",
    "iam:DeleteAccessKey",
    "iam:DeleteUser",
    "iam:DeleteUserPolicy",
    "iam:GetUser",
    "iam:GetUserPolicy",
    "iam:ListAccessKeys",
    "iam:PutUserPolicy",
    "iam:TagUser",
    "iam:SimulatePrincipalPolicy",
)
"""Example 19.1 of the documentation, and what the annotator simulates for ``mint``."""

AWS_PASSTHROUGH_TESTED: Final = (
    "iam:GetUser",
    "iam:SimulatePrincipalPolicy",
    "elasticloadbalancing:DescribeLoadBalancers",
    "route53:ListHostedZones",
    "route53:ChangeResourceRecordSets",
    "tag:GetResources",
    "s3:CreateBucket",
    "s3:DeleteBucket",
    "s3:PutBucketTagging",
    "s3:GetBucketTagging",
    "s3:PutEncryptionConfiguration",
    "s3:GetEncryptionConfiguration",
    "s3:PutLifecycleConfiguration",
    "s3:GetLifecycleConfiguration",
    "s3:GetBucketLocation",
    "s3:ListBucket",
    "s3:GetObject",
    "s3:PutObject",
    "s3:DeleteObject",
    "s3:ListBucketMultipartUploads",
    "s3:AbortMultipartUpload",
    "ec2:DescribeImages",
    "ec2:DescribeVpcs",
    "ec2:DescribeSubnets",
    "ec2:DescribeAvailabilityZones",
    "ec2:DescribeSecurityGroups",
    "ec2:RunInstances",
    "ec2:DescribeInstances",
    "ec2:TerminateInstances",
    "elasticloadbalancing:RegisterInstancesWithLoadBalancer",
    "elasticloadbalancing:DescribeTargetGroups",
    "elasticloadbalancing:RegisterTargets",
    "iam:GetUserPolicy",
    "iam:ListAccessKeys",
)
"""What the annotator simulates for ``passthrough``: fixed, and fewer than current requests need."""

GCP_MINT_PERMISSIONS: Final = (
    "resourcemanager.projects.get",
    "serviceusage.services.list",
    "iam.serviceAccountKeys.create",
    "iam.serviceAccountKeys.delete",
    "iam.serviceAccounts.create",
    "iam.serviceAccounts.delete",
    "iam.serviceAccounts.get",
    "iam.roles.get",
    "resourcemanager.projects.getIamPolicy",
    "resourcemanager.projects.setIamPolicy",
)
"""Example 19.2 of the documentation, and what the annotator tests for ``mint``."""

GCP_PASSTHROUGH_TESTED: Final = (
    "serviceusage.services.list",
    "resourcemanager.projects.get",
    "iam.roles.get",
)
"""What the annotator tests for ``passthrough``."""


def aws_passthrough_tested(release: Release) -> tuple[str, ...]:
    """What the annotator of a release simulates for ``passthrough``."""
    older = ("s3:HeadBucket",) if release.has(HEAD_BUCKET) else ()
    return (*AWS_PASSTHROUGH_TESTED, *older)
