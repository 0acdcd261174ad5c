"""``preflight --cloud`` for an IAM role that exists, beside a stand-in of IAM."""

import json
from collections.abc import Iterator
from typing import Any, cast

import pytest

from openshift_credentials.live.aws_client import observe_aws
from openshift_credentials.live.check import Check, Purpose, State
from openshift_credentials.live.cloud import AwsCall
from openshift_credentials.live.observed import Object, Observed
from openshift_credentials.systems.etcd_backup.live import OPERATION
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.trees import AWS, Tree, changed, load
from tests.live.refusals import passing_without_an_answer
from tests.systems.etcd_backup.live.test_in_aws import aws, client, make_provider, role_of

__all__ = ["aws"]

KEY = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"
TREE: Tree = changed(AWS, credentials={"existingRole": True, "roleName": "shared"})
SETTINGS = load(TREE)
TRUST, ALLOWED = "cloud-role-trust", "cloud-role-permissions"
UPLOAD = {
    "Effect": "Allow",
    "Action": ["s3:PutObject", "s3:AbortMultipartUpload"],
    "Resource": "arn:aws:s3:::snapshots/*",
}


def policy(*statements: dict[str, Any]) -> str:
    return json.dumps({"Version": "2012-10-17", "Statement": list(statements)})


def make_role(
    *statements: dict[str, Any],
    trust: str | None = None,
    path: str = "/",
    managed: tuple[dict[str, Any], ...] = (),
    boundary: dict[str, Any] | None = None,
) -> None:
    """The role, with one inline policy of the statements and one managed policy."""
    iam = client("iam")

    def make_policy(name: str, *content: dict[str, Any]) -> str:
        made = iam.create_policy(PolicyName=name, PolicyDocument=policy(*content))
        return cast("str", made["Policy"]["Arn"])

    limit = {"PermissionsBoundary": make_policy("limit", boundary)} if boundary else {}
    iam.create_role(
        RoleName="shared",
        Path=path,
        AssumeRolePolicyDocument=trust or role_of(SETTINGS).trust_policy,
        **limit,
    )
    if statements:
        iam.put_role_policy(
            RoleName="shared", PolicyName="inline", PolicyDocument=policy(*statements)
        )
    if managed:
        iam.attach_role_policy(RoleName="shared", PolicyArn=make_policy("managed", *managed))


def observe(settings: EtcdBackupSettings = SETTINGS) -> Observed:
    def ask(reads: object) -> Observed:
        return observe_aws(cast("list[AwsCall]", reads), 5)

    return OPERATION.ask_clouds(settings, ask)[1]


def found(settings: EtcdBackupSettings = SETTINGS) -> dict[str, Check]:
    judged = OPERATION.cloud(settings, observe(settings), Purpose.PREFLIGHT)
    return {check.code: check for check in judged}


@pytest.fixture(autouse=True)
def provider(aws: None) -> None:
    assert aws is None
    make_provider("sts.amazonaws.com")


def test_a_role_that_admits_the_job_and_may_upload_passes() -> None:
    make_role(UPLOAD)
    checks = found()
    assert checks[TRUST].state is State.PASSED
    assert checks[ALLOWED].state is State.PASSED
    assert "cloud-exists" not in checks, "the update creates no role"


def test_managed_policies_count() -> None:
    make_role(managed=(UPLOAD,))
    assert found()[ALLOWED].state is State.PASSED


def test_what_no_policy_allows_is_named() -> None:
    make_role({**UPLOAD, "Action": "s3:PutObject"})
    check = found()[ALLOWED]
    assert check.state is State.FAILED
    assert "s3:AbortMultipartUpload on arn:aws:s3:::snapshots/etcd-backups/*" in check.detail
    assert "s3:PutObject" not in check.detail


def test_a_role_without_any_policy_lacks_everything() -> None:
    make_role()
    assert found()[ALLOWED].state is State.FAILED


@pytest.mark.parametrize(
    ("limit", "state"),
    [
        ({"Effect": "Allow", "Action": "s3:*", "Resource": "*"}, State.PASSED),
        ({"Effect": "Allow", "Action": "ec2:*", "Resource": "*"}, State.FAILED),
    ],
)
def test_a_boundary_has_to_allow_it_too(limit: dict[str, Any], state: State) -> None:
    make_role(UPLOAD, boundary=limit)
    assert found()[ALLOWED].state is state


def test_a_boundary_alone_allows_nothing() -> None:
    make_role(boundary={"Effect": "Allow", "Action": "*", "Resource": "*"})
    assert found()[ALLOWED].state is State.FAILED


@pytest.mark.parametrize(
    ("condition", "state"),
    [
        ({"Bool": {"aws:SecureTransport": "true"}}, State.PASSED),
        ({"StringEquals": {"aws:ResourceAccount": "123456789012"}}, State.PASSED),
        ({"StringEquals": {"aws:PrincipalAccount": "123456789012"}}, State.PASSED),
        (
            {"ArnEquals": {"aws:PrincipalArn": "arn:aws:iam::123456789012:role/shared"}},
            State.PASSED,
        ),
        ({"StringEquals": {"aws:PrincipalAccount": "999999999999"}}, State.FAILED),
        ({"StringEquals": {"aws:ResourceAccount": "999999999999"}}, State.FAILED),
        ({"StringEquals": {"aws:SourceVpce": "vpce-1"}}, State.UNKNOWN),
    ],
)
def test_a_condition_that_cannot_be_known_is_not_passed(
    condition: dict[str, Any], state: State
) -> None:
    make_role({**UPLOAD, "Condition": condition})
    assert found()[ALLOWED].state is state


