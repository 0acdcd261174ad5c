"""Rules about roles on AWS: who can assume them, and what the upload role can do."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.aws.policies.judgement import (
    actions_beyond,
    trust_problems,
    trusted_subjects,
)
from openshift_credentials.systems.etcd_backup.rules.names import SERVICE_ACCOUNT
from openshift_credentials.systems.etcd_backup.rules.upload_actions import GRANTS
from policies.resources import Resources, StackResource, has_unknown, items_at, value_at
from policies.rule import Configuration, Violations
from policies.stores import judge_document

ROLE: Final = resource_types.IAM_ROLE
ROLE_POLICY: Final = "aws:iam/rolePolicy:RolePolicy"

_ALLOWED: Final = frozenset(grant.action for grant in GRANTS)


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


def broad_actions(resources: Resources, _: Configuration) -> Violations:
    """Roles of the upload Job with more permissions than uploading, and reading in a restore."""
    for role in resources:
        trust = role.at("assumeRolePolicy")
        if role.type != ROLE or has_unknown(trust) or not _is_upload_role(trust):
            continue
        for holder, policy in _permissions(resources, role):
            if not has_unknown(policy) and (beyond := judge_document(_beyond, policy)):
                yield holder, f"the upload role allows {', '.join(beyond)}"


def _permissions(
    resources: Resources, role: StackResource
) -> Iterator[tuple[StackResource, object]]:
    for inline in items_at(role.at("inlinePolicies")):
        yield role, value_at(inline, "policy")
    name = role.at("name")
    for resource in resources:
        if resource.type == ROLE_POLICY and isinstance(name, str) and resource.at("role") == name:
            yield resource, resource.at("policy")


def _is_upload_role(trust: object) -> bool:
    subjects = judge_document(trusted_subjects, trust) or []
    return any(subject.endswith(f":{SERVICE_ACCOUNT}") for subject in subjects)


def _beyond(policy: object) -> list[str]:
    return actions_beyond(policy, _ALLOWED)
