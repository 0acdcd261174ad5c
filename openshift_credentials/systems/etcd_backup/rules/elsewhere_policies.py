"""What another account grants to a role: statements for its bucket and for its KMS key."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from openshift_credentials.platforms.aws.arns import bucket_arn
from openshift_credentials.platforms.aws.policies.document import (
    Statement,
    account_of,
    literal,
    one_or_many,
)
from openshift_credentials.systems.etcd_backup.rules.upload_actions import (
    ActionPurpose,
    actions_for,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteRole:
    """A role that uploads below prefixes, and also reads there with ``restore``."""

    arn: str
    key_prefixes: Sequence[str]
    restore: bool = False


def bucket_statements(bucket: str, roles: Sequence[RemoteRole]) -> Iterator[Statement]:
    """Statements of the bucket's policy; the roles need the same rights by their own policies."""
    for number, role in enumerate(roles, start=1):
        actions = actions_for(ActionPurpose.UPLOAD)
        if role.restore:
            actions += actions_for(ActionPurpose.RESTORE)
        yield _below_prefixes(f"UploadFromElsewhere{number}", bucket, role, actions)


def copy_statement(bucket: str, role: RemoteRole) -> Statement:
    """Statement of the policy of a second bucket, from whose copies the role restores."""
    return _below_prefixes(
        "RestoreFromElsewhere", bucket, role, actions_for(ActionPurpose.RESTORE_COPY)
    )


def _below_prefixes(sid: str, bucket: str, role: RemoteRole, actions: Sequence[str]) -> Statement:
    arn = bucket_arn(role.arn.split(":")[1], bucket)
    return {
        "Sid": sid,
        "Effect": "Allow",
        **account_of(role.arn),
        "Action": one_or_many(actions),
        "Resource": one_or_many(
            f"{arn}/{literal(prefix.removesuffix('/'))}/*" for prefix in role.key_prefixes
        ),
    }


def key_statements(roles: Sequence[RemoteRole]) -> Iterator[Statement]:
    """Statements of the policy of the key that encrypts in the bucket; ``*`` is the key itself."""
    for number, role in enumerate(roles, start=1):
        yield _on_key(f"EncryptFromElsewhere{number}", role, ActionPurpose.ENCRYPT)


def copy_key_statement(role: RemoteRole) -> Statement:
    """Statement of the policy of the key that encrypts copies, which the role decrypts."""
    return _on_key("DecryptFromElsewhere", role, ActionPurpose.DECRYPT_COPY)


def _on_key(sid: str, role: RemoteRole, purpose: ActionPurpose) -> Statement:
    return {
        "Sid": sid,
        "Effect": "Allow",
        **account_of(role.arn),
        "Action": one_or_many(actions_for(purpose)),
        "Resource": "*",
    }
