"""What the identity of the backups can do and who can use it, from the policies themselves."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, assert_never

from openshift_credentials.base.json_values import as_object, object_items, object_member, one_or_many, read_json
from openshift_credentials.stack.explanation import Explanation, Permission, Way

from .plan import azure as azure_plan
from .plan.aws import PlannedRole, plan_role
from .plan.other_accounts import example_key_arn, statements_elsewhere
from .remarks import remarks, s3_warnings
from .rules.policies import GRANTS, ActionPurpose
from .settings import (
    AwsStatic,
    AwsSts,
    AzureBlobUpload,
    AzureClientSecret,
    AzureManagedIdentity,
    AzureWorkloadIdentity,
    EtcdBackupSettings,
    S3Upload,
)

__all__ = ["explain", "remarks"]


def explain(settings: EtcdBackupSettings) -> Explanation:
    """The explanation of the stack's cloud."""
    match upload := settings.upload:
        case S3Upload():
            return explain_aws(settings, upload)
        case AzureBlobUpload():
            return explain_azure(settings, upload)
        case _:
            assert_never(upload)


_CONDITIONS: Final = {"aws:ResourceAccount": "only in buckets of account {}", "kms:ViaService": "only through {}"}

_STATIC_REMARK: Final = (
    "no role is created: the owner of the keys decides their permissions, and anybody who has the keys can use them"
)


def explain_aws(settings: EtcdBackupSettings, upload: S3Upload) -> Explanation:
    """Explain the identity of a stack whose storage type is ``S3``."""
    match upload.identity:
        case AwsStatic():
            return Explanation(
                "an IAM user or session whose access keys are in the stack",
                ways=(),
                permissions=(),
                remarks=(_STATIC_REMARK, *map(str, s3_warnings(upload))),
            )
        case AwsSts() as identity:
            return _explain_role(settings, upload, identity)
        case _:
            assert_never(upload.identity)


def _explain_role(settings: EtcdBackupSettings, upload: S3Upload, identity: AwsSts) -> Explanation:
    role = plan_role(settings, upload.storage, identity)
    statements = _statements(role.permission_policy(example_key_arn(upload.storage)))
    return Explanation(
        f"IAM role {role.arn}",
        ways=tuple(dict.fromkeys(_ways(role))),
        permissions=tuple(_permission(one) for one in statements if one["Effect"] == "Allow"),
        remarks=(
            *_role_remarks(identity, statements),
            *_needed_elsewhere(settings, upload),
            *map(str, s3_warnings(upload)),
        ),
    )


def _ways(role: PlannedRole) -> Iterator[Way]:
    why = {account.subject: account.why for account in role.trusted}
    for statement in _statements(role.trust_policy):
        claims = {key.rpartition(":")[2]: _many(values) for _, key, values in _conditions(statement)}
        for subject in claims["sub"]:
            yield Way(role.issuer, subject, " or ".join(claims["aud"]), why[subject])


def _permission(statement: Mapping[str, object]) -> Permission:
    return Permission(
        actions=_those_of(statement, "Action"),
        scope=", ".join(_those_of(statement, "Resource")),
        why=_why(statement.get("Sid")),
        conditions=tuple(_condition(operator, key, _many(values)) for operator, key, values in _conditions(statement)),
    )


def _those_of(statement: Mapping[str, object], element: str) -> tuple[str, ...]:
    if element in statement:
        return tuple(_many(statement[element]))
    return (f"everything but {', '.join(_many(statement[f'Not{element}']))}",)


def _why(sid: object) -> str:
    if sid in set(ActionPurpose):
        return "; ".join(f"{grant.action} {grant.why}" for grant in GRANTS if grant.purpose == sid)
    return f"etcdBackup.credentials.extraStatements requires it{f' ({sid})' if sid else ''}"


def _condition(operator: str, key: str, values: Sequence[str]) -> str:
    return _CONDITIONS.get(key, f"{operator} {key} {{}}").format(" or ".join(values))


def _role_remarks(identity: AwsSts, statements: Sequence[Mapping[str, object]]) -> Iterator[str]:
    if identity.existing_role:
        yield (
            "the role exists, and the stack writes none of its policies: the table is what they "
            "must allow, and whoever owns the role decides what else they allow. 'preflight "
            "--cloud' compares them"
        )
    elif not identity.extra_statements:
        reads = "list or delete" if identity.restore else "list, read or delete"
        yield f"it cannot {reads} snapshots or write anywhere else"
    for statement in statements:
        if statement["Effect"] == "Deny":
            denied = _permission(statement)
            yield f"it never can: {', '.join(denied.actions)} on {denied.scope} ({denied.why})"
    if identity.permissions_boundary:
        yield (f"the permissions boundary {identity.permissions_boundary} can restrict this further")
    yield (
        "this stack creates the OIDC provider of the issuer"
        if identity.create_oidc_provider
        else "the OIDC provider of the issuer must exist in the account, with the audience "
        "sts.amazonaws.com. etcdBackup.credentials.createOidcProvider creates it"
    )


