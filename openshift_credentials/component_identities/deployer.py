"""What the principal that runs the stack has to be allowed, for component identities.

Source: table 1 of the STS guide (fact sheet of ccoctl), plus what reading, updating and deleting
the same resources takes (AWS Service Authorization Reference; Azure resource provider
operations).
"""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.azure.identifiers import resource_group_id
from openshift_credentials.component_identities.settings import ComponentIdentitiesSettings
from openshift_credentials.stack.explanation import Needed
from openshift_credentials.token_issuer.rules.issuers import get_partition

_ROLES: Final = (
    "iam:CreateRole", "iam:DeleteRole", "iam:DeleteRolePolicy", "iam:GetRole", "iam:GetRolePolicy",
    "iam:ListAttachedRolePolicies", "iam:ListInstanceProfilesForRole", "iam:ListRolePolicies",
    "iam:PutRolePolicy", "iam:TagRole", "iam:UntagRole", "iam:UpdateAssumeRolePolicy",
    "iam:UpdateRoleDescription",
)  # fmt: skip
_IDENTITIES: Final = ("Microsoft.ManagedIdentity/userAssignedIdentities/*",)
_GROUPS: Final = ("Microsoft.Resources/subscriptions/resourceGroups/*",)
_ASSIGNMENTS: Final = (
    "Microsoft.Authorization/roleAssignments/*",
    "Microsoft.Authorization/roleDefinitions/*",
)


def deployer(settings: ComponentIdentitiesSettings) -> Iterator[Needed]:
    """What is needed for the identities of a stack."""
    if aws := settings.aws:
        front = f"arn:{get_partition(aws.region)}:iam::{aws.account_id}:role/{settings.name}-*"
        bounded = ("iam:DeleteRolePermissionsBoundary", "iam:PutRolePermissionsBoundary")
        actions = (*_ROLES, *(bounded if aws.permissions_boundary else ()))
        yield Needed("makes a role for each request", actions, (front,))
    elif azure := settings.azure:
        subscription = f"/subscriptions/{azure.subscription_id}"
        group = azure.identity_resource_group or f"{settings.name}-oidc"
        installation = azure.installation_resource_group or settings.name
        yield Needed(
            "makes an identity for each request",
            _IDENTITIES,
            (resource_group_id(azure.subscription_id, group),),
        )
        yield Needed(
            "makes the installation's group",
            _GROUPS,
            (resource_group_id(azure.subscription_id, installation),),
        )
        yield Needed("defines and assigns roles", _ASSIGNMENTS, (subscription,))
