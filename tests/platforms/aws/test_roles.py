"""Trust in a role, and what its policies allow."""

import json
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from openshift_credentials.platforms.aws.evaluation import MissingReason
from openshift_credentials.platforms.aws.names import RoleArn, oidc_provider_arns, parse_role_arn
from openshift_credentials.platforms.aws.policies import trust_of, trust_policy
from tests.kit.tables import nonempty
from tests.platforms.aws.policies.linter import findings
from tests.platforms.aws.policies.strategies import ACCOUNTS, PLACES, SUBJECTS, issuers
from tests.systems.etcd_backup.rules import strategies

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


# Whether a role admits a token, and when that is not known.

ROLE_ISSUER = "https://oidc.example.com/abc"
SUBJECT = "system:serviceaccount:hypershift:etcd-backup-job"
PROVIDERS = oidc_provider_arns("aws", "123456789012", ROLE_ISSUER)
TRUST = trust_policy("aws", "123456789012", ROLE_ISSUER, [SUBJECT])


def changed(**members: object) -> dict[str, Any]:
    document = json.loads(TRUST)
    document["Statement"][0].update(members)
    return document


def with_denial(operator: str, key: str) -> dict[str, Any]:
    document = json.loads(TRUST)
    denial = {"Effect": "Deny", "Principal": "*", "Action": "*", "Condition": {operator: {key: "x"}}}
    return {**document, "Statement": [*document["Statement"], denial]}


def asked(policy: object, audience: str = "sts.amazonaws.com") -> MissingReason | None:
    return trust_of(policy, PROVIDERS, SUBJECT, [audience])


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        (TRUST, None),
        (json.loads(TRUST), None),
        (TRUST.replace("etcd-backup-job", "velero"), MissingReason.NOT_ALLOWED),
        (TRUST.replace("oidc.example.com", "other.example.com"), MissingReason.NOT_ALLOWED),
        (changed(Action="sts:AssumeRole"), MissingReason.NOT_ALLOWED),
        (changed(Action=["sts:assumerolewith*"]), None),
        (changed(Principal={"AWS": "arn:aws:iam::123456789012:root"}), MissingReason.NOT_ALLOWED),
        (changed(Condition={"StringLike": {"oidc.example.com/abc:sub": "system:*:etcd-*"}}), None),
        (changed(Condition={"StringEquals": {"oidc.example.com/abc:amr": "x"}}), MissingReason.CONDITIONAL),
        (changed(Condition={"StringLike": {"oidc.example.com/abc:sub": "${x:y}"}}), MissingReason.CONDITIONAL),
        (changed(Condition={"Unheard": {"oidc.example.com/abc:sub": "x"}}), MissingReason.CONDITIONAL),
        (with_denial("StringNotEquals", "aws:SourceVpce"), MissingReason.CONDITIONAL),
        (with_denial("StringEquals", "aws:SourceVpce"), MissingReason.CONDITIONAL),
        (with_denial("StringEquals", "oidc.example.com/abc:sub"), None),
        (with_denial("StringNotEquals", "oidc.example.com/abc:sub"), MissingReason.DENIED),
        (
            {"Statement": [*json.loads(TRUST)["Statement"], {"Effect": "Deny", "Principal": "*", "Action": "sts:*"}]},
            MissingReason.DENIED,
        ),
        (
            {
                "Statement": [
                    *json.loads(TRUST)["Statement"],
                    {"Effect": "Deny", "NotPrincipal": {"AWS": "arn:aws:iam::1:root"}, "Action": "*"},
                ]
            },
            MissingReason.CONDITIONAL,
        ),
    ],
)
def test_a_role_admits_a_token_of_this_issuer_subject_and_audience(
    policy: object, reason: MissingReason | None
) -> None:
    assert asked(policy) is reason


def test_another_audience_is_not_admitted() -> None:
    assert asked(TRUST, "openshift") is MissingReason.NOT_ALLOWED


PREFIX = "arn:aws-cn:iam::123456789012:role"


@pytest.mark.parametrize(
    ("rest", "path", "name"),
    [
        ("/a", "/", "a"),
        ("/b/!~/a=+,.@_-Z9", "/b/!~/", "a=+,.@_-Z9"),
        (f"/{'b' * 510}/a", f"/{'b' * 510}/", "a"),
        (f"/{'a' * 64}", "/", "a" * 64),
    ],
)
def test_a_role_arn_is_taken_apart(rest: str, path: str, name: str) -> None:
    assert parse_role_arn(PREFIX + rest) == RoleArn("aws-cn", "123456789012", path, name)


@pytest.mark.parametrize("rest", ["", "/", "//a", "/a/", "/a b", f"/{'b' * 511}/a", f"/{'a' * 65}", "/\u00e4", "/a\n"])
def test_what_is_no_role_arn_is_nothing(rest: str) -> None:
    assert parse_role_arn(PREFIX + rest) is None


@given(strategies.role_arns)
def test_the_parts_make_the_arn_again(arn: str) -> None:
    role = parse_role_arn(arn)
    assert role is not None
    assert f"arn:{role.partition}:iam::{role.account}:role{role.path}{role.name}" == arn
