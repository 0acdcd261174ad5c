"""Whether a role admits a token, and when that is not known."""

import json
from typing import Any

import pytest

from openshift_credentials.platforms.aws.evaluation import MissingReason
from openshift_credentials.platforms.aws.names import oidc_provider_arns
from openshift_credentials.platforms.aws.policies import trust_of, trust_policy

ISSUER = "https://oidc.example.com/abc"
SUBJECT = "system:serviceaccount:hypershift:etcd-backup-job"
PROVIDERS = oidc_provider_arns("aws", "123456789012", ISSUER)
TRUST = trust_policy("aws", "123456789012", ISSUER, [SUBJECT])


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
