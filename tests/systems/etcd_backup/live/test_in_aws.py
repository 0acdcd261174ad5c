"""``preflight --cloud`` on AWS, beside a stand-in of its APIs."""

import json
from collections.abc import Generator, Iterator
from typing import Any, Final, cast

import boto3
import pytest
from moto import mock_aws

from openshift_credentials.live.check import MANAGED, Check, State
from openshift_credentials.live.clouds import observe_aws
from openshift_credentials.live.observed import AwsCall, Observed
from openshift_credentials.systems.etcd_backup.live import OPERATION
from openshift_credentials.systems.etcd_backup.plan import S3Plan, plan_of
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.trees import AWS, changed, load
from tests.live.api_server import passing_without_an_answer

SETTINGS: Final = load(AWS)
MAKES_PROVIDER: Final = load(changed(AWS, credentials={"createOidcProvider": True}))
ADOPTS: Final = load(changed(AWS, storage__s3__existing=True))


@pytest.fixture(autouse=True)
def aws(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"):
        monkeypatch.setenv(name, "testing")
    with mock_aws():
        yield


def plan_for(settings: EtcdBackupSettings) -> S3Plan:
    plan = plan_of(settings)
    assert isinstance(plan, S3Plan)
    assert plan.role
    return plan


def checks(settings: EtcdBackupSettings, managed: list[dict[str, str]] | None = None) -> dict[str, State]:
    calls = [read for read in OPERATION.cloud_reads(settings) if isinstance(read, AwsCall)]
    observed = observe_aws(calls, 5)
    if managed is not None:
        observed = observed.together_with(Observed({MANAGED: managed}))
    return {each.code: each.state for each in OPERATION.cloud(settings, observed)}


def client(service: str, region: str = "us-east-1") -> Any:  # noqa: ANN401 - as boto3's
    return cast("Any", boto3).client(service, region_name=region)


def make_provider(*audiences: str) -> None:
    client("iam").create_open_id_connect_provider(
        Url=SETTINGS.cluster.oidc_issuer, ClientIDList=list(audiences), ThumbprintList=["a" * 40]
    )


def make_role() -> None:
    planned = plan_for(SETTINGS)
    client("iam").create_role(
        RoleName=planned.identity_name,
        Path=planned.settings.credentials.role_path,
        AssumeRolePolicyDocument=planned.trust_policy,
    )


def make_bucket(name: str = "snapshots", region: str = "us-east-1") -> Any:  # noqa: ANN401
    s3 = client("s3", region)
    more = {} if region == "us-east-1" else {"LocationConstraint": region}
    s3.create_bucket(Bucket=name, **({"CreateBucketConfiguration": more} if more else {}))
    return s3


def good_bucket() -> None:
    s3 = make_bucket()
    s3.put_bucket_versioning(Bucket="snapshots", VersioningConfiguration={"Status": "Enabled"})
    deny = {
        "Effect": "Deny",
        "Principal": "*",
        "Action": "s3:*",
        "Resource": ["arn:aws:s3:::snapshots", "arn:aws:s3:::snapshots/*"],
        "Condition": {"Bool": {"aws:SecureTransport": "false"}},
    }
    policy = json.dumps({"Version": "2012-10-17", "Statement": [deny]})
    s3.put_bucket_policy(Bucket="snapshots", Policy=policy)
    rule = {
        "ID": "abort",
        "Status": "Enabled",
        "Filter": {"Prefix": ""},
        "AbortIncompleteMultipartUpload": {"DaysAfterInitiation": 3},
    }
    s3.put_bucket_lifecycle_configuration(Bucket="snapshots", LifecycleConfiguration={"Rules": [rule]})


def test_a_provider_that_exists_is_in_the_way_of_an_update_that_creates_it() -> None:
    make_provider("sts.amazonaws.com")
    found = checks(MAKES_PROVIDER, managed=[])
    assert found["cloud-exists"] is State.FAILED


def test_an_empty_account_takes_what_the_update_makes() -> None:
    assert checks(MAKES_PROVIDER) == {
        "cloud-account": State.PASSED,
        "cloud-provider": State.PASSED,
        "cloud-role": State.PASSED,
        "cloud-bucket": State.PASSED,
    }
    assert checks(SETTINGS)["cloud-no-provider"] is State.FAILED
    assert checks(ADOPTS)["cloud-no-bucket"] is State.FAILED


@pytest.mark.parametrize("settings", [SETTINGS, ADOPTS, MAKES_PROVIDER])
def test_nothing_passes_that_rests_on_a_refused_read(settings: EtcdBackupSettings) -> None:
    make_provider("sts.amazonaws.com")
    make_role()
    good_bucket()
    calls = [read for read in OPERATION.cloud_reads(settings) if isinstance(read, AwsCall)]

    def judge(observed: Observed) -> Iterator[Check]:
        return OPERATION.cloud(settings, observed)

    assert list(passing_without_an_answer(judge, observe_aws(calls, 5))) == []


def test_another_audience_and_an_adopted_bucket_that_falls_short_are_reported() -> None:
    make_provider("openshift")
    make_bucket()
    found = checks(ADOPTS)
    assert found["cloud-provider-audience"] is State.FAILED
    assert found["cloud-bucket"] is State.WARNING


def test_a_role_and_a_bucket_of_the_names_are_in_the_way_of_the_update() -> None:
    make_role()
    make_bucket()
    calls = [read for read in OPERATION.cloud_reads(SETTINGS) if isinstance(read, AwsCall)]
    observed = observe_aws(calls, 5).together_with(Observed({MANAGED: []}))
    taken = [
        each.subject
        for each in OPERATION.cloud(SETTINGS, observed)
        if each.code == "cloud-exists" and each.state is State.FAILED
    ]
    assert taken == ["aws:iam/role:Role mc-1-etcd-backup", "aws:s3/bucket:Bucket snapshots"]


def test_what_the_stack_manages_already_is_in_nobodys_way() -> None:
    make_provider("sts.amazonaws.com")
    make_role()
    good_bucket()
    role = {"type": "aws:iam/role:Role", "id": "mc-1-etcd-backup"}
    bucket = {"type": "aws:s3/bucket:Bucket", "id": "snapshots"}
    found = checks(SETTINGS, managed=[role, bucket])
    assert set(found.values()) == {State.PASSED}, found


def test_credentials_of_another_account_end_the_comparison() -> None:
    other = load(changed(AWS, storage__s3__accountId="999999999999"))
    assert checks(other) == {"cloud-account": State.FAILED}
