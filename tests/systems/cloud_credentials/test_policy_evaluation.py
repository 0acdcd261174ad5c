"""What a policy lacks of what is needed, as IAM evaluates it."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st
from moto.iam.access_control import IAMPolicy, PermissionResult

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.platforms.aws.policies.conditions import covers, intersects
from openshift_credentials.platforms.aws.policies.evaluation import MissingReason, Need, lacking
from openshift_credentials.platforms.credentials_requests import StatementEntry
from openshift_credentials.platforms.go.json import marshal
from openshift_credentials.systems.cloud_credentials.plan import split_policies
from openshift_credentials.systems.cloud_credentials.rules.permissions import (
    OperatorCloud,
    PermissionMode,
    needs_of,
    permissions_of_mode,
    union_statements,
)
from openshift_credentials.systems.cloud_credentials.rules.policies import missing
from openshift_credentials.systems.component_identities.rules.aws_roles import permission_policy
from tests.kit.rows import read_rows

ACTIONS = ("s3:GetObject", "s3:PutObject", "iam:PassRole", "ec2:RunInstances")


PATTERNS = st.sampled_from(("s3:GetObject", "s3:Put*", "s3:*", "iam:*Role", "ec2:*", "*"))


def document(*statements: dict[str, Any]) -> str:
    return json.dumps({"Version": "2012-10-17", "Statement": list(statements)})


def allow(action: object, resource: object = "*", **more: object) -> dict[str, Any]:
    return {"Effect": "Allow", "Action": action, "Resource": resource, **more}


def statement(effect: str, element: str, patterns: list[str]) -> dict[str, Any]:
    return {"Effect": effect, element: patterns, "Resource": "*"}


STATEMENT = st.builds(
    statement,
    st.sampled_from(("Allow", "Deny")),
    st.sampled_from(("Action", "NotAction")),
    st.lists(PATTERNS, min_size=1, max_size=3),
)


@given(st.lists(STATEMENT, min_size=1, max_size=4))
def test_a_policy_is_judged_as_a_second_implementation_judges_it(statements: list[dict[str, Any]]) -> None:
    policy = document(*statements)
    found = {each.need.action for each in lacking(policy, [Need(action) for action in ACTIONS])}
    other = IAMPolicy(policy)
    assert found == {
        action for action in ACTIONS if other.is_action_permitted(action) is not PermissionResult.PERMITTED
    }


# policy statements, need, reason (None where nothing lacks)
JUDGED: list[tuple[list[dict[str, Any]], Need, MissingReason | None]] = [
    (statements, Need(action, resource, tuple(context.items())), reason and MissingReason(reason))
    for statements, action, resource, context, reason in read_rows(__file__, "judged_policies.json")
]


@pytest.mark.parametrize(("statements", "need", "reason"), JUDGED, ids=range(len(JUDGED)))
def test_conditions_wildcards_and_denials_decide(
    statements: list[dict[str, Any]], need: Need, reason: MissingReason | None
) -> None:
    assert [each.reason for each in lacking(document(*statements), [need])] == ([] if reason is None else [reason])


def test_the_region_of_requests_may_be_known() -> None:
    policy = document(allow("*", Condition={"StringEquals": {"aws:RequestedRegion": ["eu-west-1", "eu-west-2"]}}))
    assert not missing(
        OperatorCloud.AWS, permissions_of_mode(OperatorCloud.AWS, PermissionMode.MINT), policy, "eu-west-2"
    )
    assert missing(OperatorCloud.AWS, permissions_of_mode(OperatorCloud.AWS, PermissionMode.MINT), policy, "us-east-1")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"Statement": 5}',
        '{"Statement": [{"Effect": "Allow"}]}',
        '{"Statement": [{"Effect": "allow", "Action": "*", "Resource": "*"}]}',
        '{"Statement": [{"Effect": "Allow", "Action": 5, "Resource": "*"}]}',
        '{"Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*", "Principal": "*"}]}',
        '{"Statement": [{"Effect": "Allow", "Action": "*", "NotAction": "*", "Resource": "*"}]}',
        '{"Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*", "Condition": []}]}',
    ],
)
def test_what_is_no_identity_policy_is_refused(text: str) -> None:
    with pytest.raises(UnusableInputError):
        lacking(text, [Need("s3:GetObject")])


TEXTS = st.text("ab*?", max_size=6)


@given(TEXTS, TEXTS)
def test_patterns_that_cover_also_intersect(pattern: str, needed_text: str) -> None:
    plain = needed_text.replace("*", "").replace("?", "a")
    if covers(pattern, needed_text):
        assert covers(pattern, plain)
        assert intersects(pattern, needed_text)
    assert intersects(pattern, needed_text) == intersects(needed_text, pattern)
    assert intersects(pattern, plain) == covers(pattern, plain)


def test_a_condition_of_a_request_is_the_context_of_its_calls() -> None:
    condition = {
        "StringEquals": {"aws:RequestedRegion": ["eu-west-1", "eu-west-2"], "aws:username": []},
        "StringLike": {"aws:PrincipalTag/team": "Platform"},
        "Bool": {"kms:GrantIsForAWSResource": True},
        "Null": None,
    }
    entry = StatementEntry(effect="Allow", action=("kms:CreateGrant",), resource="*", policy_condition=condition)
    (need,) = needs_of([entry, entry])
    assert need.context == (
        ("aws:PrincipalTag/team", "Platform"),
        ("aws:RequestedRegion", "eu-west-1"),
        ("aws:username", "[]"),
        ("kms:GrantIsForAWSResource", "true"),
    )


ENTRY = st.builds(
    StatementEntry,
    effect=st.just("Allow"),
    action=st.lists(st.sampled_from(ACTIONS), min_size=1, max_size=4).map(tuple),
    resource=st.sampled_from(("*", "arn:aws:s3:::b/*")),
    policy_condition=st.sampled_from((None, {"Bool": {"kms:GrantIsForAWSResource": True}})),
)


@given(st.lists(ENTRY, max_size=8))
def test_a_union_covers_every_statement(entries: list[StatementEntry]) -> None:
    policy = marshal(permission_policy(union_statements(entries)))
    assert not lacking(policy, needs_of(entries))


def test_a_policy_is_split_when_it_exceeds_the_limit_and_not_before() -> None:
    two = StatementEntry(effect="Allow", action=("s3:GetObject", "s3:PutObject"), resource="*")
    (whole,) = split_policies([two])
    assert split_policies([two], len(whole)) == (whole,)
    halves = split_policies([two], len(whole) - 1)
    assert [json.loads(each)["Statement"][0]["Action"] for each in halves] == [["s3:GetObject"], ["s3:PutObject"]]
    (both,) = split_policies([two, two])
    assert split_policies([two, two], len(both)) == (both,)
    assert split_policies([two, two], len(both) - 1) == (whole, whole)


@given(st.lists(ENTRY, max_size=8), st.integers(250, 600))
def test_a_split_policy_gives_all_of_it_within_the_limit(entries: list[StatementEntry], limit: int) -> None:
    documents = split_policies(entries, limit)
    assert all(len(each) <= limit for each in documents)
    together = [entry for each in documents for entry in json.loads(each)["Statement"]]
    assert not lacking(document(*together), needs_of(entries))
