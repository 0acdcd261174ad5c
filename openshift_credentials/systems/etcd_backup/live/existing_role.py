"""Compare an existing IAM role with what backups need of it.

Source: IAM API reference, "GetRole", "ListRolePolicies", "ListAttachedRolePolicies" and
"GetPolicyVersion".
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openshift_credentials.base.errors import UnusableInputError
from openshift_credentials.base.json_values import (
    object_items,
    object_member,
    text_items,
    text_member,
)
from openshift_credentials.live.check import Check, failure, success, unknown, warning
from openshift_credentials.live.cloud import AwsCall
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.platforms.aws.arns import UNKNOWN_KEY_ID
from openshift_credentials.platforms.aws.policies.evaluation import Lacking, MissingReason
from openshift_credentials.platforms.aws.policies.judgement import trust_problems
from openshift_credentials.systems.etcd_backup.plan.aws import PlannedRole
from openshift_credentials.systems.etcd_backup.rules.adopted_role import (
    Untrusted,
    find_untrusted,
    lacks,
    needs_of_policy,
)
from openshift_credentials.systems.etcd_backup.settings import S3Storage

ROLE: Final = "AWS role"
INLINE: Final = "AWS inline policies of the role"
ATTACHED: Final = "AWS managed policies of the role"

_WAY_OUT: Final = "whoever owns the role adds it; 'explain' prints what the stack needs"
_CANNOT_TELL: Final = "read the policies yourself; 'explain' prints what the stack needs"


def role_calls(planned: PlannedRole, region: str) -> Iterator[AwsCall]:
    """The role and the names of its policies."""
    for name, method in (
        (ROLE, "get_role"),
        (INLINE, "list_role_policies"),
        (ATTACHED, "list_attached_role_policies"),
    ):
        yield _call(name, method, region, RoleName=planned.name)


def policy_calls(planned: PlannedRole, region: str, observed: Observed) -> Iterator[AwsCall]:
    """The policies of the answers, and the default version of each managed one."""
    for name in _inline_names(observed):
        yield _call(
            _inline_policy_name(name),
            "get_role_policy",
            region,
            RoleName=planned.name,
            PolicyName=name,
        )
    for arn in _managed_policies(observed):
        yield _call(_managed_policy_name(arn), "get_policy", region, PolicyArn=arn)
        if (answer := observed.one(_managed_policy_name(arn))) is not None:
            version = text_member(answer, "Policy", "DefaultVersionId")
            yield _call(
                _policy_version_name(arn),
                "get_policy_version",
                region,
                PolicyArn=arn,
                VersionId=version,
            )


def existing_role_checks(
    planned: PlannedRole, storage: S3Storage, provider_arns: Sequence[str], observed: Observed
) -> Iterator[Check]:
    """Whether the role is there, admits the service accounts, and can do what backups do.

    ``provider_arns`` are those of the OIDC providers that the account has, or will have.
    """
    answer = observed.one(ROLE)
    if answer is None:
        if observed.obstacle(ROLE) is Obstacle.ABSENT:
            yield failure(
                "cloud-no-role",
                planned.arn,
                "does not exist, and the stack does not create it",
                "correct the name, or remove etcdBackup.credentials.existingRole",
            )
        return
    role = object_member(answer, "Role")
    if (arn := text_member(role, "Arn")) != planned.arn:
        yield failure(
            "cloud-role-arn",
            planned.arn,
            f"the role of this name is {arn}",
            "correct etcdBackup.credentials.rolePath",
        )
        return
    yield _trust(planned, provider_arns, role.get("AssumeRolePolicyDocument"))
    yield from _permissions(planned, storage, observed)


def _trust(planned: PlannedRole, provider_arns: Sequence[str], policy: object) -> Check:
    found = list(find_untrusted(policy, provider_arns, planned.tokens))
    if certain := [item for item in found if item.reason is not MissingReason.CONDITIONAL]:
        return failure("cloud-role-trust", planned.arn, _join(certain), _WAY_OUT)
    if found:
        return unknown("cloud-role-trust", planned.arn, _join(found), _CANNOT_TELL)
    if wide := list(trust_problems(policy)):
        return warning(
            "cloud-role-trust",
            planned.arn,
            f"its trust policy admits more than it has to: {'; '.join(wide)}",
            "compare sub and aud in every statement",
        )
    return success("cloud-role-trust", planned.arn, "it admits the service accounts of the stack")


def _permissions(planned: PlannedRole, storage: S3Storage, observed: Observed) -> Iterator[Check]:
    """Nothing where a policy could not be read: that read is a check of its own."""
    code, subject = "cloud-role-permissions", planned.arn
    lists = [observed.one(name) for name in (INLINE, ATTACHED)]
    asked = [call.name for call in policy_calls(planned, storage.region, observed)]
    if None in lists or any(observed.one(name) is None for name in asked):
        return
    if any(answer and answer.get("IsTruncated") for answer in lists):
        yield unknown(
            code, subject, "it has more policies than one answer of IAM lists", _CANNOT_TELL
        )
        return
    boundary = _boundary(observed)
    limit = _document(observed, _policy_version_name(boundary)) if boundary else None
    own = [_inline_policy_name(name) for name in _inline_names(observed)]
    own += map(_policy_version_name, _attached_policies(observed))
    policies = [_document(observed, name) for name in own]
    planned_policy = planned.permission_policy(storage.kms_key_arn)
    needs = [
        need
        for need in needs_of_policy(planned_policy, _context(planned))
        if UNKNOWN_KEY_ID not in need.resource  # the policy of a new key allows the role to use it
    ]
    try:
        missing = lacks(policies, limit, needs)
    except UnusableInputError as error:
        yield unknown(code, subject, "; ".join(map(str, error.problems)), _CANNOT_TELL)
        return
    if not missing:
        yield success(code, subject, "its policies allow what backups need")
        return
    certain = [
        item
        for item in missing
        if item.reason is MissingReason.DENIED
        or (item.reason is MissingReason.NOT_ALLOWED and not _other_policy(storage, item))
    ]
    if certain:
        yield failure(code, subject, _actions_to_allow(certain), _WAY_OUT)
    else:
        yield unknown(code, subject, _actions_to_allow(missing), _CANNOT_TELL)


def _other_policy(storage: S3Storage, item: Lacking) -> bool:
    """Whether the policy of an existing bucket or key of the role's account may allow it."""
    if item.need.action.startswith("kms:"):
        return item.need.resource.split(":")[4] == storage.account_id
    copy, bucket = storage.replication, item.need.resource.rpartition(":::")[2].split("/")[0]
    if copy and bucket == copy.bucket:
        return copy.existing and copy.account_id in (None, storage.account_id)
    return storage.existing and storage.bucket_account_id is None


