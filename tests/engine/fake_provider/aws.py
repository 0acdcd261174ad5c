"""AWS and its provider, as far as the program can meet them.

Rules and columns: ``tests/kit/clouds/aws.yaml``. Source of what Read reports and Update overwrites:
hashicorp/terraform-provider-aws ``internal/service/s3/bucket.go`` and ``iam/role.go``.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from tests.engine.fake_provider import bucket_parts
from tests.engine.fake_provider.differences import POLICIES, normalized
from tests.engine.fake_provider.world import Properties, RefusedError, World, refuse
from tests.kit import tokens
from tests.kit.cloud_rows import ROWS, RULES

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


def check_what_it_belongs_to(world: World, type_: str, given: Properties) -> None:
    """Refuse a part of what does not exist."""
    for key, owner in ROWS[type_].is_part_of.items():
        if world.get(owner, given[key]) is None:
            match owner:
                case tokens.S3_BUCKET:
                    raise refuse("no-such-bucket")
                case _:
                    raise refuse("no-such-entity", what=given[key])


def check_writing(world: World, type_: str, identifier: str, given: Properties) -> None:
    """Refuse what breaks a rule of AWS, at creation and update."""
    if rule := _WRITING.get(type_):
        rule(world, identifier, given)


def check_deletion(world: World, type_: str, identifier: str) -> None:
    """Refuse to delete what is in use."""
    if rule := _DELETION.get(type_):
        rule(world, identifier)


def _is_full(world: World, type_: str, identifier: str, rule: str) -> bool:
    others = [each for each, _ in world.all(type_) if each != identifier]
    return len(others) >= RULES[rule].at_most


def _bucket_policy(_: World, bucket: str, given: Properties) -> None:
    if len(given["policy"].encode()) > RULES["bucket-policy-size"].at_most:
        raise refuse("bucket-policy-size", bucket=bucket)


def _object_lock(world: World, bucket: str, _: Properties) -> None:
    versioning = world.find(tokens.S3_VERSIONING, bucket) or {}
    if versioning.get("versioningConfiguration", {}).get("status") != "Enabled":
        raise refuse("object-lock-needs-versioning", bucket=bucket)


def _role(_: World, __: str, given: Properties) -> None:
    # A role that is only read has no inputs.
    if _size(given.get("assumeRolePolicy", "")) > RULES["trust-policy-size"].at_most:
        raise refuse("trust-policy-size")


def _role_policy(world: World, identifier: str, given: Properties) -> None:
    sizes = [
        _size(each["policy"])
        for found, each in world.all(tokens.IAM_ROLE_POLICY)
        if each["role"] == given["role"] and found != identifier
    ]
    if sum(sizes) + _size(given["policy"]) > RULES["role-policies-size"].at_most:
        raise refuse("role-policies-size", role=given["role"])


def _managed_policy(_: World, __: str, given: Properties) -> None:
    if _size(given["policy"]) > RULES["managed-policy-size"].at_most:
        raise refuse("managed-policy-size")


def _size(policy: str) -> int:
    """Characters of a policy as IAM counts them: without white space."""
    return len("".join(policy.split()))


def _oidc_provider(world: World, arn: str, _: Properties) -> None:
    if _is_full(world, tokens.IAM_OIDC_PROVIDER, arn, "oidc-providers"):
        raise refuse("oidc-providers")


def _access_key(world: World, key: str, given: Properties) -> None:
    others = [each for each in _keys_of(world, given["user"]) if each != key]
    if len(others) >= RULES["access-keys"].at_most:
        raise refuse("access-keys", user=given["user"])


def _keys_of(world: World, user: str) -> list[str]:
    return [each for each, found in world.all(tokens.IAM_ACCESS_KEY) if found["user"] == user]


def _bucket_deletion(world: World, bucket: str) -> None:
    if any(each.startswith(f"{bucket}/") for each, _ in world.all(tokens.S3_OBJECT)):
        found = world.find(tokens.S3_BUCKET, bucket) or {}
        if not found.get("forceDestroy"):
            raise refuse("bucket-not-empty", bucket=bucket)


def _role_deletion(world: World, role: str) -> None:
    if world.of_type(tokens.IAM_ROLE_POLICY, role=role):
        raise refuse("role-in-use", role=role)


def _user_deletion(world: World, user: str) -> None:
    found = world.find(tokens.IAM_USER, user) or {}
    if found.get("forceDestroy"):
        for each in _keys_of(world, user):
            world.remove(tokens.IAM_ACCESS_KEY, each)
    if _keys_of(world, user):
        raise refuse("user-in-use", user=user, what="access keys")
    if world.of_type(tokens.IAM_USER_POLICY_ATTACHMENT, user=user):
        raise refuse("user-in-use", user=user, what="attached policies")


def _policy_deletion(world: World, arn: str) -> None:
    if world.of_type(tokens.IAM_USER_POLICY_ATTACHMENT, policyArn=arn):
        raise refuse("policy-in-use", arn=arn)


def _access_control_deletion(world: World, control: str) -> None:
    for _, found in world.all(tokens.CLOUDFRONT_DISTRIBUTION):
        if any(each.get("originAccessControlId") == control for each in found["origins"]):
            raise refuse("access-control-in-use", id=control)


_WRITING: Final[Mapping[str, Callable[[World, str, Properties], None]]] = {
    tokens.S3_BUCKET_POLICY: _bucket_policy,
    tokens.S3_OBJECT_LOCK: _object_lock,
    tokens.IAM_ROLE: _role,
    tokens.IAM_ROLE_POLICY: _role_policy,
    tokens.IAM_POLICY: _managed_policy,
    tokens.IAM_OIDC_PROVIDER: _oidc_provider,
    tokens.IAM_ACCESS_KEY: _access_key,
}


_DELETION: Final[Mapping[str, Callable[[World, str], None]]] = {
    tokens.S3_BUCKET: _bucket_deletion,
    tokens.IAM_ROLE: _role_deletion,
    tokens.IAM_USER: _user_deletion,
    tokens.IAM_POLICY: _policy_deletion,
    tokens.ORIGIN_ACCESS_CONTROL: _access_control_deletion,
}
