"""What Google Cloud refuses: rules of ``tests/kit/clouds/gcp.yaml``, which has the sources."""

import json
from typing import Final

from tests.engine.fake_provider.world import Properties, World, refuse
from tests.kit import tokens
from tests.kit.cloud_rows import ROWS, RULES

_OF_POOLS: Final = frozenset({tokens.GCP_POOL, tokens.GCP_POOL_PROVIDER})
_OF_A_KEY: Final = frozenset({"kty", "alg", "use", "kid", "n", "e", "crv", "x", "y"})


def check_parent(world: World, type_: str, given: Properties) -> None:
    """Refuse a part of what does not exist."""
    owners = {owner: given[key] for key, owner in ROWS[type_].is_part_of.items()}
    if type_ == tokens.GCP_POOL_PROVIDER:
        owners[tokens.GCP_POOL] = ROWS[tokens.GCP_POOL].identifier(given)
    for owner, identifier in owners.items():
        if world.get(owner, identifier) is None:
            raise refuse("no-such-parent", what=identifier)


def check_writing(world: World, type_: str, given: Properties) -> None:
    """Refuse what breaks a rule of Google Cloud, at creation and update."""
    if len(given.get("displayName", "")) > RULES["pool-texts"].at_most and type_ in _OF_POOLS:
        raise refuse("pool-texts")
    if type_ == tokens.GCP_POOL_PROVIDER:
        _provider(given)
    if type_ == tokens.GCP_PROJECT_MEMBER:
        _member(world, given["member"])


def check_deletion(world: World, type_: str, identifier: str, state: Properties) -> None:
    """Refuse to delete what is in use; the provider empties a bucket only if the state says so."""
    if type_ != tokens.GCP_BUCKET or state.get("forceDestroy"):
        return
    if world.of_type(tokens.GCP_BUCKET_OBJECT, bucket=identifier):
        raise refuse("objects-in-bucket", bucket=identifier)


def _member(world: World, member: str) -> None:
    kind, _, email = member.partition(":")
    if kind == "serviceAccount" and not world.of_type(tokens.GCP_SERVICE_ACCOUNT, email=email):
        raise refuse("no-such-member", what=email)


def _provider(given: Properties) -> None:
    if "google.subject" not in given.get("attributeMapping", {}):
        raise refuse("attribute-mapping")
    if len(given.get("attributeCondition", "")) > RULES["attribute-condition"].at_most:
        raise refuse("attribute-condition")
    audiences = given["oidc"].get("allowedAudiences", [])
    if len(audiences) > RULES["audiences"].at_most or any(len(each) > 256 for each in audiences):
        raise refuse("audiences")
    if keys := given["oidc"].get("jwksJson"):
        for key in json.loads(keys)["keys"]:
            if surplus := key.keys() - _OF_A_KEY:
                raise refuse("key-set", what=", ".join(sorted(surplus)))
