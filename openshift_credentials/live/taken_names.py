"""What a cloud or a cluster says when a name is taken, and the command that solves it.

Sources: error codes of the IAM, S3 and KMS API references and of Azure
Resource Manager; hashicorp/terraform-provider-aws ``internal/service/s3/bucket.go``, which
reports an own bucket in us-east-1 as ``BucketAlreadyExists``; pulumi/pulumi-azure-native
``provider/pkg/provider/provider.go`` for its own words; the import sections of both providers;
Kubernetes ``staging/src/k8s.io/apimachinery/pkg/util/managedfields`` for conflicts.

Sources: hashicorp/terraform-provider-google ``google/services`` (the words of
``resource_google_project_iam_custom_role.go``) and the import sections of its documentation; IAM
documentation, "Manage workload identity pools", "Create and manage custom roles"; Cloud Storage
documentation, "HTTP status and error codes for JSON" (409, 412) and "Public access prevention";
Resource Manager documentation, "Restricting identities by domain".
"""

import re
import shlex
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from openshift_credentials.base.json_values import object_member, text_member
from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.aws.names import oidc_provider_arn, partition_of
from openshift_credentials.platforms.gcp import custom_role_name, service_account_email, service_account_name

_DELETED_ROLE: Final = re.compile(
    r"in a deleted state|marked for deletion|undeleting the custom project role", re.IGNORECASE
)
_NOT_PUBLIC: Final = re.compile(
    r"do not belong to a permitted customer|public access prevention is enforced", re.IGNORECASE
)
_POOLS: Final[Mapping[str, str]] = {
    resource_types.WORKLOAD_IDENTITY_POOL: "pool",
    resource_types.WORKLOAD_IDENTITY_PROVIDER: "provider",
}


_TAKEN: Final = re.compile(
    r"already ?exist|AlreadyOwned|AlreadyTaken|already taken|already in use|RoleAssignmentExists|"
    r"already own it|name is not available",
    re.IGNORECASE,
)
_OF_ANOTHER: Final = re.compile(r"AlreadyTaken|already taken|already in use|name is not available", re.IGNORECASE)
_DELETED: Final = re.compile(r"in (?:a )?deleted\b[^.]*state|DeletedButRecoverable", re.IGNORECASE)
_DELETED_KINDS: Final[Mapping[str, tuple[str, str]]] = {
    resource_types.VAULT: ("vault", "az keyvault recover --name"),
    resource_types.VAULT_SECRET: ("secret", "az keyvault secret recover --vault-name"),
    resource_types.VAULT_KEY: ("key", "az keyvault key recover --vault-name"),
}
"""What Azure only soft-deletes: its noun and the command that recovers it."""

_AZURE_ID: Final = re.compile(r"already existing (?:sub)?resource ['\"](?P<id>/[^'\"]+)['\"]")
_CONFLICT: Final = re.compile(r'conflicts? with "(?P<manager>[^"]+)"[^:]*:\s*(?:- )?(?P<field>\.\S+)')
_ASSIGNMENT: Final = re.compile(r"existing role assignment is '?(?P<guid>[0-9a-fA-F-]{32,36})")
_POOL: Final = "projects/{project}/locations/global/workloadIdentityPools/{workloadIdentityPoolId}"
_IMPORT_IDS: Final[Mapping[str, str]] = {
    resource_types.BUCKET: "{bucket}",
    resource_types.IAM_ROLE: "{name}",
    resource_types.IAM_USER: "{name}",
    resource_types.KMS_ALIAS: "{name}",
    resource_types.IAM_POLICY: "arn:{partition}:iam::{account}:policy{path}{name}",
    resource_types.GOOGLE_BUCKET: "{project}/{name}",
    resource_types.WORKLOAD_IDENTITY_POOL: _POOL,
    resource_types.WORKLOAD_IDENTITY_PROVIDER: f"{_POOL}/providers/{{workloadIdentityPoolProviderId}}",
}
"""Import IDs with inputs in place of the names in braces."""

NOT_IN_THE_STATE: Final = "exists and is not in the state of the stack"
"""Words of every message about a name that is taken, by which others know it."""

