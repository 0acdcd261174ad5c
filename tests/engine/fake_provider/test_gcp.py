"""The stand-in of Google Cloud refuses what it refuses, and keeps what it keeps."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.engine.fake_provider import gcp
from tests.engine.fake_provider.acting import Call, change, drop, make, read, refused
from tests.engine.fake_provider.cloud import DIRECTORY, Clouds
from tests.engine.fake_provider.differences import difference
from tests.engine.fake_provider.service import FakeProvider
from tests.engine.fake_provider.world import RefusedError, World
from tests.kit import tokens
from tests.kit.google_cloud import NEEDS_SDK

PROJECT: Final = {"project": "my-project"}
IN_POOL: Final = {**PROJECT, "workloadIdentityPoolId": "pool"}
PROVIDER: Final[dict[str, Any]] = {
    **IN_POOL,
    "workloadIdentityPoolProviderId": "provider",
    "attributeMapping": {"google.subject": "assertion.sub"},
    "oidc": {"issuerUri": "https://storage.googleapis.com/b", "allowedAudiences": ["openshift"]},
}
ACCOUNT: Final = {**PROJECT, "accountId": "operator"}
EMAIL: Final = "operator@my-project.iam.gserviceaccount.com"
MEMBER: Final = {**PROJECT, "role": "roles/viewer", "member": f"serviceAccount:{EMAIL}"}
OBJECT: Final = {"bucket": "b", "name": "keys.json", "content": "{}", "cacheControl": "no-cache"}
ROLE: Final = {**PROJECT, "roleId": "own", "title": "own", "permissions": ["dns.changes.create"]}


@pytest.fixture
def world() -> World:
    return World()


@pytest.mark.parametrize(
    ("type_", "given"), [(tokens.GCP_POOL, IN_POOL), (tokens.GCP_POOL_PROVIDER, PROVIDER)]
)
def test_the_id_of_a_deleted_pool_or_provider_is_reserved_for_30_days(
    world: World, type_: str, given: dict[str, Any]
) -> None:
    if type_ == tokens.GCP_POOL_PROVIDER:
        make(world, tokens.GCP_POOL, **IN_POOL)
    identifier = make(world, type_, **given)
    with pytest.raises(RefusedError, match="Requested entity already exists"):
        make(world, type_, **given)
    drop(world, type_, identifier)
    assert read(world, type_, identifier) is None
    with pytest.raises(RefusedError, match="Requested entity already exists"):
        make(world, type_, **given)
    gcp.free_reserved_names(world)
    make(world, type_, **given)


def test_a_deleted_pool_is_restored_as_it_was(world: World) -> None:
    pool = make(world, tokens.GCP_POOL, **IN_POOL, displayName="mine")
    drop(world, tokens.GCP_POOL, pool)
    gcp.undelete(world, pool)
    assert (read(world, tokens.GCP_POOL, pool) or {})["displayName"] == "mine"
    assert world.reserved == {}


def test_the_providers_of_a_deleted_pool_are_deleted_and_reserved_with_it(world: World) -> None:
    pool = make(world, tokens.GCP_POOL, **IN_POOL)
    provider = make(world, tokens.GCP_POOL_PROVIDER, **PROVIDER)
    drop(world, tokens.GCP_POOL, pool)
    assert read(world, tokens.GCP_POOL_PROVIDER, provider) is None
    assert world.reserved.keys() == {pool, provider}


def test_a_part_needs_what_it_belongs_to(world: World) -> None:
    for type_, given in (
        (tokens.GCP_POOL_PROVIDER, PROVIDER),
        (tokens.GCP_BUCKET_OBJECT, OBJECT),
        (tokens.GCP_BUCKET_MEMBER, {"bucket": "b", "role": "r", "member": "allUsers"}),
    ):
        with refused("no-such-parent"):
            make(world, type_, **given)


def test_a_provider_has_limits(world: World) -> None:
    make(world, tokens.GCP_POOL, **IN_POOL)
    identifier = make(world, tokens.GCP_POOL_PROVIDER, **PROVIDER)

    def becomes(**wrong: object) -> None:
        change(world, tokens.GCP_POOL_PROVIDER, identifier, **{**PROVIDER, **wrong})

    surplus = json.dumps({"keys": [{"kty": "RSA", "x5c": []}]})
    with refused("attribute-mapping"):
        becomes(attributeMapping={"attribute.own": "assertion.sub"})
    with refused("attribute-condition"):
        becomes(attributeCondition="a" * 4097)
    with refused("audiences"):
        becomes(oidc={"allowedAudiences": ["a"] * 11})
    with refused("audiences"):
        becomes(oidc={"allowedAudiences": ["a" * 257]})
    with refused("key-set"):
        becomes(oidc={"jwksJson": surplus})
    with refused("pool-texts"):
        becomes(displayName="a" * 33)
    becomes(displayName="a" * 32, attributeCondition="a" * 4096)


def test_a_bucket_with_objects_is_not_deleted_unless_the_state_says_so(world: World) -> None:
    bucket = make(world, tokens.GCP_BUCKET, name="b", location="us")
    make(world, tokens.GCP_BUCKET_OBJECT, **OBJECT)
    make(world, tokens.GCP_BUCKET_MEMBER, bucket="b", role="r", member="allUsers")
    with refused("objects-in-bucket"):
        drop(world, tokens.GCP_BUCKET, bucket)
    change(world, tokens.GCP_BUCKET, bucket, name="b", location="us", forceDestroy=True)
    drop(world, tokens.GCP_BUCKET, bucket)
    assert world.resources == {}
    make(world, tokens.GCP_BUCKET, name="b", location="us")


def test_an_object_is_uploaded_again_in_place_and_replaced_for_its_headers() -> None:
    def found(**inputs: object) -> Any:  # noqa: ANN401
        return difference(tokens.GCP_BUCKET_OBJECT, OBJECT, OBJECT, {**OBJECT, **inputs})

    assert found(content="[]").replaces == []
    headers = found(cacheControl="no-store")
    assert headers.replaces == ["cacheControl"]
    assert headers.deletes_first, "to delete the old one later would delete the new one"


def test_creation_overwrites_an_object(world: World) -> None:
    make(world, tokens.GCP_BUCKET, name="b", location="us")
    identifier = make(world, tokens.GCP_BUCKET_OBJECT, **OBJECT)
    make(world, tokens.GCP_BUCKET_OBJECT, **{**OBJECT, "content": "[]"})
    assert (read(world, tokens.GCP_BUCKET_OBJECT, identifier) or {})["content"] == "[]"


def test_a_deleted_account_stays_in_policies_under_another_name(world: World) -> None:
    with refused("no-such-member"):
        make(world, tokens.GCP_PROJECT_MEMBER, **MEMBER)
    account = make(world, tokens.GCP_SERVICE_ACCOUNT, **ACCOUNT)
    member = make(world, tokens.GCP_PROJECT_MEMBER, **MEMBER)
    drop(world, tokens.GCP_SERVICE_ACCOUNT, account)
    assert read(world, tokens.GCP_PROJECT_MEMBER, member) is None
    (policy,) = (found for _, found in world.all(gcp.POLICY))
    assert policy == {"roles/viewer": [f"deleted:serviceAccount:{EMAIL}?uid=1"]}
    make(world, tokens.GCP_SERVICE_ACCOUNT, **ACCOUNT)
    assert read(world, tokens.GCP_PROJECT_MEMBER, member) is None, "the new one has no role"


def test_a_binding_has_the_whole_role_and_a_member_its_own_line(world: World) -> None:
    account = make(world, tokens.GCP_SERVICE_ACCOUNT, **ACCOUNT)
    role = {"serviceAccountId": account, "role": "roles/iam.workloadIdentityUser"}
    other = make(world, tokens.GCP_ACCOUNT_MEMBER, **role, member="user:a@b.c")
    binding = make(world, tokens.GCP_ACCOUNT_BINDING, **role, members=["principal://two"])
    assert read(world, tokens.GCP_ACCOUNT_MEMBER, other) is None
    make(world, tokens.GCP_ACCOUNT_MEMBER, **role, member="user:a@b.c")
    found = read(world, tokens.GCP_ACCOUNT_BINDING, binding) or {}
    assert found["members"] == ["principal://two", "user:a@b.c"]
    drop(world, tokens.GCP_ACCOUNT_BINDING, binding)
    assert read(world, tokens.GCP_ACCOUNT_BINDING, binding) is None


def test_a_deleted_role_is_undeleted_and_updated_by_a_creation(world: World) -> None:
    role = make(world, tokens.GCP_CUSTOM_ROLE, **ROLE)
    with pytest.raises(RefusedError, match="already exists and must be imported"):
        make(world, tokens.GCP_CUSTOM_ROLE, **ROLE)
    drop(world, tokens.GCP_CUSTOM_ROLE, role)
    make(world, tokens.GCP_CUSTOM_ROLE, **{**ROLE, "permissions": ["dns.changes.get"]})
    assert (read(world, tokens.GCP_CUSTOM_ROLE, role) or {})["permissions"] == ["dns.changes.get"]


def test_what_is_gone_is_not_updated(world: World) -> None:
    for type_, given in ((tokens.GCP_POOL, IN_POOL), (tokens.GCP_SERVICE_ACCOUNT, ACCOUNT)):
        with pytest.raises(RefusedError, match="Error 404"):
            change(world, type_, "gone", **given)


@NEEDS_SDK
def test_a_member_is_imported_by_three_words_and_an_object_never(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(DIRECTORY, str(tmp_path))
    reader = {"bucket": "b", "role": "roles/storage.objectViewer", "member": "allUsers"}
    clouds = Clouds(tmp_path)
    clouds.exists(tokens.GCP_BUCKET, "b", {"name": "b", "location": "us"})
    clouds.exists(tokens.GCP_BUCKET_MEMBER, " ".join(reader.values()), reader)
    clouds.exists(tokens.GCP_BUCKET_OBJECT, "b-keys.json", OBJECT)
    member = Call(tokens.GCP_BUCKET_MEMBER, "readers", FakeProvider())
    assert member.read(" ".join(reader.values())).inputs == reader
    with pytest.raises(Exception, match="does not support import"):
        Call(tokens.GCP_BUCKET_OBJECT, "keys", FakeProvider()).read("b-keys.json")
