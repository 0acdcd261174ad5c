"""What another account grants to a role: statements for its bucket and for its KMS key."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from openshift_credentials.aws.arns import bucket_arn
from openshift_credentials.aws.policies.document import Statement, literal, one_or_many
from openshift_credentials.etcd_backup.rules.upload_actions import Purpose, actions_for


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteRole:
    """A role that uploads below prefixes, and reads there too with ``restore``."""

    arn: str
    key_prefixes: Sequence[str]
    restore: bool = False

    @property
    def principal(self) -> Statement:
        """The role, as a statement names it.

        The principal is the role's account, and a condition names the role: a policy that names
        a role as its principal is refused until the role exists, and ends when it is created again.
        """
        partition, account_id = self.arn.split(":")[1], self.arn.split(":")[4]
        return {
            "Principal": {"AWS": f"arn:{partition}:iam::{account_id}:root"},
            "Condition": {"ArnEquals": {"aws:PrincipalArn": self.arn}},
        }


def bucket_statements(bucket: str, roles: Sequence[RemoteRole]) -> Iterator[Statement]:
    """Statements of the bucket's policy; the roles need the same rights by their own policies."""
    for number, role in enumerate(roles, start=1):
        arn = bucket_arn(role.arn.split(":")[1], bucket)
        actions = actions_for(Purpose.UPLOAD)
        if role.restore:
            actions += actions_for(Purpose.RESTORE)
        yield {
            "Sid": f"UploadFromElsewhere{number}",
            "Effect": "Allow",
            **role.principal,
            "Action": one_or_many(actions),
            "Resource": one_or_many(
                f"{arn}/{literal(prefix.removesuffix('/'))}/*" for prefix in role.key_prefixes
            ),
        }


def key_statements(roles: Sequence[RemoteRole]) -> Iterator[Statement]:
    """Statements of the policy of the key that encrypts in the bucket; ``*`` is the key itself."""
    for number, role in enumerate(roles, start=1):
        yield {
            "Sid": f"EncryptFromElsewhere{number}",
            "Effect": "Allow",
            **role.principal,
            "Action": actions_for(Purpose.ENCRYPT),
            "Resource": "*",
        }
