"""Notices about a stack on AWS: allowed settings that have disadvantages."""

from collections.abc import Iterator
from typing import Final, assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.base.package_data import package_notices
from openshift_credentials.platforms.aws.arns import bucket_arn, is_opt_in, partition_of
from openshift_credentials.platforms.aws.policies.conditions import intersects
from openshift_credentials.platforms.aws.policies.document import document
from openshift_credentials.platforms.aws.policies.evaluation import Need, parse_policy
from openshift_credentials.platforms.aws.policies.judgement import many, principals

from ..settings import AwsStatic, AwsSts, S3Storage, S3Upload

REMARKS: Final = package_notices(__package__ or "", "aws.yaml")


def warnings(upload: S3Upload) -> Iterator[Notice]:
    """One sentence each; they are warnings of the preview and remarks of ``explain``."""
    match upload.identity:
        case AwsStatic() as identity:
            yield from _static_keys(upload.storage, identity)
        case AwsSts() as identity:
            yield from _role(upload.storage, identity)
        case _:
            assert_never(upload.identity)
    yield from _lockouts(upload.storage)


def _role(storage: S3Storage, identity: AwsSts) -> Iterator[Notice]:
    if identity.restore and is_opt_in(storage.region):
        yield REMARKS["restore-in-opt-in-region"].fill(region=storage.region)
    yield from _privileges(identity)


_PRIVILEGES: Final = (
    "ec2:runinstances", "iam:a*", "iam:create*", "iam:de*", "iam:passrole", "iam:put*",
    "iam:remove*", "iam:set*", "iam:tag*", "iam:u*", "kms:creategrant", "kms:disablekey",
    "kms:putkeypolicy", "kms:schedulekeydeletion", "lambda:addpermission", "lambda:createfunction",
    "lambda:updatefunction*", "organizations:*", "s3:bypassgovernanceretention", "s3:deletebucket",
    "s3:deletebucketpolicy", "s3:putbucketacl", "s3:putbucketpolicy",
    "s3:putbucketpublicaccessblock", "s3:putbucketversioning", "s3:putlifecycleconfiguration",
    "s3:putobjectacl", "sts:assumerole*",
)  # fmt: skip
"""Actions by which an identity gains other privileges, or undoes the protection of snapshots."""


def _privileges(identity: AwsSts) -> Iterator[Notice]:
    for index, statement in enumerate(identity.extra_statements):
        if statement["Effect"] != "Allow":
            continue
        found = [
            action
            for action in many(statement.get("Action"))
            if any(intersects(action.lower(), privilege) for privilege in _PRIVILEGES)
        ]
        if but := many(statement.get("NotAction")):
            found.append(f"everything but {', '.join(but)}")
        if found:
            yield REMARKS["statement-gains-privileges"].fill(
                index=index,
                actions=", ".join(found),
                resources=", ".join(many(statement.get("Resource")))
                or f"everything but {', '.join(many(statement.get('NotResource')))}",
            )


_OF_THE_POLICY: Final = ("s3:GetBucketPolicy", "s3:PutBucketPolicy", "s3:DeleteBucketPolicy")
_OF_THE_PRINCIPAL: Final = ("aws:principal", "aws:userid", "aws:username")
_NEVER_MET: Final = ("aws:securetransport", "s3:tlsversion")
"""Keys by which statements deny plain HTTP and old TLS, which the stack never uses."""


def _lockouts(storage: S3Storage) -> Iterator[Notice]:
    """Statements after which no update could change the bucket's policy again."""
    bucket = bucket_arn(partition_of(storage.region), storage.bucket)
    for index, statement in enumerate(storage.policy_statements):
        if statement["Effect"] != "Deny" or "*" not in principals(statement.get("Principal")):
            continue
        keys = [key.lower() for keys in statement.get("Condition", {}).values() for key in keys]
        if any(key.startswith((*_OF_THE_PRINCIPAL, *_NEVER_MET)) for key in keys):
            continue
        rest = {key: value for key, value in statement.items() if key != "Principal"}
        (denial,) = parse_policy(document(rest))
        if found := [item for item in _OF_THE_POLICY if denial.denies(Need(item, bucket))]:
            yield REMARKS["statement-locks-out"].fill(index=index, actions=", ".join(found))


def _static_keys(storage: S3Storage, identity: AwsStatic) -> Iterator[Notice]:
    if identity.session_token is not None:
        yield REMARKS["session-keys-end"]
    if storage.kms_key_arn or storage.makes_key:
        yield REMARKS["static-keys-need-kms"]
