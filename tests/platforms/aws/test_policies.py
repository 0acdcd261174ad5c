"""Policies of AWS: what they allow, what they enforce, and who is trusted."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from botocore.exceptions import ClientError
from hypothesis import given, settings, strategies as st

from openshift_credentials.platforms.aws.policies import (
    bucket_policy,
    key_policy,
    opens_to_everybody,
    statements_of,
    trust_policy,
    trust_problems,
    trusted_subjects,
)
from openshift_credentials.systems.etcd_backup.rules.names import service_account_subject
from openshift_credentials.systems.etcd_backup.rules.policies import GRANTS, upload_policy
from tests.kit.frames import EXAMPLES
from tests.kit.moto_server import ACCOUNT, REGION, Aws
from tests.kit.tables import nonempty
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
    known = {action for actions in GRANTS.values() for action in actions}
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


# The policies at work: a server with AWS's API that authorizes every request (moto).
#
# A session of the role does what the uploader and OADP's plugin do, and tries what it must not.

BUCKET = "snapshots"
OTHER_BUCKET = "somebody-elses"


def session_of_the_role(aws: Aws, *, restore: bool = False) -> Any:  # noqa: ANN401 - of boto3
    """Make role and buckets, then an S3 client with a session that a token of the Job gets."""
    setup = aws.client("s3")
    for bucket in (BUCKET, OTHER_BUCKET):
        setup.create_bucket(Bucket=bucket)
    for bucket in (BUCKET, OTHER_BUCKET):
        for key in ("etcd-backups/1.db", "elsewhere/1.db", "etcd-backups-old/1.db"):
            setup.put_object(Bucket=bucket, Key=key, Body=b"before")
    iam = aws.client("iam")
    role = iam.create_role(
        RoleName="etcd-backup",
        AssumeRolePolicyDocument=trust_policy(
            "aws", ACCOUNT, "https://oidc.example.com/a", [service_account_subject("hypershift")]
        ),
    )["Role"]["Arn"]
    iam.put_role_policy(
        RoleName="etcd-backup",
        PolicyName="upload-etcd-snapshots",
        PolicyDocument=upload_policy("aws", REGION, BUCKET, ["etcd-backups"], restore=restore),
    )
    session = aws.client("sts").assume_role_with_web_identity(
        RoleArn=role, RoleSessionName="backup", WebIdentityToken="token-of-the-job"
    )["Credentials"]
    aws.authorize_from_now_on()
    return aws.client(
        "s3",
        aws_access_key_id=session["AccessKeyId"],
        aws_secret_access_key=session["SecretAccessKey"],
        aws_session_token=session["SessionToken"],
    )


def test_the_role_uploads_in_one_request_and_in_parts(aws: Aws) -> None:
    s3 = session_of_the_role(aws)

    s3.put_object(Bucket=BUCKET, Key="etcd-backups/2.db", Body=b"snapshot")
    upload = s3.create_multipart_upload(Bucket=BUCKET, Key="etcd-backups/3.db")["UploadId"]
    part = s3.upload_part(Bucket=BUCKET, Key="etcd-backups/3.db", UploadId=upload, PartNumber=1, Body=b"part")
    s3.complete_multipart_upload(
        Bucket=BUCKET,
        Key="etcd-backups/3.db",
        UploadId=upload,
        MultipartUpload={"Parts": [{"PartNumber": 1, "ETag": part["ETag"]}]},
    )


def test_the_role_aborts_an_upload_that_failed(aws: Aws) -> None:
    s3 = session_of_the_role(aws)

    upload = s3.create_multipart_upload(Bucket=BUCKET, Key="etcd-backups/4.db")["UploadId"]
    s3.abort_multipart_upload(Bucket=BUCKET, Key="etcd-backups/4.db", UploadId=upload)


def test_the_role_may_do_nothing_else(aws: Aws) -> None:
    s3 = session_of_the_role(aws)

    for what, attempt in nonempty(forbidden(s3).items()):
        assert refused(attempt), f"the role may {what}"
    assert refused(lambda: s3.get_object(Bucket=BUCKET, Key="etcd-backups/1.db")), "may read"


def test_restore_reads_snapshots_and_nothing_more(aws: Aws) -> None:
    s3 = session_of_the_role(aws, restore=True)

    body = s3.get_object(Bucket=BUCKET, Key="etcd-backups/1.db")["Body"].read()
    assert body == b"before"
    for what, attempt in nonempty(forbidden(s3).items()):
        assert refused(attempt), f"the role may {what}"


def forbidden(s3: Any) -> dict[str, Callable[[], object]]:  # noqa: ANN401 - made by boto3
    """What the role must never be able to do, by what it would be."""
    below = {"Bucket": BUCKET, "Key": "etcd-backups/1.db"}
    return {
        "list the bucket": lambda: s3.list_objects_v2(Bucket=BUCKET),
        "list below the prefix": lambda: s3.list_objects_v2(Bucket=BUCKET, Prefix="etcd-backups/"),
        "list buckets": s3.list_buckets,
        "delete a snapshot": lambda: s3.delete_object(**below),
        "change the ACL of a snapshot": lambda: s3.put_object_acl(**below, ACL="public-read"),
        "change the tags of a snapshot": lambda: s3.put_object_tagging(**below, Tagging={"TagSet": []}),
        "write elsewhere": lambda: s3.put_object(Bucket=BUCKET, Key="elsewhere/1.db", Body=b""),
        "write to a neighbour": lambda: s3.put_object(Bucket=BUCKET, Key="etcd-backups-old/1.db", Body=b""),
        "write at the prefix itself": lambda: s3.put_object(Bucket=BUCKET, Key="etcd-backups", Body=b""),
        "write to another bucket": lambda: s3.put_object(Bucket=OTHER_BUCKET, Key="etcd-backups/1.db", Body=b""),
        "read elsewhere": lambda: s3.get_object(Bucket=BUCKET, Key="elsewhere/1.db"),
        "read in another bucket": lambda: s3.get_object(Bucket=OTHER_BUCKET, Key="etcd-backups/1.db"),
        "change the bucket's policy": lambda: s3.put_bucket_policy(
            Bucket=BUCKET, Policy=json.dumps({"Version": "2012-10-17", "Statement": []})
        ),
        "delete the bucket": lambda: s3.delete_bucket(Bucket=BUCKET),
    }


def refused(attempt: Callable[[], object]) -> bool:
    """Whether AWS refuses for want of permission; any other refusal is an error of the test."""
    try:
        attempt()
    except ClientError as error:
        if error.response.get("Error", {}).get("Code") != "AccessDenied":
            raise
        return True
    return False


# Judgements on policy documents that somebody wrote.

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
