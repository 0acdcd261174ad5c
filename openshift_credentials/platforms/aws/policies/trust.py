"""Trust policies for ServiceAccounts.

Source: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/reconciler.go``: the
backup Job's projected token has the audience ``sts.amazonaws.com`` in every partition.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ..arns import OIDC_CLIENT_IDS, STS_AUDIENCE, issuer_in, oidc_provider_arns
from .document import TRUST_POLICY_LIMIT, Statement, document, one_or_many

ASSUME_ROLE: Final = "sts:AssumeRoleWithWebIdentity"
"""What holders of a token call (AWS STS API Reference)."""


def trust_statement(provider_arn: str, conditions: Mapping[str, object]) -> Statement:
    """One statement that lets holders of a provider's tokens in, if the conditions hold."""
    return {
        "Effect": "Allow",
        "Principal": {"Federated": provider_arn},
        "Action": ASSUME_ROLE,
        "Condition": conditions,
    }


def trust_policy(
    partition: str,
    account_id: str,
    issuer: str,
    subjects: Sequence[str],
    *,
    with_either_audience: Sequence[str] = (),
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


def _statements(
    provider_arns: Sequence[str], subjects: Sequence[str], audiences: Sequence[str]
) -> Iterator[Statement]:
    exact = [subject for subject in subjects if "*" not in subject]
    patterns = [subject for subject in subjects if "*" in subject]
    for arn in provider_arns:
        provider = issuer_in(arn)
        audience = {f"{provider}:aud": one_or_many(audiences)}
        if exact:
            yield trust_statement(
                arn, {"StringEquals": {**audience, f"{provider}:sub": one_or_many(exact)}}
            )
        if patterns:
            yield trust_statement(
                arn,
                {
                    "StringEquals": audience,
                    "StringLike": {f"{provider}:sub": one_or_many(patterns)},
                },
            )


def split_by_trust(
    partition: str,
    account_id: str,
    issuer: str,
    subjects: Sequence[str],
    limit: int = TRUST_POLICY_LIMIT,
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
