import json
import re
from random import Random
from typing import Any

from hypothesis import given, settings, strategies as st

from openshift_credentials.systems.etcd_backup.rules.policies import GRANTS, upload_policy
from tests.kit.nonempty import nonempty
from tests.platforms.aws.policies.linter import findings
from tests.platforms.aws.policies.strategies import ACCOUNTS, BUCKETS, KEY_PREFIXES, PLACES

KEY_ID = "1234abcd-12ab-34cd-56ef-1234567890ab"


def statements(policy: str) -> dict[str, dict[str, Any]]:
    return {each["Sid"]: each for each in json.loads(policy)["Statement"]}


def test_the_uploader_may_put_and_abort_below_the_prefix_and_nothing_else() -> None:
    policy = upload_policy("aws", "us-east-1", "snapshots", ["etcd-backups"])

    assert json.loads(policy) == {
        "Version": "2012-10-17",
        "Statement": [
            {
                "Sid": "UploadSnapshots",
                "Effect": "Allow",
                "Action": ["s3:AbortMultipartUpload", "s3:PutObject"],
                "Resource": "arn:aws:s3:::snapshots/etcd-backups/*",
            }
        ],
    }


def test_a_key_is_used_through_s3_in_its_region_only() -> None:
    arn = f"arn:aws:kms:us-east-1:123456789012:key/{KEY_ID}"
    policy = upload_policy("aws", "us-east-1", "snapshots", ["p"], kms_key_arn=arn)

    assert statements(policy)["EncryptSnapshots"] == {
        "Sid": "EncryptSnapshots",
        "Effect": "Allow",
        "Action": ["kms:Decrypt", "kms:GenerateDataKey"],
        "Resource": arn,
        "Condition": {"StringEquals": {"kms:ViaService": "s3.us-east-1.amazonaws.com"}},
    }


def test_restore_reads_where_snapshots_are_and_nowhere_else() -> None:
    policy = upload_policy("aws", "us-east-1", "snapshots", ["p"], restore=True)

    assert statements(policy)["ReadSnapshots"]["Action"] == "s3:GetObject"
    assert statements(policy)["ReadSnapshots"]["Resource"] == "arn:aws:s3:::snapshots/p/*"


def test_requests_reach_buckets_of_one_account_only() -> None:
    policy = upload_policy("aws", "us-east-1", "b", ["p"], restore=True, resource_account="123456789012")

    for sid in ("UploadSnapshots", "ReadSnapshots"):
        assert statements(policy)[sid]["Condition"] == {"StringEquals": {"aws:ResourceAccount": "123456789012"}}
    assert findings(policy) == []


def test_what_is_a_wildcard_to_iam_is_escaped_in_a_prefix() -> None:
    policy = upload_policy("aws", "us-east-1", "b", ["etcd*/a"])

    assert statements(policy)["UploadSnapshots"]["Resource"] == "arn:aws:s3:::b/etcd${*}/a/*"


@settings(deadline=None)
@given(PLACES, ACCOUNTS, BUCKETS, st.lists(KEY_PREFIXES, min_size=1, max_size=3), st.booleans(), st.booleans())
def test_no_permission_policy_gives_more_than_it_says(
    place: tuple[str, str], account: str, bucket: str, prefixes: list[str], with_key: bool, restore: bool
) -> None:
    partition, region = place
    key = f"arn:{partition}:kms:{region}:{account}:key/{KEY_ID}" if with_key else None
    policy = upload_policy(partition, region, bucket, prefixes, kms_key_arn=key, restore=restore)

    assert findings(policy) == []
    assert len(policy) < 10_240
    for statement in nonempty(json.loads(policy)["Statement"]):
        beside = json.dumps({key: value for key, value in statement.items() if key != "Resource"})
        assert not re.search(r"Output|None|null", beside), "a prefix may be called None"
    known = {grant.action for grant in GRANTS}
    for statement in nonempty(json.loads(policy)["Statement"]):
        actions = statement["Action"]
        assert set([actions] if isinstance(actions, str) else actions) <= known
        resources = statement["Resource"]
        for resource in [resources] if isinstance(resources, str) else resources:
            assert resource.startswith(f"arn:{partition}:"), resource
            wildcards = re.sub(r"\$\{[*?$]\}", "", resource).count("*")
            assert wildcards == (0 if resource == key else 1)


@given(PLACES, BUCKETS, st.lists(KEY_PREFIXES, min_size=1, max_size=3), st.randoms())
def test_the_same_prefixes_in_any_order_are_the_same_text(
    place: tuple[str, str], bucket: str, prefixes: list[str], random: Random
) -> None:
    shuffled = list(prefixes)
    random.shuffle(shuffled)

    assert upload_policy(*place, bucket, prefixes) == upload_policy(*place, bucket, shuffled)
