"""What Google Cloud says when a name is taken or reserved, or when a bucket may not be public.

Sources: hashicorp/terraform-provider-google ``google/services`` (the words of
``resource_google_project_iam_custom_role.go``) and the import sections of its documentation; IAM
documentation, "Manage workload identity pools", "Create and manage custom roles"; Cloud Storage
documentation, "HTTP status and error codes for JSON" (409, 412) and "Public access prevention";
Resource Manager documentation, "Restricting identities by domain".
"""

import re
import shlex
from collections.abc import Mapping
from typing import Final

from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.gcp.identifiers import (
    custom_role_name,
    service_account_email,
    service_account_name,
)

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


def way_out_of_reserved_id(type_: str, error: str) -> str | None:
    """What to do about a deleted role that can no longer be restored; ``None`` for other errors.

    One that was deleted less than 7 days ago is restored by the provider.
    """
    if type_ != resource_types.GOOGLE_CUSTOM_ROLE or not _DELETED_ROLE.search(error):
        return None
    return (
        "the custom role was deleted more than 7 days ago, so it cannot be restored, and its ID "
        "stays reserved for up to 37 days. Wait, or change what the ID follows from: metadata.name "
        "of the request, or cloudCredentials.rootSecret.gcp.accountId for the root secret"
    )


def way_out_of_organization_policy(type_: str, error: str) -> str | None:
    """The solution where an organization policy lets no bucket be public."""
    if type_ != resource_types.GOOGLE_BUCKET_MEMBER or not _NOT_PUBLIC.search(error):
        return None
    return (
        "a policy of the organization forbids public buckets (constraints/"
        "storage.publicAccessPrevention, or iam.allowedPolicyMemberDomains without allUsers). Set "
        "tokenIssuer.gcp.keyStorage to pool-jwk-file, which needs no bucket, and "
        "tokenIssuer.protect to false for the update that removes it; or have the project "
        "excepted from the policy"
    )


def google_way_out(
    type_: str, inputs: Mapping[str, object], exists: str, import_command: str
) -> str | None:
    """The solution where a name is taken in a way of its own; ``None`` if it is simply taken.

    ``exists`` are the words of all such messages.
    """
    if type_ == resource_types.GOOGLE_CUSTOM_ROLE:
        return (
            f"the custom role {exists}: another cluster of the project uses it, or ccoctl or this "
            "stack created it and left it in the project. To grant it as it is, set "
            "componentIdentities.gcp.customRoles to existing; for the root secret set "
            "cloudCredentials.rootSecret.gcp.accountId to another ID. If only this stack uses it, "
            f"import it into the stack, then run 'pulumi up' again:\n    {import_command}"
        )
    if noun := _POOLS.get(type_):
        return (
            f"the {noun} {exists}, or was deleted less than 30 days ago, which keeps its ID "
            f"reserved. If it was deleted, restore it first:\n    {_undelete(noun, inputs)}\n"
            "If it belongs to you, import it into the stack, then run 'pulumi up' again:\n"
            f"    {import_command}\n"
            "'tokenIssuer.existing: keep' imports everything that ccoctl created. If it does not "
            f"belong to you, set tokenIssuer.gcp.{noun} to another ID"
        )
    return None


def _undelete(noun: str, inputs: Mapping[str, object]) -> str:
    pool = str(inputs.get("workloadIdentityPoolId"))
    place = ["--location", "global", "--project", str(inputs.get("project"))]
    words = ["gcloud", "iam", "workload-identity-pools"]
    if noun == "pool":
        return shlex.join([*words, "undelete", pool, *place])
    own = str(inputs.get("workloadIdentityPoolProviderId"))
    return shlex.join(
        [*words, "providers", "undelete", own, "--workload-identity-pool", pool, *place]
    )


def google_import_id(type_: str, inputs: Mapping[str, object]) -> str | None:
    """ID under which the provider finds a resource, or ``None`` if it is not known."""
    project = str(inputs.get("project"))
    pool = f"projects/{project}/locations/global/workloadIdentityPools"
    own_pool = f"{pool}/{inputs.get('workloadIdentityPoolId')}"
    match type_:
        case resource_types.WORKLOAD_IDENTITY_POOL:
            return own_pool
        case resource_types.WORKLOAD_IDENTITY_PROVIDER:
            return f"{own_pool}/providers/{inputs.get('workloadIdentityPoolProviderId')}"
        case resource_types.GOOGLE_BUCKET:
            return f"{project}/{inputs.get('name')}"
        case resource_types.GOOGLE_SERVICE_ACCOUNT:
            email = service_account_email(str(inputs.get("accountId")), project)
            return service_account_name(project, email)
        case resource_types.GOOGLE_CUSTOM_ROLE:
            return custom_role_name(project, str(inputs.get("roleId")))
        case _:
            return None
