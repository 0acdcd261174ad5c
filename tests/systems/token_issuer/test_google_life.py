"""The life of every setting of an issuer on Google Cloud, on the strict stand-in."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import pytest

from tests.engine.fake_provider import gcp
from tests.engine.fake_provider.lives import Life
from tests.engine.fake_provider.world import RefusedError, World
from tests.kit import tokens
from tests.kit.google_cloud import NEEDS_SDK
from tests.kit.recorded import Recorded
from tests.systems.token_issuer.stacks import SIGNER, recorded

pytestmark = NEEDS_SDK

GCP: Final = {"project": "my-project", "projectNumber": "123456789012"}
KEYS: Final = [{"name": "a", "publicKey": SIGNER}]
TWO_KEYS: Final = [*KEYS, {"name": "b"}]
POOL: Final = "projects/my-project/locations/global/workloadIdentityPools/mycluster"
OBJECT: Final = "mycluster-oidc-keys.json"
IN_PROVIDER: Final = {"keyStorage": "pool-jwk-file"}


def stack(given: Mapping[str, object] | None = None, **more: object) -> Recorded:
    place = {**GCP, **(given or {})}
    branch = {"name": "mycluster", "gcp": place, "keys": KEYS, "protect": False, **more}
    return recorded({"tokenIssuer": branch}, preview=False)


def key_set(world: World) -> list[dict[str, Any]]:
    """The keys that Google finds, wherever they are."""
    provider = world.find(tokens.GCP_POOL_PROVIDER, f"{POOL}/providers/mycluster") or {}
    text = provider["oidc"].get("jwksJson")
    found = text or (world.find(tokens.GCP_BUCKET_OBJECT, OBJECT) or {})["content"]
    keys: list[dict[str, Any]] = json.loads(found)["keys"]
    return keys


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every call that changes Google Cloud, in order; a trusted issuer has keys after each."""
    calls: list[str] = []
    for name in ("create", "update", "delete"):
        monkeypatch.setattr(gcp, name, noting(calls, name, getattr(gcp, name)))
    return calls


def noting(calls: list[str], name: str, served: Callable[..., None]) -> Callable[..., None]:
    def call(world: World, type_: str, *more: object) -> None:
        served(world, type_, *more)
        calls.append(f"{name} {type_.rpartition(':')[2]}")
        if world.get(tokens.GCP_POOL_PROVIDER, f"{POOL}/providers/mycluster"):
            assert key_set(world), calls

    return call


def settled(life: Life) -> Life:
    assert list(life.changes()) == []
    assert {each for each in life.left() if not each.startswith(gcp.POLICY)} == set()
    return life


@pytest.mark.parametrize("place", [{}, IN_PROVIDER], ids=["bucket", "provider"])
def test_a_rotation_writes_the_key_set_in_place(place: Mapping[str, object], watched: list[str]) -> None:
    life = settled(Life(stack(place)))
    before = [each["kid"] for each in key_set(life.world)]
    watched.clear()
    life.update(stack(place, keys=TWO_KEYS, signingKey="a"))
    both = [each["kid"] for each in key_set(settled(life).world)]
    assert both[0] == before[0]
    assert len(both) == 2
    life.update(stack(place, keys=TWO_KEYS, signingKey="b"))
    life.update(stack(place, keys=TWO_KEYS[1:]))
    assert [each["kid"] for each in key_set(settled(life).world)] == both[1:]
    written = "WorkloadIdentityPoolProvider" if place else "BucketObject"
    assert watched == [f"update {written}"] * 2


def test_the_key_set_moves_into_the_provider_and_back(watched: list[str]) -> None:
    life = settled(Life(stack()))
    watched.clear()
    life.update(stack(IN_PROVIDER))
    assert settled(life).world.of_type(tokens.GCP_BUCKET) == []
    assert watched == [
        "update WorkloadIdentityPoolProvider",
        "delete BucketObject",
        "delete BucketObject",
        "delete BucketIAMMember",
        "delete Bucket",
    ]
    watched.clear()
    life.update(stack())
    assert settled(life).world.of_type(tokens.GCP_BUCKET) == ["mycluster-oidc"]
    assert watched[-1] == "update WorkloadIdentityPoolProvider"


CHANGES: Final[Sequence[tuple[Mapping[str, object], Mapping[str, object], str]]] = (
    ({"attributeCondition": "google.subject != ''"}, {}, "update WorkloadIdentityPoolProvider"),
    ({}, {"tags": {"team": "etcd"}}, "update Bucket"),
)


@pytest.mark.parametrize(("place", "more", "call"), CHANGES)
def test_a_setting_is_on_and_off_and_on_again(
    place: Mapping[str, object], more: Mapping[str, object], call: str, watched: list[str]
) -> None:
    life = settled(Life(stack()))
    watched.clear()
    for changed in (stack(place, **more), stack(), stack(place, **more)):
        life.update(changed)
        settled(life)
    assert watched == [call] * 3


@pytest.mark.parametrize("name", ["pool", "provider"])
def test_another_pool_or_provider_is_made_before_the_old_one_goes(name: str, watched: list[str]) -> None:
    life = settled(Life(stack()))
    watched.clear()
    life.update(stack({name: "another"}))
    made = [call for call in watched if "Provider" in call]
    assert made == ["create WorkloadIdentityPoolProvider", "delete WorkloadIdentityPoolProvider"]
    with pytest.raises(RefusedError, match="Requested entity already exists"):
        life.update(stack())


def test_another_location_makes_bucket_and_documents_anew() -> None:
    life = settled(Life(stack()))
    life.update(stack({"location": "eu"}))
    assert key_set(life.world)
    assert (settled(life).world.find(tokens.GCP_BUCKET, "mycluster-oidc") or {})["location"] == "eu"


def test_a_destroyed_issuer_comes_back_only_after_its_pool_was_undeleted() -> None:
    life = settled(Life(stack()))
    life.destroy()
    assert list(life.left()) == []
    assert life.world.reserved.keys() == {POOL, f"{POOL}/providers/mycluster"}
    with pytest.raises(RefusedError, match="Requested entity already exists"):
        Life(stack(), life.world)
    settled(Life(stack({"pool": "another"}), World(reserved=dict(life.world.reserved))))


def test_an_issuer_of_a_project_with_a_domain_lives_in_it() -> None:
    life = settled(Life(stack({"project": "example.com:my-project"})))
    (pool,) = life.world.of_type(tokens.GCP_POOL)
    assert pool == POOL.replace("my-project", "example.com:my-project")
    life.destroy()
    assert list(life.left()) == []
