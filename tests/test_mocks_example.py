"""How a test of your own program looks: plain Pulumi mocks, no cluster and no cloud.

https://www.pulumi.com/docs/iac/guides/testing/unit/ describes mocks. Your program imports all names
from openshift_credentials_components.etcd_backup.
"""

import pulumi
import pytest

from components.etcd_backup import EtcdBackup, EtcdBackupArgs
from openshift_credentials.systems.etcd_backup.settings import AwsSts, Backup, Cluster, S3Storage

Answer = tuple[dict[str, object], list[tuple[str, str]]]


class MyMocks(pulumi.runtime.Mocks):
    def new_resource(self, args: pulumi.runtime.MockResourceArgs) -> tuple[str, dict[str, object]]:
        return f"{args.name}_id", {**args.inputs}

    def call(self, args: pulumi.runtime.MockCallArgs) -> Answer:  # noqa: ARG002
        return {}, []


@pytest.fixture(autouse=True)
def mocks(own_loop: None) -> None:  # noqa: ARG001 - other tests of this repository close theirs
    pulumi.runtime.set_mocks(MyMocks())


def my_program(bucket: str = "rosa-mc-1-etcd-snapshots") -> EtcdBackup:
    return EtcdBackup(
        "rosa",
        EtcdBackupArgs(
            cluster=Cluster(name="rosa-mc-1", oidc_issuer="https://oidc.example.com/rosa-mc-1"),
            storage=S3Storage(bucket=bucket, region="us-east-1", account_id="123456789012"),
            credentials=AwsSts(role_name="uploader"),
            backups=[Backup(hosted_cluster="clusters/orders", trigger="first")],
        ),
    )


@pulumi.runtime.test
def test_the_role_is_in_the_account_of_the_bucket() -> pulumi.Output[None]:
    def check(role_arn: object) -> None:
        assert role_arn == "arn:aws:iam::123456789012:role/uploader"

    return pulumi.Output.from_input(my_program().outputs.exports["roleArn"]).apply(check)


@pulumi.runtime.test
def test_the_operator_will_use_the_role() -> None:
    assert my_program().outputs.credential_mode == "aws-sts"


def test_a_name_that_aws_refuses_is_an_error_at_its_line() -> None:
    with pytest.raises(ValueError, match="lower-case letters"):
        my_program(bucket="Snapshots")
