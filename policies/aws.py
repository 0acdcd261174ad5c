"""Rules about AWS: buckets of snapshots that are public, and roles that others can assume."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.aws.policies import opens_to_everybody, trust_problems
from openshift_credentials.stack.outputs import export_name
from openshift_credentials.systems.token_issuer.rules.issuers import NO_PUBLIC_ACCESS
from policies.resources import UNKNOWN, Resources, StackResource, has_unknown
from policies.rule import Configuration, Violations
from policies.stores import BUCKETS, stores

PUBLIC_ACCESS_BLOCK: Final = "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock"
BUCKET_POLICY: Final = "aws:s3/bucketPolicy:BucketPolicy"
ROLE: Final = resource_types.IAM_ROLE

_PUBLIC_ACLS: Final = ("public-read", "public-read-write", "authenticated-read")


def public_bucket(resources: Resources, configuration: Configuration) -> Violations:
    """Buckets of snapshots that are, or could become, public."""
    for bucket, name in stores(resources, configuration, *BUCKETS):
        if name is UNKNOWN:
            continue
        if bucket.at("acl") in _PUBLIC_ACLS:
            yield bucket, f"bucket {name} has the public ACL {bucket.at('acl')}"
        blocks = list(_of_bucket(resources, name, PUBLIC_ACCESS_BLOCK))
        if not blocks and not any(_of_bucket(resources, UNKNOWN, PUBLIC_ACCESS_BLOCK)):
            yield bucket, f"no BucketPublicAccessBlock of the stack covers bucket {name}"
        for block in blocks:
            if open_switches := _open_switches(block):
                yield block, f"bucket {name} does not enable {', '.join(open_switches)}"
        for policy in _of_bucket(resources, name, BUCKET_POLICY):
            if _is_public(policy.at("policy")):
                yield policy, f"the policy of bucket {name} allows public access"


def _of_bucket(resources: Resources, name: object, kind: str) -> Iterator[StackResource]:
    """Settings of a bucket that are resources of their own."""
    return (each for each in resources if each.type == kind and each.at("bucket") == name)


def _open_switches(block: StackResource) -> list[str]:
    return [name for name in map(export_name, NO_PUBLIC_ACCESS) if block.at(name) not in (True, UNKNOWN)]


def _is_public(policy: object) -> bool:
    try:
        return not has_unknown(policy) and opens_to_everybody(policy)
    except ValueError:  # AWS rejects it
        return False


def open_trust(resources: Resources, _: Configuration) -> Violations:
    """Roles that unintended ServiceAccounts can assume."""
    for role in resources:
        if role.type == ROLE and not has_unknown(policy := role.at("assumeRolePolicy")):
            for problem in _sentences(policy):
                yield role, f"trust policy: {problem}"


def _sentences(policy: object) -> list[str]:
    try:
        return list(trust_problems(policy))
    except ValueError:
        return ["is not a policy document"] if policy is not None else []
