import json

from hypothesis import given, settings

from openshift_credentials.platforms.aws.policies import bucket_policy, key_policy
from tests.kit.depth import EXAMPLES
from tests.kit.nonempty import nonempty
from tests.platforms.aws.policies.linter import findings
from tests.platforms.aws.policies.strategies import ACCOUNTS, BUCKETS, PLACES


@settings(max_examples=EXAMPLES // 2)  # the linter expands s3:* and kms:*
@given(PLACES, BUCKETS)
def test_a_bucket_policy_only_refuses_and_only_what_comes_without_good_tls(place: tuple[str, str], bucket: str) -> None:
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


@settings(max_examples=EXAMPLES // 2)  # the linter expands s3:* and kms:*
@given(PLACES, ACCOUNTS)
def test_a_key_policy_names_the_account_and_no_role(place: tuple[str, str], account: str) -> None:
    policy = key_policy(place[0], account)

    assert findings(policy) == []
    (statement,) = json.loads(policy)["Statement"]
    assert statement["Principal"] == {"AWS": f"arn:{place[0]}:iam::{account}:root"}
    assert ":role/" not in policy
