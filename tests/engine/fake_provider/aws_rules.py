"""What AWS refuses, by the rules of ``tests/kit/clouds/aws.yaml``, which have the sources."""

from collections.abc import Callable, Mapping
from typing import Final

from tests.engine.fake_provider.world import Properties, World, refuse
from tests.kit import tokens
from tests.kit.cloud_rows import ROWS, RULES


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
