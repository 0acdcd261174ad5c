"""Whether a role admits a token and is allowed what it needs, and when that is not known."""

import json
from typing import Any

import pytest

from openshift_credentials.platforms.aws.arns import oidc_provider_arns
from openshift_credentials.platforms.aws.policies import trust_policy
from openshift_credentials.platforms.aws.policies.evaluation import (
    MissingReason,
    Need,
    access,
    parse_policy,
)
from openshift_credentials.platforms.aws.policies.trust_evaluation import trust_of

PUT = Need("s3:PutObject", "arn:aws:s3:::snapshots/etcd/*")
KNOWN = {"aws:SecureTransport": "true", "aws:ResourceAccount": "123456789012"}

ALLOW: dict[str, Any] = {
    "Effect": "Allow",
    "Action": "s3:Put*",
    "Resource": "arn:aws:s3:::snapshots/*",
}
DENY: dict[str, Any] = {"Effect": "Deny", "Action": "s3:*", "Resource": "*"}


def when(operator: str, key: str, value: str) -> dict[str, Any]:
    return {"Condition": {operator: {key: value}}}


@pytest.mark.parametrize(
    ("statements", "reason"),
    [
        ([ALLOW], None),
        ([], MissingReason.NOT_ALLOWED),
        ([ALLOW, DENY], MissingReason.DENIED),
        ([{**ALLOW, "Resource": "arn:aws:s3:::snapshots/etcd/one/*"}], MissingReason.NOT_ALLOWED),
        ([{**ALLOW, **when("Bool", "aws:SecureTransport", "true")}], None),
        ([{**ALLOW, **when("Bool", "aws:SecureTransport", "false")}], MissingReason.NOT_ALLOWED),
        (
            [{**ALLOW, **when("StringEquals", "aws:SourceVpce", "vpce-1")}],
            MissingReason.CONDITIONAL,
        ),
        (
            [{**ALLOW, **when("StringLike", "aws:ResourceAccount", "${x:y}")}],
            MissingReason.CONDITIONAL,
        ),
        ([{**ALLOW, **when("Unheard", "aws:ResourceAccount", "x")}], MissingReason.CONDITIONAL),
        (
            [ALLOW, {**DENY, **when("StringNotEquals", "aws:SourceVpce", "v")}],
            MissingReason.CONDITIONAL,
        ),
        (
            [ALLOW, {**DENY, **when("StringEquals", "aws:SourceVpce", "v")}],
            MissingReason.CONDITIONAL,
        ),
        ([ALLOW, {**DENY, **when("Bool", "aws:SecureTransport", "false")}], None),
        ([ALLOW, {**DENY, **when("Bool", "aws:SecureTransport", "true")}], MissingReason.DENIED),
        (
            [ALLOW, {**DENY, "Resource": "arn:aws:s3:::snapshots/etcd/one/*"}],
            MissingReason.CONDITIONAL,
        ),
        ([ALLOW, {**DENY, "Resource": "arn:aws:s3:::other/*"}], None),
        (
            [{**ALLOW, "Resource": "arn:aws:s3:::snapshots/${aws:PrincipalTag/x}*"}],
            MissingReason.CONDITIONAL,
        ),
        ([ALLOW, {**DENY, "Resource": "arn:aws:s3:::${aws:x}/*"}], MissingReason.CONDITIONAL),
        (
            [ALLOW, {"Effect": "Deny", "Action": "*", "NotResource": "arn:aws:s3:::snapshots/*"}],
            None,
        ),
        (
            [ALLOW, {"Effect": "Deny", "Action": "*", "NotResource": "arn:aws:s3:::other/*"}],
            MissingReason.DENIED,
        ),
    ],
)
def test_what_is_not_known_is_neither_allowed_nor_denied(
    statements: list[dict[str, Any]], reason: MissingReason | None
) -> None:
    policy = json.dumps({"Version": "2012-10-17", "Statement": statements})
    assert access(parse_policy(policy), PUT, KNOWN) is reason


ISSUER = "https://oidc.example.com/abc"
SUBJECT = "system:serviceaccount:hypershift:etcd-backup-job"
PROVIDERS = oidc_provider_arns("aws", "123456789012", ISSUER)
TRUST = trust_policy("aws", "123456789012", ISSUER, [SUBJECT])


def changed(**members: object) -> dict[str, Any]:
    document = json.loads(TRUST)
    document["Statement"][0].update(members)
    return document


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
        (
            changed(Condition={"StringEquals": {"oidc.example.com/abc:amr": "x"}}),
            MissingReason.CONDITIONAL,
        ),
        (
            {
                "Statement": [
                    *json.loads(TRUST)["Statement"],
                    {"Effect": "Deny", "Principal": "*", "Action": "sts:*"},
                ]
            },
            MissingReason.DENIED,
        ),
        (
            {
                "Statement": [
                    *json.loads(TRUST)["Statement"],
                    {
                        "Effect": "Deny",
                        "NotPrincipal": {"AWS": "arn:aws:iam::1:root"},
                        "Action": "*",
                    },
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
