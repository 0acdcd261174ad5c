"""Statements about the stack's role for policies that others write, or that name no role yet."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from openshift_credentials.platforms.aws.names import UNKNOWN_KEY_ID, bucket_arn, partition_of
from openshift_credentials.platforms.aws.policies import Statement, account_of, document, literal, one_or_many
from openshift_credentials.stack.outputs import About, Outputs

from ..rules.policies import ActionPurpose, actions_for
from ..settings import EtcdBackupSettings, S3Storage, S3Upload
from .aws import PlannedRole, uploading_role


@dataclass(frozen=True, kw_only=True)
class StatementsElsewhere(Outputs):
    """Policy documents for others to apply."""

    statements_for_the_bucket: Annotated[
        str | None, About("Bucket policy for the owner of a bucket in another account.")
    ]
    statements_for_the_key: Annotated[str | None, About("Key policy for the owner of a key in another account.")]


def statements_elsewhere(settings: EtcdBackupSettings, upload: S3Upload) -> StatementsElsewhere:
    """Policy documents for others to apply; a role needs the same rights by its own policy."""
    storage, role = upload.storage, uploading_role(settings, upload)
    if role is None:
        return StatementsElsewhere(statements_for_the_bucket=None, statements_for_the_key=None)
    is_elsewhere = storage.bucket_account_id is not None
    needs_key = storage.kms_key_arn and (is_elsewhere or (role.existing and not storage.existing))
    return StatementsElsewhere(
        statements_for_the_bucket=document(_bucket_statement(role)) if is_elsewhere else None,
        statements_for_the_key=document(_key_statement(role)) if needs_key else None,
    )


def key_statements(settings: EtcdBackupSettings, upload: S3Upload) -> Iterator[Statement]:
    """Statements of the policy of a new key, in addition to the account's IAM.

    Nobody knows its ARN before, so that only this policy can let an existing role use it.
    """
    role = uploading_role(settings, upload)
    if role and role.existing:
        yield _key_statement(role)


def example_key_arn(storage: S3Storage) -> str | None:
    """The key of the bucket; AWS assigns the ID of a new one."""
    if not storage.makes_key:
        return storage.kms_key_arn
    partition, region = partition_of(storage.region), storage.region
    return f"arn:{partition}:kms:{region}:{storage.account_id}:key/{UNKNOWN_KEY_ID}"


def _bucket_statement(role: PlannedRole) -> Statement:
    actions = actions_for(ActionPurpose.UPLOAD)
    if role.restore:
        actions += actions_for(ActionPurpose.RESTORE)
    arn = bucket_arn(role.partition, role.bucket)
    return {
        "Sid": "UploadFromElsewhere1",
        "Effect": "Allow",
        **account_of(role.arn),
        "Action": one_or_many(actions),
        "Resource": one_or_many(f"{arn}/{literal(prefix.removesuffix('/'))}/*" for prefix in role.key_prefixes),
    }


def _key_statement(role: PlannedRole) -> Statement:
    """``*`` is the key itself."""
    return {
        "Sid": "EncryptFromElsewhere1",
        "Effect": "Allow",
        **account_of(role.arn),
        "Action": one_or_many(actions_for(ActionPurpose.ENCRYPT)),
        "Resource": "*",
    }
