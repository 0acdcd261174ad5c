"""Google Cloud and its provider, as far as the program can meet them.

Rules and columns: ``tests/kit/clouds/gcp.yaml``. Source of what is code here:
hashicorp/terraform-provider-google ``google/tpgiamresource`` and the files of the table.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tests.engine.fake_provider.world import Properties, RefusedError, World, refuse
from tests.kit import tokens
from tests.kit.cloud_rows import ROWS, RULES, OnDelete

POLICY: Final = "gcp:policy"
"""IAM policy of a resource: roles to members; there is none without a member."""


_RESERVED: Final = "deleted, reserved for 30 days: "
"""Then type, inputs and outputs, as JSON."""


_UNDELETED: Final = "deleted, undeleted by a creation"


def create(world: World, type_: str, identifier: str, given: Properties, computed: Properties) -> None:
    """Make a resource; a deleted role is undeleted, and an object is overwritten."""
    row = ROWS[type_]
    answer = None
    if world.get(type_, identifier):
        answer = row.taken
    elif world.reserved.get(identifier, "").startswith(_RESERVED):
        answer = row.reserved
    if answer:
        raise RefusedError(answer.format(**given))
    world.reserved.pop(identifier, None)
    _write(world, type_, identifier, given, computed)


def update(world: World, type_: str, identifier: str, given: Properties, _: Properties) -> None:
    """Change a resource that is there; an object is uploaded again, there or not."""
    if type_ != tokens.GCP_BUCKET_OBJECT and read(world, type_, identifier) is None:
        raise RefusedError(f"googleapi: Error 404: {identifier} was not found, notFound")
    _write(world, type_, identifier, given, None)


def _write(world: World, type_: str, identifier: str, given: Properties, computed: Properties | None) -> None:
    check_parent(world, type_, given)
    check_writing(world, type_, given)
    if ROWS[type_].in_policy:
        _change_policy(world, type_, given, _members(given))
    world.put(type_, identifier, given, computed)


def delete(world: World, type_: str, identifier: str, state: Properties) -> None:
    """Delete a resource with what is in it; its ID may stay reserved."""
    if world.get(type_, identifier) is None:
        return
    check_deletion(world, type_, identifier, state)
    if ROWS[type_].in_policy:
        _change_policy(world, type_, state, ())
    if type_ == tokens.GCP_CUSTOM_ROLE:
        world.reserved[identifier] = _UNDELETED
    if type_ == tokens.GCP_SERVICE_ACCOUNT:
        _forget_account(world, state)
    for kind, within in _parts(world, type_, identifier):
        _remove(world, kind, within)
    world.remove(POLICY, identifier)
    _remove(world, type_, identifier)


def _remove(world: World, type_: str, identifier: str) -> None:
    found = world.get(type_, identifier)
    if found and ROWS[type_].on_delete == OnDelete.SOFT:
        what = [type_, found.given, found.computed]
        world.reserved[identifier] = f"{_RESERVED}{json.dumps(what)}"
    world.remove(type_, identifier)


def _parts(world: World, type_: str, identifier: str) -> Sequence[tuple[str, str]]:
    """What goes with a resource: providers of a pool, and objects and members of a bucket."""
    if type_ == tokens.GCP_POOL:
        providers = [each for each, _ in world.all(tokens.GCP_POOL_PROVIDER)]
        return [(tokens.GCP_POOL_PROVIDER, each) for each in providers if each.startswith(f"{identifier}/")]
    return [
        (kind, each)
        for kind, row in ROWS.items()
        for key, owner in row.is_part_of.items()
        if owner == type_
        for each in world.of_type(kind, **{key: identifier})
    ]


def read(world: World, type_: str, identifier: str) -> tuple[Properties, Properties] | None:
    """What Google Cloud says of a resource; a member is there while its policy has it."""
    found = world.get(type_, identifier)
    if found is None:
        return None
    key = ROWS[type_].in_policy
    if key is None:
        return found.given, found.computed
    there = (world.find(POLICY, found.given[key]) or {}).get(found.given["role"], [])
    if type_ == tokens.GCP_ACCOUNT_BINDING:
        members = _in_order(found.given["members"], there)
        return ({**found.given, "members": members}, found.computed) if there else None
    return (found.given, found.computed) if found.given["member"] in there else None


def undelete(world: World, identifier: str) -> None:
    """Restore a pool or provider, as ``gcloud`` does."""
    type_, given, computed = json.loads(world.reserved.pop(identifier).removeprefix(_RESERVED))
    world.put(type_, identifier, given, computed)


def _members(given: Properties) -> Sequence[str]:
    return given["members"] if "members" in given else [given["member"]]


def _change_policy(world: World, type_: str, of: Properties, members: Sequence[str]) -> None:
    """Read, change and write a policy: a binding has the whole role, a member its own line."""
    resource = of[ROWS[type_].in_policy or ""]
    policy = dict(world.find(POLICY, resource) or {})
    if type_ == tokens.GCP_ACCOUNT_BINDING:
        after = [*members]
    else:
        others = [each for each in policy.get(of["role"], []) if each != of["member"]]
        after = [*others, *members]
    policy[of["role"]] = after
    _put_policy(world, resource, policy)


def _put_policy(world: World, resource: str, policy: Mapping[str, Any]) -> None:
    roles = {role: members for role, members in policy.items() if members}
    if roles:
        world.put(POLICY, resource, roles)
    else:
        world.remove(POLICY, resource)


def _forget_account(world: World, account: Properties) -> None:
    """Policies keep a deleted account under another name, which grants nothing."""
    member = f"serviceAccount:{account['email']}"
    gone = f"deleted:{member}?uid={account.get('uniqueId', '1')}"
    for resource, policy in world.all(POLICY):
        renamed = {role: [gone if each == member else each for each in members] for role, members in policy.items()}
        _put_policy(world, resource, renamed)


def _in_order(given: Sequence[str], there: Sequence[str]) -> Sequence[str]:
    """A set in the order of the program, as far as both have the same."""
    return given if set(given) == set(there) else sorted(there)


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
