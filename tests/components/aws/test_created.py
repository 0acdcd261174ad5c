"""A bucket and a role of the stack: order, protection, waiting."""

import itertools
import json
from collections.abc import Mapping
from typing import Any

import pytest

from openshift_credentials.platforms.aws.policies import policy_digest
from tests.components.aws.stacks import ISSUER, run
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.realistic import REALISTIC
from tests.kit.recorded import UNKNOWN, Recorded, Resource
from tests.kit.tables import nonempty, rows_beside


def statements(recorded: Recorded) -> list[dict[str, Any]]:
    return json.loads(recorded.only(tokens.IAM_ROLE).inputs["assumeRolePolicy"])["Statement"]


def trust(recorded: Recorded) -> dict[str, Any]:
    (statement,) = statements(recorded)
    return statement


@FRAMES
def test_a_made_provider_has_the_issuer_verbatim_and_comes_before_the_role(preview: bool) -> None:
    recorded = run(credentials={"createOidcProvider": True}, preview=preview)

    provider = recorded.only(tokens.IAM_OIDC_PROVIDER)
    assert provider.inputs["url"] == ISSUER
    assert provider.inputs["clientIdLists"] == ["openshift", "sts.amazonaws.com"]
    assert "thumbprintLists" not in provider.inputs
    assert recorded.waits_for(recorded.only(tokens.IAM_ROLE), [provider])


@pytest.mark.parametrize(
    ("token", "credentials"), [(tokens.IAM_ROLE, {}), (tokens.IAM_OIDC_PROVIDER, {"createOidcProvider": True})]
)
def test_another_account_than_the_settings_say_stops_the_update(token: str, credentials: dict[str, object]) -> None:
    stopped = run(
        credentials=credentials,
        preview=False,
        outputs={token: lambda _: {"arn": "arn:aws:iam::999999999999:role/mc-etcd-backup"}},
        stops=True,
    )

    assert "999999999999" in str(stopped.error)
    assert "than the stack's accountId" in str(stopped.error)
    assert tokens.HCP_ETCD_BACKUP not in stopped.types


@FRAMES
def test_backups_wait_for_iam_after_the_role_and_its_policy(preview: bool) -> None:
    recorded = run(preview=preview)

    sleep = recorded.only(tokens.SLEEP)
    role, policy = recorded.only(tokens.IAM_ROLE), recorded.only(tokens.IAM_ROLE_POLICY)
    assert sleep.inputs["createDuration"] == "30s"
    assert recorded.waits_for(sleep, [role, policy])
    assert recorded.waits_for(recorded.only(tokens.SECRET), [sleep])
    triggers = sleep.inputs["triggers"]
    assert triggers["trust"] == policy_digest(role.inputs["assumeRolePolicy"])
    assert triggers["permissions"] == policy_digest(policy.inputs["policy"])
    assert triggers["role"] == (UNKNOWN if preview else "AROAEXAMPLEEXAMPLEEXA")


@rows_beside("change")
def test_what_changes_permissions_or_trust_makes_backups_wait_again(change: dict[str, object]) -> None:
    before, after = run(preview=False), run(credentials=change, preview=False)

    waits = [each.only(tokens.SLEEP).inputs["triggers"] for each in (before, after)]
    assert waits[0] != waits[1]


@pytest.mark.parametrize(
    ("s3", "credentials"), [({}, {}), ({"retentionDays": 5, "tags": {"a": "b"}}, {}), ({}, {"settleSeconds": 30})]
)
def test_nothing_waits_when_neither_changed(s3: dict[str, object], credentials: dict[str, object]) -> None:
    before, after = run(preview=False), run(s3, credentials, preview=False)

    waits = [each.only(tokens.SLEEP).inputs["triggers"] for each in (before, after)]
    assert waits[0] == waits[1]


@FRAMES
def test_a_made_provider_stays_unless_that_is_taken_back(preview: bool) -> None:
    made = run(credentials={"createOidcProvider": True}, preview=preview)
    assert made.only(tokens.IAM_OIDC_PROVIDER).retain_on_delete, "other roles of the cluster use it"

    taken_back = {"createOidcProvider": True, "retainOidcProvider": False}
    gone = run(credentials=taken_back, preview=preview)
    assert not gone.only(tokens.IAM_OIDC_PROVIDER).retain_on_delete


EVERYTHING = {"objectLock": {"mode": "compliance", "days": 7}, "retentionDays": 30}


def parts(recorded: Recorded) -> tuple[Resource, ...]:
    """What is set on the bucket, in the order of the program."""
    bucket = recorded.only(tokens.S3_BUCKET)
    children = recorded.children(recorded.only(tokens.SNAPSHOT_BUCKET))
    ordered = sorted(
        (child for child in children if child != bucket), key=lambda each: len(recorded.all_dependencies(each))
    )
    return (bucket, *ordered)


@FRAMES
@pytest.mark.parametrize("settings", [{}, EVERYTHING])
def test_what_is_set_on_the_bucket_is_one_chain(preview: bool, settings: dict[str, object]) -> None:
    recorded = run(settings, preview=preview)

    chain = parts(recorded)
    assert len(chain) == (7 if not settings else 8)
    for previous, following in nonempty(itertools.pairwise(chain)):
        assert previous in recorded.dependencies(following), "S3 answers 409 to two at once"
    for previous, following in itertools.combinations(chain, 2):
        if previous.type == tokens.S3_OBJECT_LOCK:
            assert previous in recorded.dependencies(following), "both can go in one update"
    assert bool(settings) == any(part.type == tokens.S3_OBJECT_LOCK for part in chain)
    assert chain[-1].type == tokens.S3_BUCKET_POLICY
    assert recorded.waits_for(recorded.only(tokens.HCP_ETCD_BACKUP), chain)


@FRAMES
def test_object_lock_is_set_after_versioning_and_never_by_the_flag_that_replaces_a_bucket(preview: bool) -> None:
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
def test_what_can_be_switched_off_goes_with_its_setting_and_stays_with_the_bucket(preview: bool) -> None:
    recorded = run({**EVERYTHING, "retainOnDestroy": True}, preview=preview)

    bucket = recorded.only(tokens.S3_BUCKET)
    lock = recorded.only(tokens.S3_OBJECT_LOCK)
    assert lock.request.deletedWith == bucket.urn
    assert not lock.retain_on_delete, "it would be forgotten and go on"


@FRAMES
def test_what_is_left_behind_keeps_all_that_is_set_on_it(preview: bool) -> None:
    recorded = run({"retainOnDestroy": True, "kms": {"create": True}}, preview=preview)

    kept = [*parts(recorded), *recorded.children(recorded.only(tokens.SNAPSHOT_KEY))]
    assert all(each.retain_on_delete for each in nonempty(kept))
    assert not any(each.protect for each in kept), "protect would refuse the destroy"


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