def _needed_elsewhere(settings: EtcdBackupSettings, upload: S3Upload) -> Iterator[str]:
    """What others have to add to policies that the stack does not write."""
    found, storage = statements_elsewhere(settings, upload), upload.storage
    owned = f"bucket {storage.bucket} of account {storage.bucket_account_id}"
    for policy, text in (
        (owned, found.statements_for_the_bucket),
        (f"key {storage.kms_key_arn}", found.statements_for_the_key),
    ):
        if text:
            yield f"the policy of {policy} must contain this statement: {text}"


def _statements(policy: str) -> list[Mapping[str, object]]:
    return object_items(as_object(read_json(policy)), "Statement")


def _conditions(statement: Mapping[str, object]) -> Iterator[tuple[str, str, object]]:
    """Operator, key and values of each condition."""
    for operator, keys in object_member(statement, "Condition").items():
        for key, values in as_object(keys).items():
            yield operator, key, values


def _many(value: object) -> list[str]:
    return [str(item) for item in one_or_many(value)]


_NETWORKS: Final = {"networkRuleSet", "publicNetworkAccess"}
"""Inputs of an account that an override can limit its networks with."""


def explain_azure(settings: EtcdBackupSettings, upload: AzureBlobUpload) -> Explanation:
    """Explain the identity of a stack that uploads to Azure Blob Storage."""
    return Explanation(
        identity=_blob_identity(settings, upload),
        ways=tuple(_blob_ways(settings, upload)),
        permissions=tuple(_blob_permissions(upload)),
        remarks=tuple(_blob_remarks(settings, upload)),
    )


def _blob_identity(settings: EtcdBackupSettings, upload: AzureBlobUpload) -> str:
    identity = upload.identity
    known = f", client ID {identity.client_id}" if identity.client_id else ""
    match identity:
        case AzureWorkloadIdentity():
            group = identity.identity_resource_group or upload.storage.resource_group
            return f"managed identity {settings.identity_name} in resource group {group}{known}"
        case AzureClientSecret():
            return f"service principal with client ID {identity.client_id}"
        case AzureManagedIdentity():
            return f"managed identity of the credentials file{known}"
        case _:
            assert_never(identity)


def _blob_ways(settings: EtcdBackupSettings, upload: AzureBlobUpload) -> Iterator[Way]:
    if identity := azure_plan.managed_identity(upload):
        for federation in azure_plan.plan_federations(settings, identity):
            yield Way(federation.issuer, federation.subject, federation.audience, federation.why)


def _blob_permissions(upload: AzureBlobUpload) -> Iterator[Permission]:
    for grant in azure_plan.plan_grants(upload):
        yield Permission(
            actions=(*grant.role.actions, *grant.role.data_actions),
            scope=grant.scope,
            why=f"{grant.why} ({grant.role.words})",
        )


def _blob_remarks(settings: EtcdBackupSettings, upload: AzureBlobUpload) -> Iterator[str]:
    storage = upload.storage
    secret = f"{settings.cluster.operator_namespace}/{settings.credentials.secret_name}"
    if azure_plan.managed_identity(upload):
        yield ("Entra ID compares issuer, subject and audience character by character, including a trailing slash")
    else:
        yield f"Anybody who can read Secret {secret} can use the identity from anywhere"
    if not azure_plan.assigns_roles(upload):
        yield (
            "etcdBackup.credentials.principalId is not set: the stack assigns none of these "
            "roles, so assign them yourself"
        )
    if upload.identity.role_definition_id:
        yield (
            "The role is not the stack's (etcdBackup.credentials.roleDefinitionId): it must allow "
            "the actions above, and whoever owns it decides what else it allows"
        )
    elif azure_plan.plan_role(upload):
        yield "The role is a custom role: it cannot delete a snapshot or list the container"
    else:
        yield (
            "Storage Blob Data Contributor can also delete snapshots; set "
            "etcdBackup.credentials.customRole to true to prevent that"
        )
    if storage.allow_shared_key_access:
        yield "Account keys are accepted, and an account key bypasses every role"
    if storage.makes_account and not any(_NETWORKS & inputs.keys() for inputs in settings.overrides.values()):
        yield ("The account accepts requests from every network. Use etcdBackup.overrides to restrict that")
