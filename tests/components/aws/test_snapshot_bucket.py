import itertools
import json
from collections.abc import Mapping

import pytest

from tests.components.aws.stacks import KEY_ARN, run
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.nonempty import nonempty
from tests.kit.realistic import REALISTIC
from tests.kit.recorded import UNKNOWN, Recorded, Resource

EVERYTHING = {
    "objectLock": {"mode": "compliance", "days": 7},
    "accessLogging": {"bucket": "logs"},
    "retentionDays": 30,
}


def parts(recorded: Recorded) -> tuple[Resource, ...]:
    """What is set on the bucket, in the order of the program."""
    bucket = recorded.only(tokens.S3_BUCKET)
    children = recorded.children(recorded.only(tokens.SNAPSHOT_BUCKET))
    ordered = sorted(
        (child for child in children if child != bucket),
        key=lambda each: len(recorded.all_dependencies(each)),
    )
    return (bucket, *ordered)


OPTIONAL = (tokens.S3_OBJECT_LOCK, tokens.S3_LOGGING)


@FRAMES
@pytest.mark.parametrize("settings", [{}, EVERYTHING])
def test_what_is_set_on_the_bucket_is_one_chain(preview: bool, settings: dict[str, object]) -> None:
    recorded = run(settings, preview=preview)

    chain = parts(recorded)
    assert len(chain) == (7 if not settings else 9)
    for previous, following in nonempty(itertools.pairwise(chain)):
        assert previous in recorded.dependencies(following), "S3 answers 409 to two at once"
    for previous, following in itertools.combinations(chain, 2):
        if previous.type in OPTIONAL:
            assert previous in recorded.dependencies(following), "both can go in one update"
    assert bool(settings) == any(part.type in OPTIONAL for part in chain)
    assert chain[-1].type == tokens.S3_BUCKET_POLICY
    assert recorded.waits_for(recorded.only(tokens.HCP_ETCD_BACKUP), chain)


@FRAMES
def test_the_bucket_is_private_versioned_and_encrypted(preview: bool) -> None:
    recorded = run(preview=preview)

    access = recorded.only(tokens.S3_PUBLIC_ACCESS_BLOCK).inputs
    assert {name: access[name] for name in access if name != "bucket"} == dict.fromkeys(
        ("blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets"), True
    )
    ownership = recorded.only(tokens.S3_OWNERSHIP_CONTROLS).inputs
    assert ownership["rule"] == {"objectOwnership": "BucketOwnerEnforced"}
    versioning = recorded.only(tokens.S3_VERSIONING).inputs
    assert versioning["versioningConfiguration"] == {"status": "Enabled"}
    assert recorded.only(tokens.S3_ENCRYPTION).inputs["rules"] == [
        {
            "applyServerSideEncryptionByDefault": {"sseAlgorithm": "AES256"},
            "blockedEncryptionTypes": ["SSE-C"],
        }
    ]


@FRAMES
def test_keys_in_requests_are_let_in_where_that_is_asked_for(preview: bool) -> None:
    recorded = run({"perimeter": {"blockCustomerKeys": False}}, preview=preview)

    (rule,) = recorded.only(tokens.S3_ENCRYPTION).inputs["rules"]
    assert rule["blockedEncryptionTypes"] == ["NONE"], "S3 blocks SSE-C in a new bucket by itself"


def test_nothing_refuses_what_the_uploader_sends() -> None:
    policy = json.loads(run(preview=True).only(tokens.S3_BUCKET_POLICY).inputs["policy"])

    assert {key for each in policy["Statement"] for key in each["Condition"]} == {
        "Bool",
        "NumericLessThan",
    }, "the uploader names no encryption and no ACL: a policy must not ask for them"


@FRAMES
def test_a_given_key_is_the_default_and_stands_in_the_backup(preview: bool) -> None:
    recorded = run({"kmsKeyARN": KEY_ARN}, preview=preview)

    (rule,) = recorded.only(tokens.S3_ENCRYPTION).inputs["rules"]
    assert rule["applyServerSideEncryptionByDefault"]["kmsMasterKeyId"] == KEY_ARN
    assert rule["bucketKeyEnabled"] is True
    spec = recorded.only(tokens.HCP_ETCD_BACKUP).inputs["spec"]
    assert spec["storage"]["s3"]["kmsKeyARN"] == KEY_ARN
    assert tokens.KMS_KEY not in recorded.types


@FRAMES
def test_a_made_key_rotates_is_protected_and_trusts_the_account_alone(preview: bool) -> None:
    recorded = run({"kms": {"create": True}, "bucket": "a.b"}, preview=preview)

    key, alias = recorded.only(tokens.KMS_KEY), recorded.only(tokens.KMS_ALIAS)
    assert key.protect
    assert key.inputs["enableKeyRotation"] is True
    assert ":role/" not in key.inputs["policy"]
    assert alias.inputs["name"] == "alias/a-b"
    (rule,) = recorded.only(tokens.S3_ENCRYPTION).inputs["rules"]
    permissions = recorded.only(tokens.IAM_ROLE_POLICY).inputs["policy"]
    default = rule["applyServerSideEncryptionByDefault"]["kmsMasterKeyId"]
    if preview:
        assert (default, permissions) == (UNKNOWN, UNKNOWN)
    else:
        assert default.startswith("arn:aws:kms:")
        assert f'"Resource":"{default}"' in permissions
    spec = recorded.only(tokens.HCP_ETCD_BACKUP).inputs["spec"]
    assert "kmsKeyARN" not in spec["storage"]["s3"], "the bucket's default encrypts"


