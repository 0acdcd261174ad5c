"""Permissions of the role: least privilege, from the table of :mod:`.upload_actions`."""

from collections.abc import Sequence

from openshift_credentials.platforms.aws.arns import bucket_arn
from openshift_credentials.platforms.aws.policies.document import Statement, document, literal, one_or_many, s3_services

from .upload_actions import ActionPurpose, actions_for


def upload_policy(
    partition: str,
    region: str,
    bucket: str,
    key_prefixes: Sequence[str],
    *,
    kms_key_arn: str | None = None,
    restore: bool = False,
    resource_account: str | None = None,
    extra: Sequence[Statement] = (),
) -> str:
    """Upload below the prefixes, use the key for that, and with ``restore`` also read there.

    The prefixes are literal: IAM wildcards are escaped. ``resource_account`` must own the bucket: a
    bucket of another account, because of a typing error or a takeover, then receives nothing. Only
    S3 itself can use the key (``kms:ViaService``). ``extra`` are statements of the caller, already
    checked, and come last.
    """
    objects = one_or_many(
        f"{bucket_arn(partition, bucket)}/{literal(prefix.removesuffix('/'))}/*" for prefix in key_prefixes
    )
    statements = [_on_objects(ActionPurpose.UPLOAD, objects, resource_account)]
    if restore:
        statements.append(_on_objects(ActionPurpose.RESTORE, objects, resource_account))
    if kms_key_arn:
        statements.append(_on_key(partition, region, kms_key_arn))
    return document(*statements, *extra)


def _on_objects(purpose: ActionPurpose, objects: object, resource_account: str | None) -> Statement:
    condition = {"Condition": {"StringEquals": {"aws:ResourceAccount": resource_account}}}
    return {
        "Sid": purpose.value,
        "Effect": "Allow",
        "Action": one_or_many(actions_for(purpose)),
        "Resource": objects,
        **(condition if resource_account else {}),
    }


def _on_key(partition: str, region: str, kms_key_arn: str) -> Statement:
    return {
        "Sid": ActionPurpose.ENCRYPT.value,
        "Effect": "Allow",
        "Action": one_or_many(actions_for(ActionPurpose.ENCRYPT)),
        "Resource": kms_key_arn,
        "Condition": {"StringEquals": {"kms:ViaService": one_or_many(s3_services(partition, region))}},
    }
