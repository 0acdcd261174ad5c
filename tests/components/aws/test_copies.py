"""Copies in a second region: what is made for them, and who may read them."""

import json
from collections.abc import Mapping

from tests.components.aws.elsewhere_samples import COPY, OTHER
from tests.components.aws.stacks import KEY_ARN, run
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.recorded import Resource


@FRAMES
def test_every_snapshot_is_copied_to_a_second_region(preview: bool) -> None:
    recorded = run({"replication": COPY}, preview=preview)

    source = recorded.named(tokens.S3_BUCKET, "etcd-backup-snapshots")
    second = recorded.named(tokens.S3_BUCKET, "etcd-backup-copies")
    assert recorded.provider(second).inputs["region"] == "eu-west-1"
    assert recorded.provider(source).inputs["region"] == "us-east-1"
    config = recorded.only(tokens.S3_REPLICATION)
    (rule,) = config.inputs["rules"]
    assert rule["status"] == "Enabled"
    assert rule["filter"] == {"prefix": ""}
    assert rule["deleteMarkerReplication"] == {"status": "Disabled"}
    assert rule["destination"]["bucket"] == "arn:aws:s3:::snapshots-copy"
    assert rule["destination"]["metrics"] == {"status": "Enabled"}
    assert recorded.waits_for(config, recorded.all(tokens.S3_VERSIONING)), "S3 refuses it before"
    assert recorded.waits_for(recorded.only(tokens.HCP_ETCD_BACKUP), [config]), (
        "what was written before the rule is not copied"
    )


@FRAMES
def test_the_copy_is_kept_as_the_snapshots_are(preview: bool) -> None:
    for settings, protected, retained in (
        ({}, True, False),
        ({"retainOnDestroy": True}, False, True),
    ):
        recorded = run({"replication": COPY, **settings}, preview=preview)
        kept = [
            *recorded.children(recorded.only(tokens.SNAPSHOT_REPLICATION)),
            recorded.named(tokens.S3_BUCKET, "etcd-backup-copies"),
        ]
        assert len(kept) == 4
        for each in kept:
            assert (each.protect, each.retain_on_delete) == (protected, retained), each


@FRAMES
def test_copies_expire_only_with_a_setting_of_their_own(preview: bool) -> None:
    def expiries(copy: Mapping[str, object]) -> list[tuple[object, object]]:
        recorded = run({"retentionDays": 30, "replication": copy}, preview=preview)
        rules = recorded.named(tokens.S3_LIFECYCLE, "etcd-backup-copies-lifecycle").inputs["rules"]
        return [
            (rule["filter"].get("prefix"), rule["expiration"]["days"])
            for rule in rules
            if "days" in rule.get("expiration", {})
        ]

    assert expiries(COPY) == []
    assert expiries({**COPY, "retentionDays": 400}) == [("etcd-backups/", 400)]


@FRAMES
def test_a_copy_in_another_account_belongs_to_it(preview: bool) -> None:
    copy = {"bucket": "theirs", "region": "us-east-1", "accountId": OTHER, "existing": True}
    recorded = run({"replication": copy}, preview=preview)

    (rule,) = recorded.only(tokens.S3_REPLICATION).inputs["rules"]
    assert rule["destination"]["account"] == OTHER
    assert rule["destination"]["accessControlTranslation"] == {"owner": "Destination"}
    assert len(recorded.all(tokens.S3_BUCKET)) == 1
    (statement,) = json.loads(recorded.exports["statementsForTheCopy"])["Statement"]
    assert statement["Resource"] == "arn:aws:s3:::theirs/*"


@FRAMES
def test_what_a_kms_key_encrypts_is_copied_with_a_key_of_the_second_region(preview: bool) -> None:
    key = KEY_ARN.replace("us-east-1", "eu-west-1")
    settings = {"kms": {"create": True}, "replication": {**COPY, "kmsKeyARN": key}}
    recorded = run(settings, preview=preview)

    (rule,) = recorded.only(tokens.S3_REPLICATION).inputs["rules"]
    assert rule["sourceSelectionCriteria"] == {"sseKmsEncryptedObjects": {"status": "Enabled"}}
    assert rule["destination"]["encryptionConfiguration"] == {"replicaKmsKeyId": key}


@FRAMES
def test_the_stack_creates_the_key_of_the_copies_in_the_second_region(preview: bool) -> None:
    settings = {
        "kms": {"create": True, "rotationDays": 180},
        "perimeter": {"readers": ["arn:aws:iam::123456789012:role/break-glass"]},
        "replication": {**COPY, "createKey": True, "restore": True},
    }
    here, there = KEY_ARN, KEY_ARN.replace("us-east-1", "eu-west-1")

    def key_of(resource: Resource) -> dict[str, object]:
        arn = there if resource.name == "etcd-backup-copies-key" else here
        return {"id": arn, "arn": arn, "keyId": arn}

    outputs = None if preview else {tokens.KMS_KEY: key_of}
    recorded = run(settings, {"restore": True}, preview=preview, outputs=outputs)

    key = recorded.named(tokens.KMS_KEY, "etcd-backup-copies-key")
    assert recorded.provider(key).inputs["region"] == "eu-west-1"
    assert key.inputs["rotationPeriodInDays"] == 180
    by_sid = {each["Sid"]: each for each in json.loads(key.inputs["policy"])["Statement"]}
    let_in = by_sid["DenyDecryptButThese"]["Condition"]["ArnNotEquals"]["aws:PrincipalArn"]
    assert any(arn.endswith("-etcd-replication") for arn in let_in)
    assert recorded.named(tokens.KMS_ALIAS, "etcd-backup-copies-key-alias").inputs["name"] == (
        "alias/snapshots-copy"
    )
    assert "statementsForTheKeyOfTheCopy" not in recorded.exports, "nobody else has to apply them"
    encryption = recorded.named(tokens.S3_ENCRYPTION, "etcd-backup-copies-encryption")
    rule = recorded.only(tokens.S3_REPLICATION)
    assert key in recorded.all_dependencies(encryption)
    assert key in recorded.all_dependencies(rule)
    if preview:
        return
    (found,) = rule.inputs["rules"]
    assert found["destination"]["encryptionConfiguration"] == {"replicaKmsKeyId": there}
    (applied,) = encryption.inputs["rules"]
    default = applied["applyServerSideEncryptionByDefault"]
    assert default == {"sseAlgorithm": "aws:kms", "kmsMasterKeyId": there}
    for name, sid in (
        ("etcd-backup-copy-permissions", "EncryptCopies"),
        ("etcd-backup-upload-permissions", "DecryptCopies"),
    ):
        policy = json.loads(recorded.named(tokens.IAM_ROLE_POLICY, name).inputs["policy"])
        (statement,) = (each for each in policy["Statement"] if each["Sid"] == sid)
        assert statement["Resource"] == there


