"""Permissions by cloud, mode and component, and what a policy lacks of them."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st
from moto.iam.access_control import IAMPolicy, PermissionResult

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.json_values import object_member
from openshift_credentials.platforms.aws.evaluation import MissingReason, Need, covers, intersects, lacking
from openshift_credentials.platforms.credentials_requests import CredentialsRequest, SecretRef, StatementEntry
from openshift_credentials.platforms.go.json import marshal
from openshift_credentials.systems.cloud_credentials.plan import split_policies
from openshift_credentials.systems.cloud_credentials.rules.permissions import (
    AWS_MINT_ACTIONS,
    GCP_MINT_PERMISSIONS,
    OperatorCloud,
    PermissionMode,
    documented_permissions,
    missing,
    names_of,
    needs_by_component,
    needs_of,
    permissions_of_mode,
    policy_of,
    union_statements,
)
from openshift_credentials.systems.cloud_credentials.rules.upgrades import Change, diff
from openshift_credentials.systems.component_identities.rules.aws_roles import permission_policy
from tests.kit.tables import read_rows, rows_beside


@pytest.mark.parametrize("mode", PermissionMode)
@pytest.mark.parametrize("cloud", OperatorCloud)
def test_the_policy_that_is_printed_lacks_nothing(cloud: OperatorCloud, mode: PermissionMode) -> None:
    try:
        need = permissions_of_mode(cloud, mode)
    except UnusableInputError:
        assert mode is not PermissionMode.PASSTHROUGH
        return
    policy = policy_of(cloud, need)
    assert names_of(need) or need.roles
    if policy is not None:
        assert not missing(cloud, need, json.dumps(policy))
    elif cloud is OperatorCloud.VSPHERE:
        assert not missing(cloud, need, json.dumps(need.permissions))


def test_the_catalogue_has_the_numbers_of_the_documentation() -> None:
    aws, azure = (
        {name: len(names_of(need)) for name, need in needs_by_component(cloud, PermissionMode.PASSTHROUGH).items()}
        for cloud in (OperatorCloud.AWS, OperatorCloud.AZURE)
    )
    assert aws == {
        "openshift-cluster-api-aws": 30,
        "openshift-machine-api-aws": 29,
        "cloud-credential-operator-iam-ro": 3,
        "openshift-image-registry": 18,
        "openshift-ingress": 6,
        "openshift-cloud-network-config-controller-aws": 9,
        "aws-ebs-csi-driver-operator": 25,
    }
    assert sorted(azure.values()) == [0, 4, 6, 8, 9, 11, 14, 35]
    assert len(AWS_MINT_ACTIONS) == 11
    assert len(GCP_MINT_PERMISSIONS) == 10
    assert len(object_member(documented_permissions(), "vsphere")) == 8


AZURE_POLICIES: list[tuple[dict[str, Any], bool]] = [
    ({"actions": ["Microsoft.Compute/*", "Microsoft.Network/*"]}, False),
    ({"Actions": ["*"], "DataActions": ["*"]}, True),
    ({"dataActions": ["*"]}, False),
    ({"actions": ["*"], "dataActions": ["*"], "notActions": ["*/write"]}, False),
    ({"properties": {"permissions": [{"actions": ["*"], "dataActions": ["*"]}]}}, True),
    ({"permissions": [{"actions": ["*"]}, {"dataActions": ["microsoft.storage/*"]}]}, True),
]


@pytest.mark.parametrize(("role", "is_enough"), AZURE_POLICIES, ids=range(len(AZURE_POLICIES)))
def test_azure_roles_are_read_in_all_forms(role: dict[str, Any], is_enough: bool) -> None:
    need = permissions_of_mode(OperatorCloud.AZURE, PermissionMode.PASSTHROUGH)
    assert (not missing(OperatorCloud.AZURE, need, json.dumps(role))) is is_enough


def request(name: str, actions: list[str], **more: Any) -> CredentialsRequest:  # noqa: ANN401
    spec = {"kind": "AWSProviderSpec", "statementEntries": [{"effect": "Allow", "action": actions, "resource": "*"}]}
    values: dict[str, Any] = {"secret": SecretRef("n", name), "service_accounts": ("sa",), **more}
    return CredentialsRequest(
        file="a.yaml", document=1, name=name, namespace="o", provider_spec=marshal(spec), **values
    )


def test_a_new_release_is_due_before_the_upgrade_where_it_asks_for_more() -> None:
    old = [request("same", ["a:b"]), request("gone", ["a:b"]), request("more", ["a:b", "a:c"])]
    new = [
        request("same", ["a:b"]),
        request("new", ["x:y"]),
        request("more", ["a:c", "a:d"], service_accounts=("sa", "sb")),
    ]
    changes = {each.request.name: each for each in diff(old, new)}
    assert {name: each.change for name, each in changes.items()} == {
        "gone": Change.REMOVED,
        "new": Change.ADDED,
        "more": Change.CHANGED,
    }
    assert not changes["gone"].before_upgrade
    assert changes["new"].before_upgrade
    more = changes["more"].deltas
    assert (more["permissions"].added, more["permissions"].removed) == (["a:d"], ["a:b"])
    assert more["serviceAccounts"].added == ["sb"]


SPECS: dict[str, tuple[dict[str, Any], dict[str, tuple[str, ...]]]] = {
    name: (spec, {fact: tuple(asked) for fact, asked in facts.items()})
    for name, spec, facts in read_rows(__file__, "compared_requests.json")
}


@pytest.mark.parametrize("name", SPECS)
def test_each_kind_of_request_is_compared_by_what_it_asks_for(name: str) -> None:
    spec, wanted = SPECS[name]
    plain = request("r", [])
    full = replace(plain, provider_spec=marshal(spec), cloud_token_path="/x")
    (change,) = diff([], [full])
    added = {fact: tuple(delta.added) for fact, delta in change.deltas.items()}
    usual = {"secret": ("n/r",), "serviceAccounts": ("sa",), "cloudTokenPath": ("/x",), "kind": (spec["kind"],)}
    raw = {"providerSpec": (marshal(spec),)} if name == "unreadable" else {}
    assert added == {**usual, **wanted, **raw}


ACTIONS = ("s3:GetObject", "s3:PutObject", "iam:PassRole", "ec2:RunInstances")


PATTERNS = st.sampled_from(("s3:GetObject", "s3:Put*", "s3:*", "iam:*Role", "ec2:*", "*"))


def document(*statements: dict[str, Any]) -> str:
    return json.dumps({"Version": "2012-10-17", "Statement": list(statements)})


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


@rows_beside("text")
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