def test_a_denial_is_a_failure_whatever_another_policy_may_allow() -> None:
    existing_bucket = load(changed(TREE, storage__s3__existing=True))
    make_role(UPLOAD, {"Effect": "Deny", "Action": "s3:*", "Resource": "*"})
    assert found(existing_bucket)[ALLOWED].state is State.FAILED


def test_the_policy_of_an_existing_bucket_or_key_may_allow_it() -> None:
    existing_bucket = load(changed(TREE, storage__s3__existing=True))
    with_key = load(changed(TREE, storage__s3__kmsKeyARN=KEY))
    make_role({**UPLOAD, "Action": "ec2:RunInstances"})
    assert found(existing_bucket)[ALLOWED].state is State.UNKNOWN
    client("iam").put_role_policy(
        RoleName="shared", PolicyName="inline", PolicyDocument=policy(UPLOAD)
    )
    check = found(with_key)[ALLOWED]
    assert check.state is State.UNKNOWN
    assert "kms:GenerateDataKey" in check.detail


def test_a_key_that_the_stack_makes_is_no_matter_of_the_role() -> None:
    copy = {"bucket": "copies", "region": "eu-west-1", "createKey": True, "restore": True}
    with_keys = changed(TREE, storage__s3__kms={"create": True}, storage__s3__replication=copy)
    with_keys["credentials"] = {**with_keys["credentials"], "restore": True}
    make_role(
        {**UPLOAD, "Action": ["s3:PutObject", "s3:AbortMultipartUpload", "s3:GetObject"]},
        {"Effect": "Allow", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::copies/*"},
    )
    assert found(load(with_keys))[ALLOWED].state is State.PASSED


@pytest.mark.parametrize(
    ("copy", "state"),
    [
        ({"createKey": False}, State.FAILED),
        ({"existing": True}, State.UNKNOWN),
        ({"existing": True, "accountId": "123456789012"}, State.UNKNOWN),
        ({"existing": True, "accountId": "999999999999"}, State.FAILED),
    ],
)
def test_the_policy_of_existing_copies_may_allow_a_restore(
    copy: dict[str, Any], state: State
) -> None:
    copies = {"bucket": "copies", "region": "eu-west-1", "restore": True, **copy}
    restores = {**TREE["credentials"], "restore": True}
    settings = load(changed(TREE, storage__s3__replication=copies, credentials=restores))
    make_role({**UPLOAD, "Action": ["s3:PutObject", "s3:AbortMultipartUpload", "s3:GetObject"]})
    check = found(settings)[ALLOWED]
    assert check.state is state
    assert check.detail.startswith("s3:GetObject on arn:aws:s3:::copies/etcd-backups/*: ")


@pytest.mark.parametrize(
    ("old", "new", "state"),
    [
        ("hypershift:etcd", "other:etcd", State.FAILED),
        ("sts.amazonaws.com", "openshift", State.FAILED),
        ("oidc.example.com/abc", "oidc.example.com/other", State.FAILED),
        ('"StringEquals":{', '"StringEquals":{"aws:SourceIdentity":"x",', State.UNKNOWN),
        ("StringEquals", "StringLike", State.PASSED),
        ("hypershift:etcd-backup-job", "*:etcd-backup-job", State.FAILED),
    ],
)
def test_issuer_subject_and_audience_decide(old: str, new: str, state: State) -> None:
    make_role(UPLOAD, trust=role_of(SETTINGS).trust_policy.replace(old, new))
    assert found()[TRUST].state is state


def test_a_trust_that_admits_more_is_a_warning() -> None:
    trust = role_of(SETTINGS).trust_policy.replace("StringEquals", "StringLike")
    make_role(UPLOAD, trust=trust.replace("hypershift:etcd-backup-job", "*:etcd-backup-job"))
    assert found()[TRUST].state is State.WARNING


def test_a_role_that_is_not_there_or_has_another_path_fails() -> None:
    assert found()["cloud-no-role"].state is State.FAILED
    make_role(UPLOAD, path="/platform/")
    assert found()["cloud-role-arn"].state is State.FAILED


def test_nothing_passes_that_rests_on_a_refused_read() -> None:
    make_role(UPLOAD, managed=(UPLOAD,), boundary={**UPLOAD, "Action": "s3:*"})

    def judge(observed: Observed) -> Iterator[Check]:
        return OPERATION.cloud(SETTINGS, observed, Purpose.PREFLIGHT)

    seen = observe()
    assert {check.code for check in judge(seen) if check.state is State.PASSED} >= {TRUST, ALLOWED}
    assert list(passing_without_an_answer(judge, seen)) == []


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("AWS inline policies of the role", {"PolicyNames": ["inline"], "IsTruncated": True}),
        ("AWS inline policy inline", {"PolicyDocument": '{"Statement": [5, 6]}'}),
    ],
)
def test_an_endless_list_or_a_document_that_is_none_is_unknown(name: str, answer: Object) -> None:
    make_role(UPLOAD)
    seen = {**observe().answers, name: [answer]}
    judged = OPERATION.cloud(SETTINGS, Observed(seen), Purpose.PREFLIGHT)
    assert {check.state for check in judged if check.code == ALLOWED} == {State.UNKNOWN}
