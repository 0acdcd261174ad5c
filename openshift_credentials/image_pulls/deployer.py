"""What the principal that runs the stack has to be allowed, for image pulls.

Sources: AWS Service Authorization Reference, "AWS Identity and Access Management"; Azure resource
provider operations of Microsoft.ManagedIdentity and Microsoft.Authorization.
"""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.aws.arns import partition_of, role_arn
from openshift_credentials.azure.identifiers import resource_group_id
from openshift_credentials.azure.registries import registry_id
from openshift_credentials.image_pulls import plan
from openshift_credentials.image_pulls.settings import AwsPulls, AzurePulls, ImagePullsSettings
from openshift_credentials.stack.explanation import Needed

_ROLES: Final = (
    "iam:CreateRole", "iam:DeleteRole", "iam:DeleteRolePolicy", "iam:GetRole", "iam:GetRolePolicy",
    "iam:ListAttachedRolePolicies", "iam:ListInstanceProfilesForRole", "iam:ListRolePolicies",
    "iam:PutRolePolicy", "iam:TagRole", "iam:UntagRole", "iam:UpdateAssumeRolePolicy",
    "iam:UpdateRoleDescription",
)  # fmt: skip
_BOUNDARY: Final = ("iam:DeleteRolePermissionsBoundary", "iam:PutRolePermissionsBoundary")
_PROVIDER: Final = (
    "iam:CreateOpenIDConnectProvider", "iam:DeleteOpenIDConnectProvider",
    "iam:GetOpenIDConnectProvider", "iam:TagOpenIDConnectProvider",
    "iam:UntagOpenIDConnectProvider",
)  # fmt: skip
_IDENTITIES: Final = ("Microsoft.ManagedIdentity/userAssignedIdentities/*",)
_ASSIGNMENTS: Final = ("Microsoft.Authorization/roleAssignments/*",)


def deployer(settings: ImagePullsSettings) -> Iterator[Needed]:
    """What is needed in the cloud; nodes that pull with their own identity need nothing."""
    if not settings.uses_tokens:
        return
    if aws := settings.aws:
        yield from _on_aws(settings, aws)
    if azure := settings.azure:
        yield from _on_azure(settings, azure)


def _on_aws(settings: ImagePullsSettings, aws: AwsPulls) -> Iterator[Needed]:
    name = f"{plan.identity_prefix(settings, aws.role_prefix)}-*"
    roles = role_arn(partition_of(aws.region), aws.account_id, name, aws.role_path)
    actions = (*_ROLES, *(_BOUNDARY if aws.permissions_boundary else ()))
    yield Needed("makes a role for each group of workloads", actions, (roles,))
    if aws.create_oidc_provider:
        arns = plan.provider_arns(settings, aws)
        yield Needed("makes the OIDC provider of the issuer", _PROVIDER, arns)


def _on_azure(settings: ImagePullsSettings, azure: AzurePulls) -> Iterator[Needed]:
    group = resource_group_id(azure.subscription_id, azure.resource_group)
    yield Needed("makes an identity for each group of workloads", _IDENTITIES, (group,))
    used = {
        registry_id(each.subscription_id or azure.subscription_id, each.resource_group, each.name)
        for identity in plan.identities(settings, azure)
        for each, _ in identity.registries
    }
    yield Needed("assigns roles at registries", _ASSIGNMENTS, tuple(sorted(used)))