def _context(planned: PlannedRole) -> Mapping[str, str]:
    """What is known of every request of the role."""
    return {
        "aws:PrincipalArn": planned.arn,
        "aws:PrincipalAccount": planned.account_id,
        "aws:SecureTransport": "true",
    }


def _actions_to_allow(missing: list[Lacking]) -> str:
    return "; ".join(
        f"{item.need.action} on {item.need.resource}: {item.reason}" for item in missing
    )


def _join(found: list[Untrusted]) -> str:
    return "; ".join(map(str, found))


def _boundary(observed: Observed) -> str:
    return text_member(
        observed.one(ROLE) or {}, "Role", "PermissionsBoundary", "PermissionsBoundaryArn"
    )


def _managed_policies(observed: Observed) -> list[str]:
    """ARNs of the attached policies and of the boundary, each once."""
    return list(
        dict.fromkeys(arn for arn in (*_attached_policies(observed), _boundary(observed)) if arn)
    )


def _inline_names(observed: Observed) -> list[str]:
    return list(text_items(observed.one(INLINE) or {}, "PolicyNames"))


def _attached_policies(observed: Observed) -> list[str]:
    attached = object_items(observed.one(ATTACHED) or {}, "AttachedPolicies")
    return [text_member(item, "PolicyArn") for item in attached]


def _document(observed: Observed, name: str) -> object:
    """The document in the answer about an inline policy, or about a version of a managed one."""
    answer = observed.one(name) or {}
    return answer.get("PolicyDocument") or object_member(answer, "PolicyVersion").get("Document")


def _inline_policy_name(name: str) -> str:
    return f"AWS inline policy {name}"


def _managed_policy_name(arn: str) -> str:
    return f"AWS managed policy {arn}"


def _policy_version_name(arn: str) -> str:
    return f"AWS version of managed policy {arn}"


def _call(name: str, method: str, region: str, **parameters: str) -> AwsCall:
    return AwsCall(name=name, service="iam", method=method, region=region, parameters=parameters)
