"""What an identity on AWS can do and who can use it, from the policies themselves."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from openshift_credentials.stack.explanation import Explanation, Permission, Way
from openshift_credentials.systems.etcd_backup.plan.aws import PlannedRole, planned_role
from openshift_credentials.systems.etcd_backup.plan.bucket_policies import example_key_arn
from openshift_credentials.systems.etcd_backup.remarks.aws import warnings
from openshift_credentials.systems.etcd_backup.rules.credentials import CredentialMode
from openshift_credentials.systems.etcd_backup.rules.upload_actions import GRANTS, Purpose
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings, S3Storage

_CONDITIONS: Final = {
    "aws:SecureTransport": "only over TLS",
    "aws:SourceVpce": "only through VPC endpoint {}",
    "aws:ResourceAccount": "only in buckets of account {}",
    "aws:ResourceOrgID": "only if the bucket belongs to organization {}",
    "aws:PrincipalOrgID": "only while the role belongs to organization {}",
    "kms:ViaService": "only through {}",
}

_STATIC_REMARK: Final = (
    "no role is created: the owner of the keys decides their permissions, and anybody who has the "
    "keys can use them"
)


def explain_aws(settings: EtcdBackupSettings, storage: S3Storage) -> Explanation:
    """Explain the identity of a stack whose storage type is ``S3``."""
    if settings.mode is CredentialMode.AWS_STATIC:
        return Explanation(
            "an IAM user or session whose access keys are in the stack",
            ways=(),
            permissions=(),
            remarks=(
                _STATIC_REMARK,
                *map(str, warnings(settings, storage)),
            ),
        )
    role = planned_role(settings, storage)
    statements = _statements(role.permission_policy(example_key_arn(storage)))
    return Explanation(
        f"IAM role {role.arn}",
        ways=tuple(dict.fromkeys(_ways(role))),
        permissions=tuple(_permission(each) for each in statements if each["Effect"] == "Allow"),
        remarks=tuple(_remarks(settings, storage, statements)),
    )


def _ways(role: PlannedRole) -> Iterator[Way]:
    why = {account.subject: account.why for account in role.trusted}
    for statement in _statements(role.trust_policy):
        conditions = cast("Mapping[str, Mapping[str, object]]", statement["Condition"])
        claims = {
            key.rpartition(":")[2]: _many(values)
            for keys in conditions.values()
            for key, values in keys.items()
        }
        for subject in claims["sub"]:
            yield Way(role.issuer, subject, claims["aud"][0], why[subject])


def _permission(statement: Mapping[str, object]) -> Permission:
    conditions = cast("Mapping[str, Mapping[str, object]]", statement.get("Condition", {}))
    return Permission(
        actions=tuple(_many(statement["Action"])),
        scope=", ".join(_many(statement["Resource"])),
        why=_why(statement.get("Sid")),
        conditions=tuple(
            _condition(operator, key, _many(values))
            for operator, keys in conditions.items()
            for key, values in keys.items()
        ),
    )


def _why(sid: object) -> str:
    if sid in set(Purpose):
        return "; ".join(f"{each.action} {each.why}" for each in GRANTS if each.purpose == sid)
    return f"etcdBackup.credentials.extraStatements requires it{f' ({sid})' if sid else ''}"


def _condition(operator: str, key: str, values: Sequence[str]) -> str:
    joined = " or ".join(values)
    if key == "aws:SecureTransport" and values != ["true"]:
        return f"{operator} {key} {joined}"
    return _CONDITIONS.get(key, f"{operator} {key} {{}}").format(joined)


def _remarks(
    settings: EtcdBackupSettings, storage: S3Storage, statements: Sequence[Mapping[str, object]]
) -> Iterator[str]:
    credentials = settings.credentials
    if not credentials.extra_statements:
        reads = "list or delete" if credentials.restore else "list, read or delete"
        yield f"it cannot {reads} snapshots or write anywhere else"
    for statement in statements:
        if statement["Effect"] == "Deny":
            denied = _permission(statement)
            yield f"it never can: {', '.join(denied.actions)} on {denied.scope} ({denied.why})"
    if credentials.permissions_boundary:
        yield (
            f"the permissions boundary {credentials.permissions_boundary} can restrict this further"
        )
    yield (
        "this stack creates the OIDC provider of the issuer"
        if credentials.create_oidc_provider
        else "the OIDC provider of the issuer must exist in the account, with the audience "
        "sts.amazonaws.com. etcdBackup.credentials.createOidcProvider creates it"
    )
    yield from map(str, warnings(settings, storage))


def _statements(policy: str) -> list[Mapping[str, object]]:
    return cast("list[Mapping[str, object]]", json.loads(policy)["Statement"])


def _many(value: object) -> list[str]:
    return [value] if isinstance(value, str) else [str(one) for one in cast("list[object]", value)]
