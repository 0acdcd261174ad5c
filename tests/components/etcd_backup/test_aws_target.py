"""Bucket and role on AWS."""

import pytest

from openshift_credentials.base.errors import ContractError
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.recorded import Recorded

ROLE_ARN = "arn:aws:iam::123456789012:role/etcd-backup-role"


def test_what_is_set_on_the_bucket_is_set_one_after_the_other(dev: Recorded) -> None:
    on_the_bucket = [
        resource
        for resource in dev.resources
        if resource.type.startswith("aws:s3/bucket") and resource.type != tokens.S3_BUCKET
    ]

    assert len(on_the_bucket) >= 4
    for one in on_the_bucket:
        assert dev.waits_for(one, [dev.only(tokens.S3_BUCKET)]), one
        for other in on_the_bucket:
            ordered = dev.waits_for(one, [other]) or dev.waits_for(other, [one])
            assert one is other or ordered, (one, other)


@pytest.mark.parametrize(
    "returned",
    [
        "arn:aws:iam::999999999999:role/etcd-backup-role",
        "arn:aws-us-gov:iam::123456789012:role/etcd-backup-role",
        "arn:aws:iam::123456789012:role/another-role",
        "arn:aws:iam::123456789012:role/path/etcd-backup-role",
        "",
    ],
)
def test_another_role_arn_than_the_computed_one_never_reaches_the_secret(returned: str) -> None:
    stopped = record_stack(
        "dev",
        preview=False,
        outputs={tokens.IAM_ROLE: lambda role: {"id": role.inputs["name"], "arn": returned}},
        stops=True,
    )

    assert isinstance(stopped.error and stopped.error.__context__, ContractError)
    assert ROLE_ARN in str(stopped.error)
    assert tokens.SECRET not in stopped.types
    assert tokens.HCP_ETCD_BACKUP not in stopped.types
