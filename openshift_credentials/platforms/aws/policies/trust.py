"""Trust policies for ServiceAccounts.

Source: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go``: the
backup Job's projected token has the audience ``sts.amazonaws.com`` in every partition.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.base.json_values import is_object

from ..arns import OIDC_CLIENT_IDS, STS_AUDIENCE, issuer_in, oidc_provider_arns
from .conditions import Context, certainly_met
from .document import TRUST_POLICY_LIMIT, Statement, document, one_or_many
from .evaluation import MissingReason, Need, Statement as ParsedStatement, parse_policy
from .judgement import many, statements_of

ASSUME_ROLE: Final = "sts:AssumeRoleWithWebIdentity"
"""What holders of a token call (AWS STS API Reference)."""


def trust_statement(provider_arn: str, conditions: Mapping[str, object]) -> Statement:
    """One statement that lets holders of a provider's tokens in, if the conditions hold."""
    return {"Effect": "Allow", "Principal": {"Federated": provider_arn}, "Action": ASSUME_ROLE, "Condition": conditions}


def trust_policy(
    partition: str, account_id: str, issuer: str, subjects: Sequence[str], *, with_either_audience: Sequence[str] = ()
) -> str:
    """A trust policy for exactly these service accounts, with the audience of the backup Job.

    Tokens of ``with_either_audience`` may also have OpenShift's own audience.

    ``subjects`` are whole ``sub`` claims. A subject with ``*`` is a pattern and is compared with
    ``StringLike``; all others are compared with ``StringEquals``, where ``*`` is an ordinary
    character. Every statement requires both ``sub`` and ``aud``.

    Raises :class:`ValueError` if a subject is blank or there is none: such a policy would allow
    every ServiceAccount of the cluster, or none.
    """
    everybody = [*subjects, *with_either_audience]
    if not everybody or not all(subject.strip() for subject in everybody):
        raise ValueError("a trust policy needs at least one subject, and no blank ones")
    providers = oidc_provider_arns(partition, account_id, issuer)
    return document(
        *_statements(providers, subjects, [STS_AUDIENCE]),
        *_statements(providers, with_either_audience, OIDC_CLIENT_IDS),
    )


def _statements(provider_arns: Sequence[str], subjects: Sequence[str], audiences: Sequence[str]) -> Iterator[Statement]:
    exact = [subject for subject in subjects if "*" not in subject]
    patterns = [subject for subject in subjects if "*" in subject]
    for arn in provider_arns:
        provider = issuer_in(arn)
        audience = {f"{provider}:aud": one_or_many(audiences)}
        if exact:
            yield trust_statement(arn, {"StringEquals": {**audience, f"{provider}:sub": one_or_many(exact)}})
        if patterns:
            yield trust_statement(
                arn, {"StringEquals": audience, "StringLike": {f"{provider}:sub": one_or_many(patterns)}}
            )


def split_by_trust(
    partition: str, account_id: str, issuer: str, subjects: Sequence[str], limit: int = TRUST_POLICY_LIMIT
) -> list[tuple[str, ...]]:
    """``subjects`` in as few groups as possible, each with a trust policy within ``limit``.

    Raises :class:`ValueError` if the policy of a single subject is too long.
    """

    def length(count: int) -> int:
        return len(trust_policy(partition, account_id, issuer, subjects[start : start + count]))

    runs: list[tuple[str, ...]] = []
    start = 0
    while start < len(subjects):
        counts = range(1, len(subjects) - start + 1)
        fitting = bisect_right(counts, limit, key=length)
        if not fitting:
            raise ValueError(f"the trust policy of {subjects[start]} has {length(1)} characters")
        runs.append(tuple(subjects[start : start + fitting]))
        start += fitting
    return runs


def trust_of(
    policy: object, provider_arns: Sequence[str], subject: str, audiences: Sequence[str]
) -> MissingReason | None:
    """Why the trust policy of a role does not certainly admit a token, or ``None`` if it does.

    The token has this claim ``sub`` and one of these ``aud``, and comes from the issuer of one of
    the providers. Raises :class:`ValueError` or :class:`UnusableInputError` for anything but a
    policy.
    """
    found = [_trust_of(policy, arn, subject, audience) for arn in provider_arns for audience in audiences]
    order = (None, MissingReason.CONDITIONAL, MissingReason.DENIED, MissingReason.NOT_ALLOWED)
    return min(found, key=order.index)


def _trust_of(policy: object, provider_arn: str, subject: str, audience: str) -> MissingReason | None:
    claims = claims_of(issuer_in(provider_arn), subject, audience)
    asked = list(_for_the_provider(policy, provider_arn))
    if not asked:
        return MissingReason.NOT_ALLOWED
    reason = _access(parse_policy(document(*asked)), claims)
    excluding = any("NotPrincipal" in statement for statement in statements_of(policy))
    return MissingReason.CONDITIONAL if reason is None and excluding else reason


def _access(statements: Sequence[ParsedStatement], claims: Context) -> MissingReason | None:
    """Why the statements do not certainly admit the claims, or ``None`` if they do.

    Keys outside ``claims`` are not known, so that the answer can be
    :attr:`MissingReason.CONDITIONAL` for a denial too.
    """
    need = Need(ASSUME_ROLE)
    denials = [item for item in statements if not item.is_allow and item.denies(need)]
    denied = [certainly_met(denial.conditions, claims) for denial in denials]
    if True in denied:
        return MissingReason.DENIED
    allowing = [item for item in statements if item.is_allow and item.allows(need)]
    granted = [certainly_met(item.conditions, claims) for item in allowing]
    if True in granted:
        return MissingReason.CONDITIONAL if None in denied else None
    return MissingReason.CONDITIONAL if None in granted else MissingReason.NOT_ALLOWED


def claims_of(provider: str, subject: str, audience: str) -> Context:
    """Condition keys of a token; ``provider`` is the URL of its issuer without the scheme."""
    return {f"{provider}:sub": subject, f"{provider}:aud": audience}


def _for_the_provider(policy: object, provider_arn: str) -> Iterator[Statement]:
    """The statements about tokens of the provider, as those of an identity policy."""
    for statement in statements_of(policy):
        principal = statement.get("Principal")
        if provider_arn in federations(principal) or (
            statement.get("Effect") == "Deny" and "*" in many(_everybody(principal))
        ):
            rest = {key: value for key, value in statement.items() if key != "Principal"}
            yield {**rest, "Resource": "*"}


def federations(principal: object) -> list[str]:
    """The ARNs of the providers in a principal."""
    return many(principal.get("Federated")) if is_object(principal) else []


def _everybody(principal: object) -> object:
    """All names of a principal; ``*`` alone is everybody, and so is ``{"AWS": "*"}``."""
    if not is_object(principal):
        return principal
    return [name for names in principal.values() for name in many(names)]
