"""Whether an existing IAM role is the one that the settings name, and admits the backup Job."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from openshift_credentials.base.errors import ContractError, UnusableInputError
from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.platforms.aws.policies.evaluation import MissingReason
from openshift_credentials.platforms.aws.policies.trust import trust_of


@dataclass(frozen=True, slots=True)
class UploadToken:
    """Tokens of a service account: the claim ``sub``, and the audiences that occur."""

    subject: str
    audiences: Sequence[str]


@dataclass(frozen=True, slots=True)
class Untrusted:
    """A token that a role does not certainly admit."""

    token: UploadToken
    reason: MissingReason

    def __str__(self) -> str:
        audiences = " or ".join(self.token.audiences)
        return f"its trust policy, for {self.token.subject} with audience {audiences}: {self.reason}"


def find_untrusted(policy: object, provider_arns: Sequence[str], tokens: Sequence[UploadToken]) -> Iterator[Untrusted]:
    """The tokens that a trust policy does not certainly admit; a document is text or an object."""
    for token in tokens:
        try:
            reason = trust_of(policy, provider_arns, token.subject, token.audiences)
        except (UnusableInputError, ValueError):
            reason = MissingReason.NOT_ALLOWED
        if reason:
            yield Untrusted(token, reason)


def trust_notices(policy: object, provider_arns: Sequence[str], tokens: Sequence[UploadToken]) -> Iterator[Notice]:
    """One notice for each of them."""
    for found in find_untrusted(policy, provider_arns, tokens):
        yield Notice(
            "role-not-trusting",
            Severity.WARNING,
            str(found),
            "correct the trust policy; 'explain' prints which tokens it must admit",
            setting="etcdBackup.credentials.existingRole",
        )


def assert_existing_role(expected_arn: str, arn: str) -> None:
    """Raise :class:`ContractError` if the role of this name has another ARN than the settings."""
    if arn != expected_arn:
        raise ContractError(
            f"the existing role is {arn}, and the settings say {expected_arn}: the Secret would "
            "name a role that does not exist; correct etcdBackup.credentials.rolePath, or sign in "
            "to the account of etcdBackup.storage.s3.accountId"
        )