@FRAMES
def test_the_created_key_is_kept_as_the_snapshots_are(preview: bool) -> None:
    copy = {**COPY, "createKey": True}
    for more, protected, retained in (({}, True, False), ({"retainOnDestroy": True}, False, True)):
        recorded = run({"kms": {"create": True}, "replication": copy, **more}, preview=preview)
        key = recorded.named(tokens.KMS_KEY, "etcd-backup-copies-key")
        assert (key.protect, key.retain_on_delete) == (protected, retained)


@FRAMES
def test_a_perimeter_refuses_all_readers_but_those_named_and_the_role_that_restores(
    preview: bool,
) -> None:
    breakglass = "arn:aws:iam::123456789012:role/break-glass"
    perimeter = {"readers": [breakglass], "sourceVpce": "vpce-01234567"}
    recorded = run(
        {"perimeter": perimeter, "replication": COPY}, {"restore": True}, preview=preview
    )

    policy = json.loads(
        recorded.named(tokens.S3_BUCKET_POLICY, "etcd-backup-snapshots-policy").inputs["policy"]
    )
    by_sid = {each["Sid"]: each for each in policy["Statement"]}
    readers = by_sid["DenyReadersButThese"]["Condition"]["ArnNotEquals"]["aws:PrincipalArn"]
    assert readers == [breakglass, recorded.exports["roleArn"]]
    network = by_sid["DenyOtherNetworks"]["Condition"]["ArnNotEquals"]["aws:PrincipalArn"]
    assert any(arn.endswith("-etcd-replication") for arn in network), "S3 copies from its own"
    for encryption in recorded.all(tokens.S3_ENCRYPTION):
        (rule,) = encryption.inputs["rules"]
        assert rule["blockedEncryptionTypes"] == ["SSE-C"], encryption


@FRAMES
def test_copies_follow_within_a_quarter_of_an_hour_where_that_is_paid_for(preview: bool) -> None:
    recorded = run({"replication": {**COPY, "timeControl": True}}, preview=preview)

    (rule,) = recorded.only(tokens.S3_REPLICATION).inputs["rules"]
    destination = rule["destination"]
    assert destination["replicationTime"] == {"status": "Enabled", "time": {"minutes": 15}}
    assert destination["metrics"] == {"status": "Enabled", "eventThreshold": {"minutes": 15}}


@FRAMES
def test_a_locked_bucket_is_copied_with_its_locks(preview: bool) -> None:
    lock = {"mode": "governance", "days": 7}
    recorded = run({"objectLock": lock, "replication": COPY}, preview=preview)

    policy = recorded.named(tokens.IAM_ROLE_POLICY, "etcd-backup-copy-permissions")
    assert {"s3:GetObjectLegalHold", "s3:GetObjectRetention"} <= {
        action
        for statement in json.loads(policy.inputs["policy"])["Statement"]
        for action in statement["Action"]
    }
    assert len(recorded.all(tokens.S3_OBJECT_LOCK)) == 2, "the copy could not take a locked object"


@FRAMES
def test_copies_are_read_in_a_restore_only_where_that_is_asked_for(preview: bool) -> None:
    key = KEY_ARN.replace("us-east-1", "eu-west-1").replace("123456789012", OTHER)
    copy = {**COPY, "kmsKeyARN": key, "accountId": OTHER, "existing": True}
    for restore in (False, True):
        recorded = run(
            {"kmsKeyARN": KEY_ARN, "replication": {**copy, "restore": restore}},
            {"restore": True},
            preview=preview,
        )
        by_sid = {
            each["Sid"]: each
            for each in json.loads(
                recorded.named(tokens.IAM_ROLE_POLICY, "etcd-backup-upload-permissions").inputs[
                    "policy"
                ]
            )["Statement"]
        }
        there = json.loads(recorded.exports["statementsForTheCopy"])["Statement"]
        on_key = json.loads(recorded.exports["statementsForTheKeyOfTheCopy"])["Statement"]
        assert [each["Sid"] for each in on_key][:1] == ["EncryptCopiesFromElsewhere1"]
        if not restore:
            assert not by_sid.keys() & {"ReadCopies", "DecryptCopies"}
            assert len(there) == len(on_key) == 1
            continue
        copies = by_sid["ReadCopies"]
        assert copies["Resource"] == "arn:aws:s3:::snapshots-copy/etcd-backups/*"
        assert copies["Condition"] == {"StringEquals": {"aws:ResourceAccount": OTHER}}
        assert by_sid["DecryptCopies"]["Resource"] == key
        assert there[1]["Resource"] == copies["Resource"]
        assert on_key[1]["Action"] == "kms:Decrypt"
