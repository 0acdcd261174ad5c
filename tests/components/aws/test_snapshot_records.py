"""Storage classes, trail and inventory of a bucket, in both time frames."""

import json

import pytest

from tests.components.aws.elsewhere_samples import COPY
from tests.components.aws.stacks import run
from tests.kit import tokens
from tests.kit.frames import FRAMES

RECORDS = {
    "dataEvents": {"bucket": "trails", "prefix": "etcd/"},
    "inventory": {"bucket": "lists", "accountId": "999999999999", "frequency": "weekly"},
}


@FRAMES
def test_only_snapshots_move_and_before_they_expire(preview: bool) -> None:
    recorded = run(
        {"transition": {"storageClass": "GLACIER_IR"}, "retentionDays": 120}, preview=preview
    )

    rules = {rule["id"]: rule for rule in recorded.only(tokens.S3_LIFECYCLE).inputs["rules"]}
    assert rules["move-snapshots-1"]["filter"] == {"prefix": "etcd-backups/"}
    assert rules["move-snapshots-1"]["transitions"] == [{"days": 0, "storageClass": "GLACIER_IR"}]
    assert rules["expire-snapshots-1"]["expiration"] == {"days": 120}
    assert len(rules) == 4


@FRAMES
def test_the_trail_records_objects_of_this_bucket_and_nothing_else(preview: bool) -> None:
    recorded = run(RECORDS, preview=preview)

    trail = recorded.only(tokens.CLOUDTRAIL)
    assert trail.inputs["enableLogFileValidation"] is True
    assert trail.inputs["s3KeyPrefix"] == "etcd"
    (selector,) = trail.inputs["advancedEventSelectors"]
    by_field = {
        field_selector["field"]: field_selector for field_selector in selector["fieldSelectors"]
    }
    assert by_field["eventCategory"]["equals"] == ["Data"]
    assert by_field["resources.ARN"]["startsWiths"] == ["arn:aws:s3:::snapshots/"]
    write = json.loads(recorded.exports["statementsForTheTrail"])["Statement"][1]
    assert write["Resource"] == "arn:aws:s3:::trails/etcd/AWSLogs/123456789012/*"
    assert write["Condition"]["StringEquals"]["aws:SourceArn"] == (
        f"arn:aws:cloudtrail:us-east-1:123456789012:trail/{trail.inputs['name']}"
    )


@FRAMES
def test_the_inventory_lists_all_versions(preview: bool) -> None:
    recorded = run(RECORDS, preview=preview)

    inventory = recorded.only(tokens.S3_INVENTORY).inputs
    assert inventory["includedObjectVersions"] == "All"
    assert inventory["schedule"] == {"frequency": "Weekly"}
    assert inventory["destination"]["bucket"]["accountId"] == "999999999999"
    (statement,) = json.loads(recorded.exports["statementsForTheInventory"])["Statement"]
    assert statement["Resource"] == "arn:aws:s3:::lists/*"
    assert statement["Condition"]["StringEquals"]["aws:SourceAccount"] == "123456789012"


@FRAMES
def test_whatever_can_be_switched_off_may_go_in_one_update(preview: bool) -> None:
    optional = {
        "objectLock": {"mode": "governance", "days": 7},
        "accessLogging": {"bucket": "logs"},
        "replication": COPY,
    }
    recorded = run({**RECORDS, **optional}, preview=preview)

    lock = recorded.named(tokens.S3_OBJECT_LOCK, "etcd-backup-snapshots-object-lock")
    log = recorded.only(tokens.S3_LOGGING)
    records = {recorded.only(tokens.S3_INVENTORY), recorded.only(tokens.CLOUDTRAIL)}
    policy = recorded.named(tokens.S3_BUCKET_POLICY, "etcd-backup-snapshots-policy")
    assert lock in recorded.dependencies(log), "S3 answers 409 to two at once"
    for record in records:
        assert {lock, log} <= recorded.dependencies(record)
    for last in (policy, recorded.only(tokens.S3_REPLICATION)):
        assert {lock, log, *records} <= recorded.dependencies(last)


@FRAMES
@pytest.mark.parametrize("stays", [True, False])
def test_records_stay_with_a_bucket_that_is_left_behind(preview: bool, stays: bool) -> None:
    recorded = run({**RECORDS, "retainOnDestroy": stays}, preview=preview)

    bucket = recorded.only(tokens.S3_BUCKET).urn
    for token in (tokens.S3_INVENTORY, tokens.CLOUDTRAIL):
        record = recorded.only(token)
        assert record.request.deletedWith == (bucket if stays else "")
        assert not record.protect
        assert not record.retain_on_delete
