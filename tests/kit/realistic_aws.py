"""What AWS answers on update, a type token a function; part of ``tests.kit.realistic``."""

from collections.abc import Callable, Mapping
from typing import Final

from tests.kit import tokens
from tests.kit.recorded import Resource, guid_of

ACCOUNT_ID: Final = "123456789012"


def _nothing(_: Resource) -> Mapping[str, object]:
    return {}


def _bucket(resource: Resource) -> Mapping[str, object]:
    bucket = resource.inputs.get("bucket", resource.name)  # of one that is read, no name is known
    return {"arn": f"arn:aws:s3:::{bucket}", "bucketRegionalDomainName": f"{bucket}.s3.us-east-1.amazonaws.com"}


def _role(resource: Resource) -> Mapping[str, object]:
    if "name" not in resource.inputs:
        return {}  # of one that is read, nothing is known
    name, path = resource.inputs["name"], resource.inputs.get("path", "/")
    trusted = resource.inputs["assumeRolePolicy"]
    partition = "aws-us-gov" if "arn:aws-us-gov:" in trusted else "aws"
    return {"arn": f"arn:{partition}:iam::{ACCOUNT_ID}:role{path}{name}", "uniqueId": "AROAEXAMPLEEXAMPLEEXA"}


def _user(resource: Resource) -> Mapping[str, object]:
    name = resource.inputs["name"]
    return {"arn": f"arn:aws:iam::{ACCOUNT_ID}:user/{name}"}


def _policy(resource: Resource) -> Mapping[str, object]:
    return {"arn": f"arn:aws:iam::{ACCOUNT_ID}:policy/{resource.inputs['name']}"}


def _access_key(resource: Resource) -> Mapping[str, object]:
    key_id = f"AKIA{guid_of(resource, 'key').replace('-', '')[:16].upper()}"
    return {"id": key_id, "secret": guid_of(resource, "secret")}


def _distribution(_: Resource) -> Mapping[str, object]:
    distribution = "E1EXAMPLEEXAMPLE"
    arn = f"arn:aws:cloudfront::{ACCOUNT_ID}:distribution/{distribution}"
    return {"id": distribution, "arn": arn, "domainName": "d111111abcdef8.cloudfront.net"}


def _kms_key(resource: Resource) -> Mapping[str, object]:
    key_id = guid_of(resource, "key")
    arn = f"arn:aws:kms:us-east-1:{ACCOUNT_ID}:key/{key_id}"
    return {"id": key_id, "keyId": key_id, "arn": arn}


def _oidc_provider(resource: Resource) -> Mapping[str, object]:
    host_and_path = resource.inputs["url"].removeprefix("https://")
    partition = "aws-us-gov" if ".us-gov-" in host_and_path else "aws"
    arn = f"arn:{partition}:iam::{ACCOUNT_ID}:oidc-provider/{host_and_path}"
    return {"arn": arn}


AWS_ANSWERS: Final[Mapping[str, Callable[[Resource], Mapping[str, object]]]] = {
    tokens.S3_BUCKET: _bucket,
    tokens.S3_PUBLIC_ACCESS_BLOCK: _nothing,
    tokens.S3_OWNERSHIP_CONTROLS: _nothing,
    tokens.S3_ENCRYPTION: _nothing,
    tokens.S3_BUCKET_POLICY: _nothing,
    tokens.S3_VERSIONING: _nothing,
    tokens.S3_OBJECT_LOCK: _nothing,
    tokens.S3_LIFECYCLE: _nothing,
    tokens.S3_OBJECT: _nothing,
    tokens.CLOUDFRONT_DISTRIBUTION: _distribution,
    tokens.ORIGIN_ACCESS_CONTROL: lambda _: {"id": "E1EXAMPLECONTROL"},
    tokens.KMS_KEY: _kms_key,
    tokens.KMS_ALIAS: _nothing,
    tokens.IAM_OIDC_PROVIDER: _oidc_provider,
    tokens.IAM_ROLE: _role,
    tokens.IAM_ROLE_POLICY: _nothing,
    tokens.IAM_USER: _user,
    tokens.IAM_POLICY: _policy,
    tokens.IAM_USER_POLICY_ATTACHMENT: _nothing,
    tokens.IAM_ACCESS_KEY: _access_key,
}