UNKNOWN_ID: Final = "ID"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A resource that was not created, as in the engine; ``inputs`` are not secret.

    ``parent`` and ``provider`` are URNs. ``account_id`` and ``region`` are those to which an AWS provider is bound.
    """

    stack: str
    type: str
    name: str
    parent: str | None
    provider: str | None
    inputs: Mapping[str, object]
    error: str
    account_id: str | None = None
    region: str | None = None


def way_out(refused: Refused) -> str | None:
    """The solution, with one command to copy; ``None`` for any other error."""
    if found := _CONFLICT.search(refused.error):
        return _conflict(refused, found["manager"], found["field"])
    if refused.type in _DELETED_KINDS and _DELETED.search(refused.error):
        return _recovery(refused)
    if refused.type == resource_types.GOOGLE_CUSTOM_ROLE and _DELETED_ROLE.search(refused.error):
        # One that was deleted less than 7 days ago is restored by the provider.
        return (
            "the custom role was deleted more than 7 days ago, so it cannot be restored, and its ID "
            "stays reserved for up to 37 days. Wait, or change what the ID follows from: metadata.name "
            "of the request, or cloudCredentials.rootSecret.gcp.accountId for the root secret"
        )
    if refused.type == resource_types.GOOGLE_BUCKET_MEMBER and _NOT_PUBLIC.search(refused.error):
        return (
            "a policy of the organization forbids public buckets (constraints/storage.publicAccessPrevention, or "
            "iam.allowedPolicyMemberDomains without allUsers). Set tokenIssuer.gcp.keyStorage to pool-jwk-file, which "
            "needs no bucket, and tokenIssuer.protect to false for the update that removes it; or have the project "
            "excepted from the policy"
        )
    if not _TAKEN.search(refused.error):
        return None
    command = import_command(refused)
    if refused.type == resource_types.GOOGLE_CUSTOM_ROLE:
        return (
            f"the custom role {NOT_IN_THE_STATE}: another cluster of the project uses it, or ccoctl or this stack "
            "created it and left it in the project. To grant it as it is, set componentIdentities.gcp.customRoles to "
            "existing; for the root secret set cloudCredentials.rootSecret.gcp.accountId to another ID. If only this "
            f"stack uses it, import it into the stack, then run 'pulumi up' again:\n    {command}"
        )
    if noun := _POOLS.get(refused.type):
        return (
            f"the {noun} {NOT_IN_THE_STATE}, or was deleted less than 30 days ago, which keeps its ID reserved. If it "
            f"was deleted, restore it first:\n    {_undelete(noun, refused.inputs)}\nIf it belongs to you, import it "
            f"into the stack, then run 'pulumi up' again:\n    {command}\n'tokenIssuer.existing: keep' imports "
            f"everything that ccoctl created. If it does not belong to you, set tokenIssuer.gcp.{noun} to another ID"
        )
    if assignment := _assignment(refused):
        return (
            f"the identity already has this role, through an assignment that {NOT_IN_THE_STATE}. "
            "Remove that assignment, then run 'pulumi up' again, which creates its own:\n"
            f"    az role assignment delete --ids {shlex.quote(assignment)}"
        )
    if _OF_ANOTHER.search(refused.error):
        return (
            "the name is taken by a resource of another owner or another resource group. Choose "
            "another name in the settings"
        )
    return (
        f"the resource {NOT_IN_THE_STATE}, for example because an update was killed before it wrote the state. If it "
        f"belongs to you, import it into the stack, then run 'pulumi up' again:\n    {command}\nIf it does not belong "
        "to you, choose another name in the settings. 'python -m openshift_credentials preflight --cloud' lists all "
        "such resources"
    )


def _assignment(refused: Refused) -> str | None:
    """ID of a role assignment in the way.

    It holds nothing but the role. To remove it is right in each case; an import would fail while
    the stack has the assignment that a retained one came before.
    """
    if found := _ASSIGNMENT.search(refused.error):
        scope = refused.inputs.get("scope", "SCOPE")
        guid = UUID(found["guid"])
        return f"{scope}/providers/Microsoft.Authorization/roleAssignments/{guid}"
    if refused.type == resource_types.ROLE_ASSIGNMENT and (found := _AZURE_ID.search(refused.error)):
        return found["id"]
    return None


def _recovery(refused: Refused) -> str:
    """Recovery of what was deleted: its name stays reserved, and purge protection may hold it."""
    kind, command = _DELETED_KINDS[refused.type]
    names = [str(refused.inputs.get("vaultName", "VAULT"))]
    if kind != "vault":
        names += ["--name", str(refused.inputs.get(f"{kind}Name", "NAME"))]
    return (
        f"a deleted {kind} keeps this name reserved until its soft delete ends. Recover it, then run 'pulumi up' "
        f"again, which prints how to import it:\n    {command} {shlex.join(names)}\nOtherwise choose another name in "
        "the settings"
    )


def _conflict(refused: Refused, manager: str, field: str) -> str:
    metadata = object_member(refused.inputs, "metadata")
    kind = str(refused.inputs.get("kind", "object")).lower()
    command = ["kubectl", "delete", kind, "-n", text_member(metadata, "namespace") or "NAMESPACE"]
    return (
        f"the object exists, and {manager!r} has written another value to {field}. If nobody needs "
        "that value, remove the object, then run 'pulumi up' again:\n"
        f"    {shlex.join([*command, text_member(metadata, 'name') or 'NAME'])}\n"
        "Otherwise choose another name in the settings"
    )


def import_command(refused: Refused) -> str:
    command = ["pulumi", "import", "--stack", refused.stack, "--generate-code=false"]
    if refused.parent:
        command += ["--parent", f"parent={refused.parent}"]
    if refused.provider:
        command += ["--provider", f"provider={refused.provider}"]
    return shlex.join([*command, refused.type, refused.name, import_id(refused)])


def import_id(refused: Refused) -> str:
    """ID under which the provider finds the resource, or :data:`UNKNOWN_ID`."""
    if found := _AZURE_ID.search(refused.error):
        return found["id"]
    inputs, project = refused.inputs, str(refused.inputs.get("project"))
    partition, account = partition_of(refused.region or "REGION"), refused.account_id or "ACCOUNT"
    if refused.type == resource_types.GOOGLE_SERVICE_ACCOUNT:
        return service_account_name(project, service_account_email(str(inputs.get("accountId")), project))
    if refused.type == resource_types.GOOGLE_CUSTOM_ROLE:
        return custom_role_name(project, str(inputs.get("roleId")))
    if refused.type == resource_types.OIDC_PROVIDER:
        return oidc_provider_arn(partition, account, str(inputs.get("url")))
    known = {"path": "/", "partition": partition, "account": account, **inputs}
    return _IMPORT_IDS.get(refused.type, UNKNOWN_ID).format_map(defaultdict(lambda: UNKNOWN_ID, known))


def _undelete(noun: str, inputs: Mapping[str, object]) -> str:
    pool = str(inputs.get("workloadIdentityPoolId"))
    place = ["--location", "global", "--project", str(inputs.get("project"))]
    words = ["gcloud", "iam", "workload-identity-pools"]
    if noun == "pool":
        return shlex.join([*words, "undelete", pool, *place])
    own = str(inputs.get("workloadIdentityPoolProviderId"))
    return shlex.join([*words, "providers", "undelete", own, "--workload-identity-pool", pool, *place])
