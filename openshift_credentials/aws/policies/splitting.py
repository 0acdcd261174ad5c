"""Trust policies for more ServiceAccounts than fit into one."""

from bisect import bisect_right
from collections.abc import Sequence

from openshift_credentials.aws.policies.document import TRUST_POLICY_LIMIT
from openshift_credentials.aws.policies.trust import trust_policy


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
