"""The provider that the engine calls: checks, differences, and reads of what exists."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.engine.fake_provider import cloud
from tests.engine.fake_provider.acting import AbortedError, Call
from tests.engine.fake_provider.cloud import Clouds
from tests.engine.fake_provider.policies import normalized, same
from tests.engine.fake_provider.service import FakeProvider, plain
from tests.kit import tokens
from tests.kit.recorded import UNKNOWN

BUCKET: Final = {"bucket": "snapshots"}


@pytest.fixture
def clouds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clouds:
    monkeypatch.setenv(cloud.DIRECTORY, str(tmp_path / "clouds"))
    return Clouds(tmp_path / "clouds")


@pytest.fixture
def provider(clouds: Clouds) -> FakeProvider:
    del clouds
    provider = FakeProvider()
    provider.region = "us-east-1"
    return provider


def policy(action: str) -> str:
    return json.dumps({"Statement": [{"Effect": "Allow", "Action": [action], "Resource": "*"}]})


def test_check_adds_the_region_and_refuses_what_the_schema_has_not(provider: FakeProvider) -> None:
    bucket = Call(tokens.S3_BUCKET, "b", provider)
    assert plain(bucket.check(**BUCKET).inputs) == {**BUCKET, "region": "us-east-1"}
    tagged = {**BUCKET, "tags": {"team": "etcd"}}
    checked = bucket.check(**tagged)
    assert plain(checked.inputs) == {**tagged, "region": "us-east-1", "tagsAll": {"team": "etcd"}}
    assert not checked.failures
    assert plain(Call(tokens.IAM_ROLE, "r", provider).check(name="r").inputs) == {"name": "r"}
    for inputs, refused in (
        ({"bucket": "ab"}, "bucket"),
        ({"buckett": "snapshots"}, "buckett"),
        ({**BUCKET, "versioning": {"enable": True}}, "versioning.enable"),
    ):
        (failure,) = bucket.check(**inputs).failures
        assert failure.property == refused
    (failure,) = Call(tokens.S3_BUCKET_POLICY, "p", provider).check(**BUCKET).failures
    assert "Missing required argument" in failure.reason
    for type_, inputs in (
        (tokens.LOG_RESOURCE_POLICY, {"policyDocument": "{}"}),
        (tokens.KMS_KEY, {"rotationPeriodInDays": 90}),
        (tokens.KMS_KEY, {"rotationPeriodInDays": 89, "enableKeyRotation": True}),
        (tokens.IAM_ACCESS_KEY, {"user": "mint", "status": "On"}),
        (tokens.S3_OBJECT, {**BUCKET, "key": "a", "content": "b", "source": "c"}),
    ):
        assert len(Call(type_, "x", provider).check(**inputs).failures) == 1, inputs
    unread = Call(tokens.S3_OBJECT, "o", provider).check(**BUCKET, key="a")
    assert not unread.failures, "an object that is kept as it is has no content in the program"
    assert not bucket.check(bucket=UNKNOWN).failures, "what is not known yet is not judged"


@pytest.mark.parametrize(
    ("type_", "inputs", "replaces", "first"),
    [
        (tokens.IAM_ROLE, {"name": "other", "assumeRolePolicy": "{}"}, ["name"], True),
        (tokens.IAM_ROLE, {"name": "r", "assumeRolePolicy": "{ }"}, [], False),
        (tokens.IAM_OIDC_PROVIDER, {"url": "https://b", "clientIdLists": ["x"]}, ["url"], False),
    ],
)
def test_a_replacement_deletes_first_while_the_program_names_the_resource(
    provider: FakeProvider,
    type_: str,
    inputs: Mapping[str, object],
    replaces: list[str],
    first: bool,
) -> None:
    old = {"name": "r", "assumeRolePolicy": "{}"}
    if type_ == tokens.IAM_OIDC_PROVIDER:
        old = {"url": "https://a", "clientIdLists": ["x"]}
    found = Call(type_, "x", provider).create(**old).diff(**inputs)
    assert list(found.replaces) == replaces
    assert found.deleteBeforeReplace is first


def test_another_region_of_the_provider_replaces_a_bucket(provider: FakeProvider) -> None:
    bucket = Call(tokens.S3_BUCKET, "b", provider).create(**BUCKET)
    provider.region = "us-west-2"
    assert list(bucket.diff(**BUCKET).replaces) == ["region"]
    assert not bucket.diff(**BUCKET, region="us-east-1").diffs


def test_a_refresh_shows_what_another_resource_has_changed(provider: FakeProvider) -> None:
    bucket = Call(tokens.S3_BUCKET, "b", provider).create(**BUCKET)
    part = Call(tokens.S3_BUCKET_POLICY, "p", provider).create(**BUCKET, policy=policy("s3:Get"))
    assert "policy" not in bucket.state
    assert bucket.refresh()
    assert same(bucket.state["policy"], policy("s3:Get"))
    assert "policy" not in bucket.inputs, "an input that the program never gave is none now"
    assert not bucket.diff(**BUCKET).diffs
    part.delete()
    assert not part.refresh()


def test_what_is_imported_has_its_inline_policy_as_an_input_and_writes_it_back(
    provider: FakeProvider, clouds: Clouds
) -> None:
    clouds.exists(tokens.S3_BUCKET, "snapshots", {**BUCKET, "policy": policy("s3:Old")})
    bucket = Call(tokens.S3_BUCKET, "b", provider).read("snapshots")
    old = dict(bucket.inputs)
    assert same(old["policy"], policy("s3:Old"))
    assert not bucket.check(**old).failures
    part = Call(tokens.S3_BUCKET_POLICY, "p", provider).create(**BUCKET, policy=policy("s3:New"))
    assert not bucket.diff(**old).diffs, "the state does not know yet"
    bucket.refresh()
    assert list(bucket.diff(**old).diffs) == ["policy"]
    bucket.update(**old)
    assert part.refresh()
    assert same(part.state["policy"], policy("s3:Old"))


def test_a_refresh_keeps_the_shape_of_the_inputs_and_the_text_of_policies(
    provider: FakeProvider, clouds: Clouds
) -> None:
    rule = {"id": "old", "enabled": True, "prefix": "", "expiration": {"days": 3}}
    inputs = {**BUCKET, "policy": policy("s3:Old"), "lifecycleRules": [rule]}
    clouds.exists(tokens.S3_BUCKET, "snapshots", inputs)
    bucket = Call(tokens.S3_BUCKET, "b", provider).read("snapshots")
    ours = [{"id": "new", "status": "Enabled"}, {"id": "other", "status": "Enabled"}]
    Call(tokens.S3_LIFECYCLE, "l", provider).create(**BUCKET, rules=ours)
    Call(tokens.S3_BUCKET_POLICY, "p", provider).create(**BUCKET, policy=policy("s3:New"))
    bucket.refresh()
    assert same(bucket.inputs["policy"], policy("s3:Old"))
    assert bucket.inputs["lifecycleRules"] == [{"id": "new", "enabled": True, "prefix": ""}]
    found = bucket.diff(**bucket.inputs)
    assert list(found.diffs) == ["lifecycleRules", "policy"]


def test_an_unchanged_policy_is_no_difference_in_any_form(provider: FakeProvider) -> None:
    Call(tokens.S3_BUCKET, "b", provider).create(**BUCKET)
    text = policy("s3:Get")
    part = Call(tokens.S3_BUCKET_POLICY, "p", provider).create(**BUCKET, policy=text)
    assert part.state["policy"] == text
    assert part.refresh()
    assert part.state["policy"] == text
    assert not part.diff(**BUCKET, policy=normalized(text)).diffs
    assert part.diff(**BUCKET, policy=policy("s3:Put")).diffs


def test_a_refresh_of_azure_makes_an_input_of_what_has_changed(
    provider: FakeProvider, clouds: Clouds
) -> None:
    names = {"resourceGroupName": "g", "accountName": "snapshots", "blobServicesName": "default"}
    service = Call(tokens.BLOB_SERVICE_PROPERTIES, "s", provider).create(
        **names, isVersioningEnabled=True
    )
    with clouds.changing() as world:
        world.put(service.type, service.id, {**names, "isVersioningEnabled": False})
    service.refresh()
    assert service.inputs == {**names, "isVersioningEnabled": False}
    assert list(service.diff(**names, isVersioningEnabled=True).diffs) == ["isVersioningEnabled"]


def test_what_a_cloud_refuses_is_the_answer_and_leaves_no_trace(
    provider: FakeProvider, clouds: Clouds
) -> None:
    Call(tokens.S3_BUCKET, "b", provider).create(**BUCKET)
    with pytest.raises(AbortedError, match="BucketAlreadyOwnedByYou"):
        Call(tokens.S3_BUCKET, "again", provider).create(**BUCKET)
    assert clouds.journal() == ["create b"]
    assert clouds.world.find(tokens.S3_BUCKET, "snapshots")


def test_every_deletion_that_was_asked_for_is_noted(provider: FakeProvider, clouds: Clouds) -> None:
    bucket = Call(tokens.S3_BUCKET, "b", provider).create(**BUCKET)
    bucket.delete()
    bucket.delete()
    assert clouds.journal() == ["create b", "delete b", "delete b"]
    assert clouds.world.resources == {}


def test_policies_are_the_same_whatever_their_form() -> None:
    def document(principal: object, actions: object) -> str:
        statement = {"Effect": "Allow", "Principal": {"AWS": principal}, "Action": actions}
        return json.dumps({"Statement": [statement]}, indent=2)

    ours = document(["123456789012"], ["s3:PutObject", "s3:GetObject"])
    theirs = document("arn:aws:iam::123456789012:root", ["s3:GetObject", "s3:PutObject"])
    assert normalized(ours) == normalized(theirs)
    assert same(ours, theirs)
    assert not same(ours, document("123456789013", ["s3:PutObject", "s3:GetObject"]))
    assert normalized("not a document") == "not a document"
