"""Judgements on policy documents that somebody wrote."""

import json

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.platforms.aws.policies import (
    bucket_policy,
    opens_to_everybody,
    statements_of,
    trust_policy,
    trust_problems,
    trusted_subjects,
)

LABELS = st.from_regex(r"[a-z0-9]([-a-z0-9]{0,20}[a-z0-9])?", fullmatch=True)
SUBJECTS = st.lists(st.builds("system:serviceaccount:{}:{}".format, LABELS, LABELS), min_size=1, max_size=4)


@given(SUBJECTS)
def test_a_trust_policy_of_this_package_has_no_problem_and_gives_its_subjects_back(subjects: list[str]) -> None:
    policy = trust_policy("aws", "123456789012", "https://oidc.example.com", subjects)
    assert list(trust_problems(policy)) == []
    assert sorted(trusted_subjects(policy)) == sorted(set(subjects))
    assert list(trust_problems(json.loads(policy))) == []


@given(SUBJECTS)
def test_a_subject_with_a_wildcard_is_reported(subjects: list[str]) -> None:
    policy = trust_policy("aws", "123456789012", "https://x.example", [f"{subjects[0]}*"])
    assert any("wildcard" in problem for problem in trust_problems(policy))


def test_a_trust_policy_for_no_web_identity_is_not_judged() -> None:
    service = {"Effect": "Allow", "Principal": {"Service": "s3"}, "Action": "sts:AssumeRole"}
    assert list(trust_problems({"Statement": service})) == []


@pytest.mark.parametrize("policy", ["{", "[]", "3", 3, None])
def test_what_is_no_document_is_a_value_error(policy: object) -> None:
    with pytest.raises(ValueError, match=r".+"):
        statements_of(policy)


def test_only_an_unconditional_allow_opens_a_bucket() -> None:
    assert not opens_to_everybody(bucket_policy("aws", "b"))
    allow: dict[str, object] = {"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject"}
    assert opens_to_everybody({"Statement": allow})
    assert not opens_to_everybody({"Statement": allow | {"Condition": {"Bool": {"x": "true"}}}})
