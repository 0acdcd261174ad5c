"""Bucket and role on AWS."""

import json
from typing import Any, cast

import pytest

from openshift_credentials.base.errors import ContractError
from tests.kit import tokens
from tests.kit.harness import record_stack
from tests.kit.nonempty import nonempty
from tests.kit.recorded import Recorded, Resource

ISSUER = "oidc.op1.openshiftapps.com/2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e"
ROLE_ARN = "arn:aws:iam::123456789012:role/etcd-backup-role"
KMS_KEY = "arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab"


def document(resource: Resource, key: str) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(resource.inputs[key]))


def statements(resource: Resource, key: str) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", document(resource, key)["Statement"])


def test_only_the_backup_job_of_the_operator_may_assume_the_role(dev: Recorded) -> None:
    (statement,) = statements(dev.only(tokens.IAM_ROLE), "assumeRolePolicy")

    assert statement["Effect"] == "Allow"
    assert statement["Action"] == "sts:AssumeRoleWithWebIdentity"
    assert statement["Condition"] == {
        "StringEquals": {
            f"{ISSUER}:sub": "system:serviceaccount:hypershift:etcd-backup-job",
            f"{ISSUER}:aud": "sts.amazonaws.com",
        }
    }


def test_the_trusted_provider_is_that_of_the_account_and_the_issuer(dev: Recorded) -> None:
    (statement,) = statements(dev.only(tokens.IAM_ROLE), "assumeRolePolicy")

    assert statement["Principal"] == {
        "Federated": f"arn:aws:iam::123456789012:oidc-provider/{ISSUER}"
    }


def test_the_issuer_has_no_scheme_in_a_policy(dev: Recorded) -> None:
    assert "https://" not in dev.only(tokens.IAM_ROLE).inputs["assumeRolePolicy"]


def test_the_operators_namespace_is_in_the_subject(preview: bool) -> None:
    recorded = record_stack("dev", ["cluster.operatorNamespace=ho-system"], preview=preview)

    (statement,) = statements(recorded.only(tokens.IAM_ROLE), "assumeRolePolicy")
    assert statement["Condition"]["StringEquals"][f"{ISSUER}:sub"] == (
        "system:serviceaccount:ho-system:etcd-backup-job"
    )
    assert recorded.only(tokens.SECRET).inputs["metadata"]["namespace"] == "ho-system"


def test_the_role_may_upload_below_the_prefix_and_nothing_else(dev: Recorded) -> None:
    (statement,) = statements(dev.only(tokens.IAM_ROLE_POLICY), "policy")

    assert statement["Effect"] == "Allow"
    assert set(statement["Action"]) == {"s3:PutObject", "s3:AbortMultipartUpload"}
    assert statement["Resource"] == "arn:aws:s3:::rosa-mc-1-etcd-snapshots/etcd-backups/*"


def test_a_kms_key_encrypts_the_bucket_and_is_granted_to_the_role(preview: bool) -> None:
    recorded = record_stack("dev", [f"etcdBackup.storage.s3.kmsKeyARN={KMS_KEY}"], preview=preview)

    encryption = recorded.only(tokens.S3_ENCRYPTION).inputs["rules"][0]
    assert encryption["applyServerSideEncryptionByDefault"] == {
        "sseAlgorithm": "aws:kms",
        "kmsMasterKeyId": KMS_KEY,
    }
    assert encryption["bucketKeyEnabled"] is True
    granted = [
        statement
        for statement in statements(recorded.only(tokens.IAM_ROLE_POLICY), "policy")
        if "kms:GenerateDataKey" in statement["Action"]
    ]
    assert [statement["Resource"] for statement in granted] == [KMS_KEY]


def test_the_bucket_is_encrypted_without_a_key_of_its_own(dev: Recorded) -> None:
    (rule,) = dev.only(tokens.S3_ENCRYPTION).inputs["rules"]

    assert rule["applyServerSideEncryptionByDefault"]["sseAlgorithm"] == "AES256"


def test_the_bucket_is_private(dev: Recorded) -> None:
    inputs = dev.only(tokens.S3_PUBLIC_ACCESS_BLOCK).inputs

    for name in (
        "blockPublicAcls",
        "blockPublicPolicy",
        "ignorePublicAcls",
        "restrictPublicBuckets",
    ):
        assert inputs[name] is True


def test_access_control_lists_are_off(dev: Recorded) -> None:
    rule = dev.only(tokens.S3_OWNERSHIP_CONTROLS).inputs["rule"]

    assert rule == {"objectOwnership": "BucketOwnerEnforced"}


def test_the_bucket_is_reached_by_tls_only(dev: Recorded) -> None:
    denied = [
        statement
        for statement in statements(dev.only(tokens.S3_BUCKET_POLICY), "policy")
        if statement["Condition"] == {"Bool": {"aws:SecureTransport": "false"}}
    ]

    (statement,) = denied
    bucket = "arn:aws:s3:::rosa-mc-1-etcd-snapshots"
    assert statement["Effect"] == "Deny"
    assert statement["Principal"] == "*"
    assert statement["Action"] == "s3:*"
    assert set(statement["Resource"]) == {bucket, f"{bucket}/*"}


def test_the_bucket_is_protected_from_deletion(dev: Recorded) -> None:
    assert dev.only(tokens.S3_BUCKET).protect


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


def test_the_provider_refuses_another_account(dev: Recorded) -> None:
    provider = dev.only(tokens.AWS_PROVIDER)

    assert json.loads(provider.inputs["allowedAccountIds"]) == ["123456789012"]
    assert provider.inputs["region"] == "us-east-1"


@pytest.mark.parametrize(
    ("region", "partition"),
    [("eu-west-1", "aws"), ("us-gov-west-1", "aws-us-gov"), ("cn-north-1", "aws-cn")],
)
def test_every_arn_is_in_the_partition_of_the_region(region: str, partition: str) -> None:
    recorded = record_stack("dev", [f"etcdBackup.storage.s3.region={region}"], preview=True)

    role = recorded.only(tokens.IAM_ROLE)
    (trust,) = statements(role, "assumeRolePolicy")
    (upload, *_) = statements(recorded.only(tokens.IAM_ROLE_POLICY), "policy")
    assert trust["Principal"]["Federated"].startswith(f"arn:{partition}:iam::")
    assert upload["Resource"].startswith(f"arn:{partition}:s3:::")
    assert recorded.exports["roleArn"].startswith(f"arn:{partition}:iam::")
    for statement in nonempty(statements(recorded.only(tokens.S3_BUCKET_POLICY), "policy")):
        assert all(
            each.startswith(f"arn:{partition}:s3:::") for each in nonempty(statement["Resource"])
        ), statement


def test_the_role_arn_is_known_at_preview(dev: Recorded) -> None:
    assert dev.exports["roleArn"] == ROLE_ARN
    assert dev.only(tokens.SERVICE_ACCOUNT_ROLE).outputs["roleArn"] == ROLE_ARN


def test_documents_do_not_change_from_run_to_run() -> None:
    first, second = (record_stack("dev", preview=True) for _ in range(2))

    for token, key in (
        (tokens.IAM_ROLE, "assumeRolePolicy"),
        (tokens.IAM_ROLE_POLICY, "policy"),
        (tokens.S3_BUCKET_POLICY, "policy"),
    ):
        assert first.only(token).inputs[key] == second.only(token).inputs[key]


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
