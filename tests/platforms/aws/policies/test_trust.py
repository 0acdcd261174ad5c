import json
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from openshift_credentials.platforms.aws.policies import trust_policy
from tests.kit.nonempty import nonempty
from tests.platforms.aws.policies.linter import findings
from tests.platforms.aws.policies.strategies import ACCOUNTS, PLACES, SUBJECTS, issuers

ISSUER = "https://oidc.example.com/a/b"
JOB = "system:serviceaccount:hypershift:etcd-backup-job"
VELERO = "system:serviceaccount:openshift-adp:velero"


def statements(policy: str) -> list[dict[str, Any]]:
    return json.loads(policy)["Statement"]


def test_one_exact_subject_and_the_audience_are_required() -> None:
    (statement,) = statements(trust_policy("aws", "123456789012", ISSUER, [JOB]))

    assert statement == {
        "Effect": "Allow",
        "Action": "sts:AssumeRoleWithWebIdentity",
        "Principal": {"Federated": "arn:aws:iam::123456789012:oidc-provider/oidc.example.com/a/b"},
        "Condition": {
            "StringEquals": {"oidc.example.com/a/b:aud": "sts.amazonaws.com", "oidc.example.com/a/b:sub": JOB}
        },
    }


def test_several_subjects_are_one_list_in_order_and_without_duplicates() -> None:
    policy = trust_policy("aws", "123456789012", ISSUER, [VELERO, JOB, VELERO])

    (statement,) = statements(policy)
    assert statement["Condition"]["StringEquals"]["oidc.example.com/a/b:sub"] == [JOB, VELERO]
    assert policy == trust_policy("aws", "123456789012", ISSUER, [JOB, VELERO])


def test_a_pattern_is_compared_as_one_and_leaves_the_exact_subjects_exact() -> None:
    pattern = "system:serviceaccount:clusters-*:velero"
    exact, like = statements(trust_policy("aws", "123456789012", ISSUER, [pattern, JOB]))

    assert exact["Condition"]["StringEquals"]["oidc.example.com/a/b:sub"] == JOB
    assert "StringLike" not in exact["Condition"]
    assert like["Condition"] == {
        "StringEquals": {"oidc.example.com/a/b:aud": "sts.amazonaws.com"},
        "StringLike": {"oidc.example.com/a/b:sub": pattern},
    }


def test_a_trailing_slash_is_trusted_with_and_without() -> None:
    both = statements(trust_policy("aws", "123456789012", "https://x.example.com/", [JOB]))

    assert [each["Principal"]["Federated"].partition("/")[2] for each in both] == ["x.example.com", "x.example.com/"]
    assert [sorted(each["Condition"]["StringEquals"]) for each in both] == [
        ["x.example.com:aud", "x.example.com:sub"],
        ["x.example.com/:aud", "x.example.com/:sub"],
    ]


@pytest.mark.parametrize("subjects", [[], [""], [JOB, "  "]])
def test_nobody_and_blank_are_no_subjects(subjects: list[str]) -> None:
    with pytest.raises(ValueError, match="blank"):
        trust_policy("aws", "123456789012", ISSUER, subjects)


@settings(deadline=None)
@given(PLACES, ACCOUNTS, issuers(), st.lists(SUBJECTS, min_size=1, max_size=5))
def test_every_trust_policy_pins_issuer_subject_and_audience(
    place: tuple[str, str], account: str, issuer: str, subjects: list[str]
) -> None:
    partition, _ = place
    policy = trust_policy(partition, account, issuer, subjects)

    assert findings(policy) == []
    assert "https://" not in policy
    assert "None" not in json.loads(policy)
    for statement in nonempty(statements(policy)):
        provider = statement["Principal"]["Federated"].partition(":oidc-provider/")[2]
        assert statement["Principal"]["Federated"].startswith(f"arn:{partition}:iam::{account}:"), statement
        equals = statement["Condition"]["StringEquals"]
        assert equals[f"{provider}:aud"] == "sts.amazonaws.com"
        given = equals[f"{provider}:sub"]
        assert ([given] if isinstance(given, str) else given) == sorted(set(subjects))
        assert set(statement["Condition"]) == {"StringEquals"}
