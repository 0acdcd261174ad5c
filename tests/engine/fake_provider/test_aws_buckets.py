"""Buckets of the stand-in for AWS, and what is part of them."""

from tests.engine.fake_provider.acting import change, drop, make, read, refused
from tests.engine.fake_provider.aws_world import TARGET, policy
from tests.engine.fake_provider.policies import same
from tests.engine.fake_provider.world import World
from tests.kit import tokens

ENABLED = {"status": "Enabled"}


def test_a_bucket_with_snapshots_stays_and_takes_its_parts_with_it_when_empty(world: World) -> None:
    make(world, tokens.S3_BUCKET_POLICY, bucket="snapshots", policy=policy())
    world.upload(tokens.S3_OBJECT, "snapshots/etcd/1.db")
    with refused("bucket-not-empty"):
        drop(world, tokens.S3_BUCKET, "snapshots")
    world.empty_stores()
    drop(world, tokens.S3_BUCKET, "snapshots")
    assert world.resources == {}


def test_a_part_needs_what_it_is_part_of() -> None:
    world = World()
    with refused("no-such-bucket"):
        make(world, tokens.S3_VERSIONING, bucket="none", versioningConfiguration=ENABLED)
    with refused("no-such-entity"):
        make(world, tokens.IAM_ROLE_POLICY, role="none", name="x", policy=policy())
    with refused("no-such-rule"):
        make(world, TARGET, rule="none", targetId="log", arn="arn:aws:logs:::x")


def test_replication_and_object_lock_need_versions_on_both_sides(world: World) -> None:
    make(world, tokens.S3_BUCKET, bucket="copies")
    rules = [{"destination": {"bucket": "arn:aws:s3:::copies"}}]
    role = "arn:aws:iam::123456789012:role/copier"
    with refused("object-lock-needs-versioning"):
        make(world, tokens.S3_OBJECT_LOCK, bucket="snapshots")
    make(world, tokens.S3_VERSIONING, bucket="snapshots", versioningConfiguration=ENABLED)
    make(world, tokens.S3_OBJECT_LOCK, bucket="snapshots")
    with refused("replication-needs-versioning"):
        make(world, tokens.S3_REPLICATION, bucket="snapshots", role=role, rules=rules)
    make(world, tokens.S3_VERSIONING, bucket="copies", versioningConfiguration=ENABLED)
    make(world, tokens.S3_REPLICATION, bucket="snapshots", role=role, rules=rules)


def test_a_bucket_reports_its_parts_and_writes_them_when_they_are_its_inputs(world: World) -> None:
    make(world, tokens.S3_BUCKET_POLICY, bucket="snapshots", policy=policy("s3:GetObject"))
    make(world, tokens.S3_VERSIONING, bucket="snapshots", versioningConfiguration=ENABLED)
    rule = {
        "id": "abort",
        "status": "Enabled",
        "filter": {"prefix": ""},
        "abortIncompleteMultipartUpload": {"daysAfterInitiation": 7},
        "noncurrentVersionExpiration": {"noncurrentDays": 30},
    }
    make(world, tokens.S3_LIFECYCLE, bucket="snapshots", rules=[rule])
    found = read(world, tokens.S3_BUCKET, "snapshots")
    assert found
    assert same(found["policy"], policy("s3:GetObject"))
    assert found["versioning"] == {"enabled": True}
    assert found["lifecycleRules"][0]["abortIncompleteMultipartUploadDays"] == 7
    assert found["lifecycleRules"][0]["noncurrentVersionExpiration"] == {"days": 30}
    encryption = found["serverSideEncryptionConfiguration"]["rule"]
    assert encryption == {"applyServerSideEncryptionByDefault": {"sseAlgorithm": "AES256"}}

    change(world, tokens.S3_BUCKET, "snapshots", bucket="snapshots", policy=policy("s3:Old"))
    written = world.find(tokens.S3_BUCKET_POLICY, "snapshots")
    assert written
    assert same(written["policy"], policy("s3:Old"))


def test_what_stays_of_a_bucket_when_its_parts_are_deleted(world: World) -> None:
    make(world, tokens.S3_VERSIONING, bucket="snapshots", versioningConfiguration=ENABLED)
    drop(world, tokens.S3_VERSIONING, "snapshots")
    suspended = world.find(tokens.S3_VERSIONING, "snapshots")
    assert suspended
    assert suspended["versioningConfiguration"] == {"status": "Suspended"}
    make(world, tokens.S3_VERSIONING, bucket="snapshots", versioningConfiguration=ENABLED)
    make(world, tokens.S3_OBJECT_LOCK, bucket="snapshots", rule={"defaultRetention": {}})
    for type_ in (tokens.S3_OBJECT_LOCK, tokens.S3_VERSIONING):
        drop(world, type_, "snapshots")
    assert world.find(tokens.S3_OBJECT_LOCK, "snapshots") == {
        "bucket": "snapshots",
        "objectLockEnabled": "Enabled",
    }
    assert (world.find(tokens.S3_VERSIONING, "snapshots") or {})["versioningConfiguration"] == (
        ENABLED
    )
