"""Buckets of other accounts, and the copy of snapshots, in both time frames."""

import json

from tests.components.aws.elsewhere_samples import COPY, OTHER
from tests.components.aws.stacks import KEY_ARN, run
from tests.kit import tokens
from tests.kit.frames import FRAMES


@FRAMES
def test_nothing_of_a_bucket_in_another_account_is_made_or_read(preview: bool) -> None:
    elsewhere = {"existing": True, "bucketAccountId": OTHER, "kmsKeyARN": KEY_ARN}
    recorded = run(elsewhere, preview=preview)

    assert not [each for each in recorded.types if each.startswith("aws:s3")]
    policy = json.loads(recorded.only(tokens.IAM_ROLE_POLICY).inputs["policy"])
    upload = policy["Statement"][0]
    assert upload["Condition"]["StringEquals"]["aws:ResourceAccount"] == OTHER
    (statement,) = json.loads(recorded.exports["statementsForTheBucket"])["Statement"]
    role = recorded.exports["roleArn"]
    assert statement["Condition"] == {"ArnEquals": {"aws:PrincipalArn": role}}
    (encrypt,) = json.loads(recorded.exports["statementsForTheKey"])["Statement"]
    assert encrypt["Action"] == ["kms:Decrypt", "kms:GenerateDataKey"]


@FRAMES
def test_a_bucket_takes_what_the_stack_of_the_other_account_exports(preview: bool) -> None:
    exported = run({"existing": True, "bucketAccountId": OTHER}, preview=preview).exports
    role = {"roleARN": exported["roleArn"], "keyPrefix": "etcd-backups"}
    recorded = run({"uploadRoles": [role], "kms": {"create": True}}, preview=preview)

    policy = json.loads(recorded.only(tokens.S3_BUCKET_POLICY).inputs["policy"])
    (expected,) = json.loads(exported["statementsForTheBucket"])["Statement"]
    assert expected in policy["Statement"]
    key = json.loads(recorded.only(tokens.KMS_KEY).inputs["policy"])
    assert [each["Sid"] for each in key["Statement"]] == ["DelegateToIAM", "EncryptFromElsewhere1"]


@FRAMES
def test_the_key_and_the_copy_have_the_perimeter_too(preview: bool) -> None:
    perimeter = {"readers": ["arn:aws:iam::123456789012:role/break-glass"]}
    recorded = run(
        {
            "perimeter": perimeter,
            "kms": {"create": True},
            "replication": {**COPY, "kmsKeyARN": KEY_ARN.replace("us-east-1", "eu-west-1")},
        },
        preview=preview,
    )

    key = json.loads(recorded.only(tokens.KMS_KEY).inputs["policy"])["Statement"]
    by_sid = {each["Sid"]: each for each in key}
    let_in = by_sid["DenyDecryptButThese"]["Condition"]["ArnNotEquals"]["aws:PrincipalArn"]
    assert recorded.exports["roleArn"] in let_in, "an upload in parts decrypts"
    assert any(arn.endswith("-etcd-replication") for arn in let_in)
    copies = recorded.named(tokens.S3_BUCKET_POLICY, "etcd-backup-copies-policy")
    assert "DenyReadersButThese" in copies.inputs["policy"], "the copy would be the way around it"
    printed = json.loads(recorded.exports["statementsForTheKeyOfTheCopy"])["Statement"]
    assert [each["Sid"] for each in printed] == ["DenyDecryptButThese", "DenyDecryptOutsideS3"]


@FRAMES
def test_a_key_of_others_gets_printed_what_a_made_one_would_have(preview: bool) -> None:
    perimeter = {"principalOrgID": "o-a1b2c3d4e5"}
    recorded = run({"perimeter": perimeter, "kmsKeyARN": KEY_ARN}, preview=preview)

    (statement,) = json.loads(recorded.exports["statementsForTheKey"])["Statement"]
    assert statement["Sid"] == "DenyOtherOrganizations"
