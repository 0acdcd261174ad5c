"""What a cloud or a cluster says when a name is taken, and the command that solves it: ``taken_names.yaml``.

Sources: the import sections of the documentation of the providers for AWS, Azure and Google Cloud.
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

from .cause import Cause, read_causes

_TAKEN: Final = re.compile(
    r"already ?exist|AlreadyOwned|AlreadyTaken|already taken|already in use|RoleAssignmentExists|"
    r"already own it|name is not available",
    re.IGNORECASE,
)
_AZURE_ID: Final = re.compile(r"already existing (?:sub)?resource ['\"](?P<id>/[^'\"]+)['\"]", re.IGNORECASE)
_CONFLICT: Final = re.compile(r'conflicts? with "(?P<manager>[^"]+)"[^:]*:\s*(?:- )?(?P<field>\.\S+)', re.IGNORECASE)
_ASSIGNMENT: Final = re.compile(r"existing role assignment is '?(?P<guid>[0-9a-f-]{32,36})", re.IGNORECASE)
_NOUNS: Final[Mapping[str, str]] = {
    resource_types.VAULT: "vault",
    resource_types.VAULT_SECRET: "secret",
    resource_types.VAULT_KEY: "key",
    resource_types.WORKLOAD_IDENTITY_POOL: "pool",
    resource_types.WORKLOAD_IDENTITY_PROVIDER: "provider",
}
"""What a cloud only soft-deletes: its name stays reserved, and it can be recovered."""

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
    causes = read_causes(Cause, __package__ or "", "taken_names.yaml")
    text, is_taken = f"{refused.type}\n{refused.error}", _TAKEN.search(refused.error) is not None
    cause = next((each for each in causes if (is_taken or not each.general) and each.pattern.search(text)), None)
    if cause is None:
        return None
    conflict = _CONFLICT.search(refused.error)
    words = {
        **(conflict.groupdict() if conflict else {}),
        "assignment": shlex.quote(_assignment(refused)),
        "command": import_command(refused),
        "noun": _NOUNS.get(refused.type, ""),
        "recovery": _recovery(refused),
        "removal": _removal(refused),
    }
    return f"{cause.why}. {cause.way_out}".format_map(words)


def _assignment(refused: Refused) -> str:
    if found := _ASSIGNMENT.search(refused.error):
        scope = refused.inputs.get("scope", "SCOPE")
        return f"{scope}/providers/Microsoft.Authorization/roleAssignments/{UUID(found['guid'])}"
    return import_id(refused)


def _recovery(refused: Refused) -> str:
    inputs, noun = refused.inputs, _NOUNS.get(refused.type, "")
    vault = str(inputs.get("vaultName", "VAULT"))
    pool = str(inputs.get("workloadIdentityPoolId"))
    command, place = ["gcloud", "iam", "workload-identity-pools"], ["--location", "global", "--project"]
    place.append(str(inputs.get("project")))
    if noun == "pool":
        return shlex.join([*command, "undelete", pool, *place])
    if noun == "provider":
        own = str(inputs.get("workloadIdentityPoolProviderId"))
        return shlex.join([*command, "providers", "undelete", own, "--workload-identity-pool", pool, *place])
    if noun == "vault":
        return shlex.join(["az", "keyvault", "recover", "--name", vault])
    name = str(inputs.get(f"{noun}Name", "NAME"))
    return shlex.join(["az", "keyvault", noun, "recover", "--vault-name", vault, "--name", name])


def _removal(refused: Refused) -> str:
    metadata = object_member(refused.inputs, "metadata")
    namespace, name = text_member(metadata, "namespace") or "NAMESPACE", text_member(metadata, "name") or "NAME"
    return shlex.join(["kubectl", "delete", str(refused.inputs.get("kind", "object")).lower(), "-n", namespace, name])


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
