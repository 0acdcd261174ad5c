"""What the policies of an existing IAM role lack of what backups need.

Source: IAM User Guide, "Policy evaluation logic": within one account a policy of the role or of the
resource is enough, across accounts both are needed, and a permissions boundary must allow it too.
Policies of the organization are not read.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from openshift_credentials.base.errors import ContractError, UnusableInputError
from openshift_credentials.base.notices import Notice, Severity
from openshift_credentials.platforms.aws.policies.evaluation import (
    Lacking,
    MissingReason,
    Need,
    Statement,
    access,
    parse_policy,
)
from openshift_credentials.platforms.aws.policies.trust_evaluation import trust_of
from openshift_credentials.platforms.kubernetes.names import canonical_json


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
        return (
            f"its trust policy, for {self.token.subject} with audience {audiences}: {self.reason}"
        )


def find_untrusted(
    policy: object, provider_arns: Sequence[str], tokens: Sequence[UploadToken]
) -> Iterator[Untrusted]:
    """The tokens that a trust policy does not certainly admit; a document is text or an object."""
    for token in tokens:
        try:
            reason = trust_of(policy, provider_arns, token.subject, token.audiences)
        except (UnusableInputError, ValueError):
            reason = MissingReason.NOT_ALLOWED
        if reason:
            yield Untrusted(token, reason)


def trust_notices(
    policy: object, provider_arns: Sequence[str], tokens: Sequence[UploadToken]
) -> Iterator[Notice]:
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


def needs_of_policy(policy: str, context: Mapping[str, str]) -> list[Need]:
    """What a planned policy allows, as needs; its conditions are promises about the requests."""
    return [
        Need(action, resource, tuple(sorted({**context, **asked}.items())))
        for statement in parse_policy(policy)
        for asked in _contexts(statement)
        for action in statement.actions
        for resource in statement.resources
    ]


def _contexts(statement: Statement) -> Iterator[Mapping[str, str]]:
    keys = {key: values for pairs in statement.conditions.values() for key, values in pairs.items()}
    for values in product(*keys.values()):
        yield dict(zip(keys, values, strict=True))


def lacks(
    policies: Sequence[object], boundary: object | None, needs: Sequence[Need]
) -> list[Lacking]:
    """The needs that the policies of a role do not certainly meet, each once.

    Raises :class:`UnusableInputError` if a document is no policy.
    """
    own = [statement for policy in policies for statement in parse_policy(_text(policy))]
    limits = [own] if boundary is None else [own, list(parse_policy(_text(boundary)))]
    found: dict[tuple[str, str], Lacking] = {}
    for need, statements in product(needs, limits):
        known = found.get((need.action, need.resource))
        reason = access(statements, need, dict(need.context))
        if reason and (known is None or known.reason is MissingReason.CONDITIONAL):
            found[need.action, need.resource] = Lacking(need, reason)
    return list(found.values())


def _text(policy: object) -> str:
    return policy if isinstance(policy, str) else canonical_json(policy)
