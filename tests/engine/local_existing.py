"""What exists on the local AWS before a stack is up: what its program reads or imports."""

import json
from collections.abc import Mapping
from typing import Any, Final

from openshift_credentials.preview.stack_files import StackConfiguration, read_stack
from tests.engine.examples import stack_file
from tests.engine.local_aws import LocalAws
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.places import REPOSITORY

NO_TRUST: Final = json.dumps({"Version": "2012-10-17", "Statement": []})
"""Trust policy of a role that a program reads by its name alone."""


def _make_bucket(aws: LocalAws, bucket: str, region: str) -> None:
    place = {"CreateBucketConfiguration": {"LocationConstraint": region}}
    elsewhere = {} if region == "us-east-1" else place
    aws.client("s3", region).create_bucket(Bucket=bucket, **elsewhere)


def make_existing(aws: LocalAws, stack: str) -> None:
    """Make what the stack reads or imports, as its program describes it."""
    make_existing_of(aws, read_stack(REPOSITORY, stack, stack_file(stack), []))


def make_existing_of(aws: LocalAws, stack: StackConfiguration) -> None:
    """Make what a stack of these settings reads or imports."""
    recorded = record_stack(stack, preview=True)
    for each in recorded.resources:
        identifier = each.import_id or recorded.reads.get(each.urn)
        if identifier and each.type.startswith("aws:"):
            region = str(recorded.provider(each).inputs["region"])
            _make(aws, each.type, identifier, each.inputs, region)


def _make(aws: LocalAws, type_: str, identifier: str, inputs: Mapping[str, Any], region: str) -> None:
    s3, iam = aws.client("s3", region), aws.client("iam")
    bucket = identifier.partition("/")[0]
    match type_:
        case tokens.S3_BUCKET:
            _make_bucket(aws, bucket, region)
        case tokens.S3_PUBLIC_ACCESS_BLOCK:
            closed = {"IgnorePublicAcls": True, "RestrictPublicBuckets": False}
            s3.put_public_access_block(Bucket=bucket, PublicAccessBlockConfiguration=closed)
        case tokens.S3_BUCKET_POLICY:
            everybody = {
                "Effect": "Allow",
                "Principal": "*",
                "Action": "s3:GetObject",
                "Resource": f"arn:aws:s3:::{bucket}/*",
            }
            policy = {"Version": "2012-10-17", "Statement": [everybody]}
            s3.put_bucket_policy(Bucket=bucket, Policy=json.dumps(policy))
        case tokens.S3_OBJECT:
            s3.put_object(
                Bucket=bucket, Key=inputs["key"], Body=inputs["content"].encode(), Metadata={"made": "by-hand"}
            )
        case tokens.IAM_ROLE:
            trust = inputs.get("assumeRolePolicy", NO_TRUST)
            iam.create_role(RoleName=identifier, AssumeRolePolicyDocument=trust)
        case tokens.IAM_ROLE_POLICY:
            role, _, name = identifier.partition(":")
            iam.put_role_policy(RoleName=role, PolicyName=name, PolicyDocument=inputs["policy"])
        case tokens.IAM_OIDC_PROVIDER:
            iam.create_open_id_connect_provider(Url=inputs["url"], ClientIDList=inputs["clientIdLists"])
        case _:
            raise AssertionError(f"say how {type_} is made by hand")
