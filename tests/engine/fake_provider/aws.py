"""AWS and its provider, as far as the program can meet them.

Rules and columns: ``tests/kit/clouds/aws.yaml``. Source of what Read reports and Update overwrites:
hashicorp/terraform-provider-aws ``internal/service/s3/bucket.go`` and ``iam/role.go``.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from tests.engine.fake_provider import bucket_parts
from tests.engine.fake_provider.aws_rules import check_deletion, check_what_it_belongs_to, check_writing
from tests.engine.fake_provider.policies import POLICIES, normalized
from tests.engine.fake_provider.world import Properties, RefusedError, World, refuse
from tests.kit import tokens
from tests.kit.cloud_rows import ROWS

_PARTS_OF_A_BUCKET: Final = tuple(
    type_ for type_, row in ROWS.items() if row.is_part_of.get("bucket") == tokens.S3_BUCKET
)


def create(world: World, type_: str, identifier: str, given: Properties, computed: Properties) -> None:
    """Make a resource, or overwrite one where AWS has only a call that puts."""
    row = ROWS[type_]
    if row.taken and (world.get(type_, identifier) or _same_name(world, type_, given)):
        raise RefusedError(row.taken.format(**{**given, "id": identifier}))
    _write(world, type_, identifier, given, computed)


def update(world: World, type_: str, identifier: str, given: Properties, state: Properties) -> None:
    """Change a resource; ``state`` is what the provider believes that it is."""
    if ROWS[type_].taken and world.get(type_, identifier) is None:
        raise refuse("no-such-entity", what=identifier)
    if type_ == tokens.IAM_USER and given["name"] != identifier:
        _rename_user(world, identifier, given["name"])
        identifier = given["name"]
    _write(world, type_, identifier, given, None, state)


def _same_name(world: World, type_: str, given: Properties) -> bool:
    named = ROWS[type_].named
    return bool(named and given.get(named) and world.of_type(type_, **{named: given[named]}))


def _write(
    world: World,
    type_: str,
    identifier: str,
    given: Properties,
    computed: Properties | None,
    state: Properties | None = None,
) -> None:
    check_what_it_belongs_to(world, type_, given)
    check_writing(world, type_, identifier, given)
    if type_ == tokens.S3_BUCKET:
        inline = {key: given[key] for key in bucket_parts.INLINE if key in given}
        given = {key: value for key, value in given.items() if key not in inline}
        world.put(type_, identifier, given, computed)
        for key, value in inline.items():
            if state is None or value != state.get(key):
                bucket_parts.write(world, identifier, key, value)
        return
    if type_ == tokens.IAM_ROLE:
        _make_inline_policies_exclusive(world, identifier, given, state or {})
        given = {key: value for key, value in given.items() if key != "inlinePolicies"}
    told = {key: normalized(value) for key, value in given.items() if key in POLICIES}
    world.put(type_, identifier, {**given, **told}, computed)


def delete(world: World, type_: str, identifier: str, state: Properties) -> None:
    """Delete a resource; what AWS keeps of it stays."""
    found = world.get(type_, identifier)
    if found is None:
        return
    if type_ == tokens.IAM_ACCESS_KEY and state["user"] != found.given["user"]:
        return  # DeleteAccessKey of the former name is answered 404, which counts as deleted
    if type_ == tokens.IAM_ROLE and state.get("inlinePolicies"):
        for each in world.of_type(tokens.IAM_ROLE_POLICY, role=identifier):
            world.remove(tokens.IAM_ROLE_POLICY, each)
    check_deletion(world, type_, identifier)
    if special := _DELETED.get(type_):
        special(world, identifier)
        return
    world.remove(type_, identifier)


def read(world: World, type_: str, identifier: str) -> tuple[Properties, Properties] | None:
    """What AWS says of a resource: what can be set, and the rest."""
    found = world.get(type_, identifier)
    if found is None:
        return None
    given = dict(found.given)
    if type_ == tokens.S3_BUCKET:
        given |= bucket_parts.reported(world, identifier)
    if type_ == tokens.IAM_ROLE:
        policies = {
            each["name"]: each["policy"] for _, each in world.all(tokens.IAM_ROLE_POLICY) if each["role"] == identifier
        }
        inline = [{"name": name, "policy": policies[name]} for name in sorted(policies)]
        given |= {"inlinePolicies": inline} if inline else {}
    return given, found.computed


def occupied(type_: str, given: Properties) -> str | None:
    """The bucket that a write keeps busy, if any; objects are written side by side."""
    is_part = type_ == tokens.S3_BUCKET or type_ in _PARTS_OF_A_BUCKET
    return given.get("bucket") if is_part and type_ != tokens.S3_OBJECT else None


def _make_inline_policies_exclusive(world: World, role: str, given: Properties, state: Properties) -> None:
    """Put what the list has, and delete what the state had and the list has not."""
    if "inlinePolicies" not in given:
        return
    wanted = {each["name"]: each for each in given["inlinePolicies"]}
    for each in state.get("inlinePolicies", []):
        if each["name"] not in wanted:
            world.remove(tokens.IAM_ROLE_POLICY, f"{role}:{each['name']}")
    for each in wanted.values():
        _put_inline_policy(world, role, each)


def _put_inline_policy(world: World, role: str, policy: Mapping[str, Any]) -> None:
    named = {"role": role, "name": policy["name"], "policy": normalized(policy["policy"])}
    world.put(tokens.IAM_ROLE_POLICY, f"{role}:{policy['name']}", named)


def _rename_user(world: World, old: str, new: str) -> None:
    """A user is renamed in place; the ID that the provider gives it is its name."""
    found = world.get(tokens.IAM_USER, old)
    world.remove(tokens.IAM_USER, old)
    world.put(tokens.IAM_USER, new, {"name": new}, found.computed if found else {})
    for key in world.of_type(tokens.IAM_ACCESS_KEY, user=old):
        found = world.get(tokens.IAM_ACCESS_KEY, key)
        world.put(tokens.IAM_ACCESS_KEY, key, {**(found.given if found else {}), "user": new})


def _delete_bucket(world: World, bucket: str) -> None:
    for type_, identifier in bucket_parts.parts_of(world, bucket, _PARTS_OF_A_BUCKET):
        world.remove(type_, identifier)
    world.remove(tokens.S3_BUCKET, bucket)


def _suspend_versioning(world: World, bucket: str) -> None:
    if world.get(tokens.S3_OBJECT_LOCK, bucket) is None:
        suspended = {"versioningConfiguration": {"status": "Suspended"}}
        world.put(tokens.S3_VERSIONING, bucket, {"bucket": bucket, **suspended})


def _unlock(world: World, bucket: str) -> None:
    world.put(tokens.S3_OBJECT_LOCK, bucket, {"bucket": bucket, "objectLockEnabled": "Enabled"})


def _schedule(world: World, key: str) -> None:
    world.remove(tokens.KMS_KEY, key)
    world.reserved[f"{tokens.KMS_KEY} {key}"] = "PendingDeletion"


_DELETED: Final[Mapping[str, Callable[[World, str], None]]] = {
    tokens.S3_BUCKET: _delete_bucket,
    tokens.S3_VERSIONING: _suspend_versioning,
    tokens.S3_OBJECT_LOCK: _unlock,
    tokens.KMS_KEY: _schedule,
}
"""What a deletion does if it is not just that."""