def test_unfinished_uploads_and_old_versions_go_and_snapshots_stay() -> None:
    lifecycle = run(preview=True).only(tokens.S3_LIFECYCLE).inputs["rules"]

    abort, versions = lifecycle
    assert abort["abortIncompleteMultipartUpload"] == {"daysAfterInitiation": 3}
    assert versions["noncurrentVersionExpiration"] == {"noncurrentDays": 30}
    assert "days" not in versions["expiration"]


def test_snapshots_expire_below_their_prefix_only() -> None:
    settings = {"retentionDays": 30, "keyPrefix": "etcd/"}
    rules = run(settings, preview=True).only(tokens.S3_LIFECYCLE).inputs["rules"]

    (expiry,) = [rule for rule in rules if rule.get("expiration", {}).get("days")]
    assert expiry["filter"] == {"prefix": "etcd/"}
    assert expiry["expiration"] == {"days": 30}


@FRAMES
def test_object_lock_is_set_after_versioning_and_never_by_the_flag_that_replaces_a_bucket(
    preview: bool,
) -> None:
    recorded = run({"objectLock": {"mode": "governance", "days": 7}}, preview=preview)

    assert "objectLockEnabled" not in recorded.only(tokens.S3_BUCKET).inputs
    lock = recorded.only(tokens.S3_OBJECT_LOCK)
    assert lock.inputs["rule"] == {"defaultRetention": {"mode": "GOVERNANCE", "days": 7}}
    assert recorded.waits_for(lock, recorded.all(tokens.S3_VERSIONING))


@FRAMES
def test_a_bucket_is_protected_with_all_that_is_set_on_it_and_never_emptied(preview: bool) -> None:
    recorded = run({"kms": {"create": True}}, preview=preview)

    kept = [*parts(recorded), *recorded.children(recorded.only(tokens.SNAPSHOT_KEY))]
    assert len(kept) == 9
    assert all(each.protect for each in kept), "a destroy would strip a bucket full of snapshots"
    assert not any(each.retain_on_delete for each in kept)
    assert "forceDestroy" not in recorded.only(tokens.S3_BUCKET).inputs


@FRAMES
def test_what_can_be_switched_off_goes_with_its_setting_and_stays_with_the_bucket(
    preview: bool,
) -> None:
    recorded = run({**EVERYTHING, "retainOnDestroy": True}, preview=preview)

    bucket = recorded.only(tokens.S3_BUCKET)
    for token in (tokens.S3_OBJECT_LOCK, tokens.S3_LOGGING):
        part = recorded.only(token)
        assert part.request.deletedWith == bucket.urn
        assert not part.retain_on_delete, "it would be forgotten and go on"


def test_options_that_nobody_asked_for_are_left_to_the_consumer() -> None:
    recorded = run({"protect": False, **EVERYTHING}, preview=True)

    unset = [resource for resource in recorded.resources if resource.request.HasField("protect")]
    assert [each for each in unset if each.protect] == []
    assert unset == [], "an explicit false overrides the protection of a parent"


@FRAMES
def test_what_is_left_behind_keeps_all_that_is_set_on_it(preview: bool) -> None:
    recorded = run({"retainOnDestroy": True, "kms": {"create": True}}, preview=preview)

    kept = [*parts(recorded), *recorded.children(recorded.only(tokens.SNAPSHOT_KEY))]
    assert all(each.retain_on_delete for each in nonempty(kept))
    assert not any(each.protect for each in kept), "protect would refuse the destroy"


def test_tags_are_on_everything_that_can_have_them() -> None:
    settings = {"tags": {"team": "platform"}, "kms": {"create": True}}
    recorded = run(settings, {"createOidcProvider": True}, preview=True)

    tagged = {resource.type for resource in recorded.resources if resource.inputs.get("tags")}
    assert tagged == {tokens.S3_BUCKET, tokens.KMS_KEY, tokens.IAM_ROLE, tokens.IAM_OIDC_PROVIDER}


def test_access_logs_go_below_the_name_of_the_bucket() -> None:
    log = run({"accessLogging": {"bucket": "logs"}}, preview=True).only(tokens.S3_LOGGING)

    assert (log.inputs["targetBucket"], log.inputs["targetPrefix"]) == ("logs", "snapshots/")


@pytest.mark.parametrize("region", ["us-east-1", "us-west-2"])
def test_a_bucket_is_never_asked_to_move(region: str) -> None:
    def made(bucket: Resource) -> Mapping[str, object]:
        return {**REALISTIC[tokens.S3_BUCKET](bucket), "bucketRegion": "us-east-1"}

    outputs = {tokens.S3_BUCKET: made}
    recorded = run({"region": region}, preview=False, outputs=outputs, stops=region != "us-east-1")
    if region != "us-east-1":
        assert "was made in region us-east-1" in str(recorded.error)
        assert "a bucket never moves" in str(recorded.error)
        assert tokens.SECRET not in recorded.types
