"""What the local AWS does as AWS does, and moto alone does not."""

import os
import subprocess
import sys

import pytest

from tests.engine.examples import ROLE, TRUST
from tests.engine.local_aws import LocalAws


def test_the_local_aws_serves_whoever_has_its_environment(aws: LocalAws) -> None:
    program = "import boto3; boto3.client('s3', 'us-east-1').create_bucket(Bucket='snapshots')"
    subprocess.run([sys.executable, "-c", program], env={**os.environ, **aws.environment}, check=True)
    assert aws.found() == {"buckets": ["snapshots"]}


def test_the_local_aws_has_a_session_in_the_account_of_a_role(aws: LocalAws) -> None:
    aws.assume("arn:aws:iam::999999999999:role/platform-deployer")
    caller = aws.client("sts").get_caller_identity()["Arn"]
    assert caller == "arn:aws:sts::999999999999:assumed-role/platform-deployer/tests"
    aws.client("s3").create_bucket(Bucket="snapshots")
    assert aws.found() == {"buckets": ["snapshots"]}


def test_the_local_aws_keeps_tags_and_blocked_encryption_of_a_bucket(aws: LocalAws) -> None:
    s3, tags = aws.client("s3"), [{"Key": "team", "Value": "etcd"}]
    s3.create_bucket(Bucket="snapshots", CreateBucketConfiguration={"Tags": tags})
    assert s3.get_bucket_tagging(Bucket="snapshots")["TagSet"] == tags
    rule = {
        "ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"},
        "BucketKeyEnabled": True,
        "BlockedEncryptionTypes": {"EncryptionType": ["SSE-C"]},
    }
    s3.put_bucket_encryption(Bucket="snapshots", ServerSideEncryptionConfiguration={"Rules": [rule]})
    assert s3.get_bucket_encryption(Bucket="snapshots")["ServerSideEncryptionConfiguration"] == {"Rules": [rule]}


def test_the_local_aws_keeps_of_a_role_what_an_update_does_not_name(aws: LocalAws) -> None:
    iam = aws.client("iam")
    iam.create_role(RoleName=ROLE, AssumeRolePolicyDocument=TRUST, Description="made by hand")
    iam.update_role(RoleName=ROLE, MaxSessionDuration=7200)
    iam.update_role(RoleName=ROLE, Description="changed")
    role = iam.get_role(RoleName=ROLE)["Role"]
    assert (role["Description"], role["MaxSessionDuration"]) == ("changed", 7200)
    iam.update_role(RoleName=ROLE, MaxSessionDuration=3600)
    assert iam.get_role(RoleName=ROLE)["Role"]["Description"] == "changed"


def test_the_local_aws_keeps_the_boundary_of_a_user(aws: LocalAws) -> None:
    iam, boundary = aws.client("iam"), "arn:aws:iam::123456789012:policy/boundary"
    iam.create_user(UserName="somebody", PermissionsBoundary=boundary)
    kept = iam.get_user(UserName="somebody")["User"]["PermissionsBoundary"]
    assert kept["PermissionsBoundaryArn"] == boundary
    iam.put_user_permissions_boundary(UserName="somebody", PermissionsBoundary=f"{boundary}-2")
    kept = iam.get_user(UserName="somebody")["User"]["PermissionsBoundary"]
    assert kept["PermissionsBoundaryArn"] == f"{boundary}-2"
    iam.delete_user_permissions_boundary(UserName="somebody")
    assert "PermissionsBoundary" not in iam.get_user(UserName="somebody")["User"]


def test_the_local_aws_keeps_the_tags_of_a_user_that_is_renamed_or_moved(aws: LocalAws) -> None:
    iam, tags = aws.client("iam"), [{"Key": "team", "Value": "etcd"}]
    iam.create_user(UserName="somebody", Tags=tags)
    iam.update_user(UserName="somebody", NewUserName="another")
    assert iam.get_user(UserName="another")["User"]["Tags"] == tags
    iam.update_user(UserName="another", NewPath="/moved/")
    assert iam.get_user(UserName="another")["User"]["Tags"] == tags


@pytest.mark.parametrize("identity", ["", "origin-access-identity/cloudfront/E2EXAMPLE"])
def test_the_local_aws_says_who_reads_the_origin_of_a_distribution(aws: LocalAws, identity: str) -> None:
    read_by = {
        "OriginAccessControlId": "" if identity else "E1EXAMPLE",
        "S3OriginConfig": {"OriginAccessIdentity": identity},
    }
    origin = {"Id": "o", "DomainName": "documents.s3.us-east-1.amazonaws.com", **read_by}
    made = aws.client("cloudfront").create_distribution(
        DistributionConfig={
            "CallerReference": "tests",
            "Comment": "documents",
            "Enabled": True,
            "Origins": {"Quantity": 1, "Items": [origin]},
            "DefaultCacheBehavior": {"TargetOriginId": "o", "ViewerProtocolPolicy": "https-only"},
        }
    )
    (found,) = made["Distribution"]["DistributionConfig"]["Origins"]["Items"]
    assert {key: found[key] for key in read_by} == read_by
