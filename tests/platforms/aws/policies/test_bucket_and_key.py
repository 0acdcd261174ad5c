import json

import pytest
from hypothesis import given, settings

from openshift_credentials.platforms.aws.policies import TlsVersion, bucket_policy, key_policy
from tests.kit.depth import EXAMPLES
from tests.kit.nonempty import nonempty
from tests.platforms.aws.policies.linter import findings
from tests.platforms.aws.policies.strategies import ACCOUNTS, BUCKETS, PLACES


@settings(max_examples=EXAMPLES // 2)  # the linter expands s3:* and kms:*
@given(PLACES, BUCKETS)
def test_a_bucket_policy_only_refuses_and_only_what_comes_without_good_tls(
    place: tuple[str, str], bucket: str
) -> None:
    policy = bucket_policy(place[0], bucket)

    assert findings(policy) == []
    for statement in nonempty(json.loads(policy)["Statement"]):
        assert statement["Effect"] == "Deny"
        ((operator, condition),) = statement["Condition"].items()
        assert (operator, condition) in [
            ("Bool", {"aws:SecureTransport": "false"}),
            ("NumericLessThan", {"s3:TlsVersion": "1.2"}),
        ]
        arn = f"arn:{place[0]}:s3:::{bucket}"
        assert statement["Resource"] == [arn, f"{arn}/*"]


def test_the_oldest_version_of_tls_can_be_raised() -> None:
    assert '"s3:TlsVersion":"1.3"' in bucket_policy("aws", "b", TlsVersion.TLS_1_3)


@settings(max_examples=EXAMPLES // 2)  # the linter expands s3:* and kms:*
@given(PLACES, ACCOUNTS)
def test_a_key_policy_names_the_account_and_no_role(place: tuple[str, str], account: str) -> None:
    policy = key_policy(place[0], account)

    assert findings(policy) == []
    (statement,) = json.loads(policy)["Statement"]
    assert statement["Principal"] == {"AWS": f"arn:{place[0]}:iam::{account}:root"}
    assert ":role/" not in policy


@pytest.mark.parametrize(
    "bad",
    [
        {"Effect": "Allow", "Action": "s3:PutObjekt", "Resource": "arn:aws:s3:::b/*"},
        {"Effect": "Allow", "Action": "kms:Decrypt", "Resource": "arn:aws:s3:::b/*"},
        {"Effect": "Allow", "Action": "*", "Resource": "*"},
        {
            "Effect": "Allow",
            "Action": "s3:PutObject",
            "Resource": "arn:aws:s3:::b/*",
            "Condition": {"StringEquals": {"kms:ViaService": "s3.us-east-1.amazonaws.com"}},
        },
    ],
)
def test_the_linter_does_find_what_is_wrong(bad: object) -> None:
    assert findings(json.dumps({"Version": "2012-10-17", "Statement": [bad]}))
