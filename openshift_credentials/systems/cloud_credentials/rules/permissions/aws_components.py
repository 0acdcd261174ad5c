"""Permissions of components on AWS, from the documentation.

Source: OpenShift documentation, "Managing cloud provider credentials": table of
component permissions. For a real upgrade read the CredentialsRequests of the release instead.
"""

from dataclasses import dataclass
from typing import Final

from openshift_credentials.platforms.credentials_requests import StatementEntry

_GRANTS: Final = ("kms:RevokeGrant", "kms:CreateGrant", "kms:ListGrants")
_GRANT_CONDITION: Final = {"Bool": {"kms:GrantIsForAWSResource": True}}


@dataclass(frozen=True, slots=True)
class AWSComponent:
    """A component on AWS; ``grants`` are allowed for AWS resources only, all on resource ``*``."""

    component: str
    request: str
    actions: tuple[str, ...]
    grants: tuple[str, ...] = ()

    @property
    def statements(self) -> tuple[StatementEntry, ...]:
        """The same as statements of a CredentialsRequest."""
        plain = StatementEntry(effect="Allow", action=self.actions, resource="*")
        if not self.grants:
            return (plain,)
        return (
            plain,
            StatementEntry(
                effect="Allow",
                action=self.grants,
                resource="*",
                policy_condition=_GRANT_CONDITION,
            ),
        )


def _actions(service: str, names: str) -> tuple[str, ...]:
    return tuple(f"{service}:{name}" for name in names.split())


_LOAD_BALANCERS: Final = _actions(
    "elasticloadbalancing",
    "DescribeLoadBalancers DescribeTargetGroups DescribeTargetHealth "
    "RegisterInstancesWithLoadBalancer RegisterTargets DeregisterTargets",
)
_ROLES: Final = _actions("iam", "PassRole CreateServiceLinkedRole")
_KEYS: Final = _actions(
    "kms", "Decrypt Encrypt GenerateDataKey GenerateDataKeyWithoutPlainText DescribeKey"
)

AWS_COMPONENTS: Final = (
    AWSComponent(
        "Cluster CAPI Operator",
        "openshift-cluster-api-aws",
        (
            *_actions(
                "ec2",
                "CreateTags DescribeAvailabilityZones DescribeDhcpOptions DescribeImages "
                "DescribeInstances DescribeInternetGateways DescribeSecurityGroups "
                "DescribeSubnets DescribeVpcs DescribeNetworkInterfaces "
                "DescribeNetworkInterfaceAttribute ModifyNetworkInterfaceAttribute "
                "RunInstances TerminateInstances",
            ),
            *_LOAD_BALANCERS,
            *_ROLES,
            *_KEYS,
        ),
        _GRANTS,
    ),
    AWSComponent(
        "Machine API Operator",
        "openshift-machine-api-aws",
        (
            *_actions(
                "ec2",
                "CreateTags DescribeAvailabilityZones DescribeDhcpOptions DescribeImages "
                "DescribeInstances DescribeInstanceTypes DescribeInternetGateways "
                "DescribeSecurityGroups DescribeRegions DescribeSubnets DescribeVpcs "
                "RunInstances TerminateInstances",
            ),
            *_LOAD_BALANCERS,
            *_ROLES,
            *_KEYS,
        ),
        _GRANTS,
    ),
    AWSComponent(
        "Cloud Credential Operator",
        "cloud-credential-operator-iam-ro",
        _actions("iam", "GetUser GetUserPolicy ListAccessKeys"),
    ),
    AWSComponent(
        "Cluster Image Registry Operator",
        "openshift-image-registry",
        _actions(
            "s3",
            "CreateBucket DeleteBucket PutBucketTagging GetBucketTagging "
            "PutBucketPublicAccessBlock GetBucketPublicAccessBlock PutEncryptionConfiguration "
            "GetEncryptionConfiguration PutLifecycleConfiguration GetLifecycleConfiguration "
            "GetBucketLocation ListBucket GetObject PutObject DeleteObject "
            "ListBucketMultipartUploads AbortMultipartUpload ListMultipartUploadParts",
        ),
    ),
    AWSComponent(
        "Ingress Operator",
        "openshift-ingress",
        (
            "elasticloadbalancing:DescribeLoadBalancers",
            *_actions("route53", "ListHostedZones ListTagsForResources ChangeResourceRecordSets"),
            "tag:GetResources",
            "sts:AssumeRole",
        ),
    ),
    AWSComponent(
        "Cluster Network Operator",
        "openshift-cloud-network-config-controller-aws",
        _actions(
            "ec2",
            "DescribeInstances DescribeInstanceStatus DescribeInstanceTypes "
            "UnassignPrivateIpAddresses AssignPrivateIpAddresses UnassignIpv6Addresses "
            "AssignIpv6Addresses DescribeSubnets DescribeNetworkInterfaces",
        ),
    ),
    AWSComponent(
        "AWS EBS CSI Driver Operator",
        "aws-ebs-csi-driver-operator",
        (
            *_actions(
                "ec2",
                "AttachVolume CreateSnapshot CreateTags CreateVolume DeleteSnapshot DeleteTags "
                "DeleteVolume DescribeInstances DescribeSnapshots DescribeTags DescribeVolumes "
                "DescribeVolumesModifications DetachVolume ModifyVolume "
                "DescribeAvailabilityZones EnableFastSnapshotRestores",
            ),
            "kms:ReEncrypt*",
            *_KEYS,
        ),
        _GRANTS,
    ),
)
