"""From types of IAM resources to the actions that the AWS provider calls.

Source: hashicorp/terraform-provider-aws ``internal/service/iam`` (6.x, which pulumi-aws 7 is built
on), and the Service Authorization Reference for the action of each call.
"""

from collections.abc import Mapping
from typing import Final

from openshift_credentials.deployer import aws_targets as on
from openshift_credentials.deployer.aws_right import Right
from openshift_credentials.platforms import resource_types

_BOUNDARY: Final = "permissionsBoundary"

_ROLE: Final = Right(
    target=on.role,
    read=("iam:GetRole", "iam:GetRolePolicy", "iam:ListAttachedRolePolicies",
          "iam:ListRolePolicies"),
    create=("iam:TagRole",),
    update=("iam:TagRole", "iam:UntagRole", "iam:UpdateAssumeRolePolicy", "iam:UpdateRole",
            "iam:UpdateRoleDescription"),
    delete=("iam:DeleteRole", "iam:ListInstanceProfilesForRole"),
)  # fmt: skip
_USER: Final = Right(
    target=on.user,
    read=("iam:GetUser",),
    create=("iam:TagUser",),
    update=("iam:TagUser", "iam:UntagUser", "iam:UpdateUser"),
    delete=("iam:DeleteUser", "iam:ListGroupsForUser"),
)
_ALL_OF_A_USER: Final = Right(
    target=on.user,
    where="forceDestroy",
    # With forceDestroy, the provider removes credentials that people have added to a user.
    delete=(
        "iam:DeactivateMFADevice", "iam:DeleteAccessKey", "iam:DeleteLoginProfile",
        "iam:DeleteSSHPublicKey", "iam:DeleteServiceSpecificCredential",
        "iam:DeleteSigningCertificate", "iam:ListAccessKeys", "iam:ListMFADevices",
        "iam:ListSSHPublicKeys", "iam:ListServiceSpecificCredentials",
        "iam:ListSigningCertificates",
    ),
)  # fmt: skip
_OIDC_PROVIDER: Final = Right(
    target=on.oidc_provider,
    read=("iam:GetOpenIDConnectProvider",),
    create=("iam:CreateOpenIDConnectProvider", "iam:TagOpenIDConnectProvider"),
    update=(
        "iam:AddClientIDToOpenIDConnectProvider", "iam:RemoveClientIDFromOpenIDConnectProvider",
        "iam:TagOpenIDConnectProvider", "iam:UntagOpenIDConnectProvider",
        "iam:UpdateOpenIDConnectProviderThumbprint",
    ),
    delete=("iam:DeleteOpenIDConnectProvider",),
)  # fmt: skip


def _boundary_rights(make: str, put: str, target: on.Target) -> tuple[Right, ...]:
    """Who can create only roles with a boundary cannot use a role to extend their permissions.

    Source: IAM User Guide, "Delegate responsibility to others using permissions boundaries".
    Removing a boundary is not granted.
    """
    condition = "iam:PermissionsBoundary"
    return (
        Right(target=target, create=(make,), unless=_BOUNDARY),
        Right(target=target, create=(make,), update=(put,), where=_BOUNDARY, only_with=condition),
    )


IAM_RIGHTS: Final[Mapping[str, tuple[Right, ...]]] = {
    "aws:iam/accessKey:AccessKey": (
        Right(
            target=on.its_user,
            read=("iam:ListAccessKeys",),
            create=("iam:CreateAccessKey",),
            update=("iam:UpdateAccessKey",),
            delete=("iam:DeleteAccessKey",),
        ),
    ),
    "aws:iam/openIdConnectProvider:OpenIdConnectProvider": (_OIDC_PROVIDER,),
    resource_types.IAM_POLICY: (
        Right(
            target=on.policy,
            read=("iam:GetPolicy", "iam:GetPolicyVersion"),
            create=("iam:CreatePolicy", "iam:TagPolicy"),
            update=("iam:CreatePolicyVersion", "iam:DeletePolicyVersion",
                    "iam:ListPolicyVersions", "iam:TagPolicy", "iam:UntagPolicy"),
            delete=("iam:DeletePolicy", "iam:DeletePolicyVersion", "iam:ListPolicyVersions"),
        ),
    ),
    resource_types.IAM_ROLE: (
        _ROLE, *_boundary_rights("iam:CreateRole", "iam:PutRolePermissionsBoundary", on.role),
    ),
    "aws:iam/rolePolicy:RolePolicy": (
        Right(
            target=on.its_role,
            read=("iam:GetRolePolicy",),
            create=("iam:PutRolePolicy",),
            update=("iam:PutRolePolicy",),
            delete=("iam:DeleteRolePolicy",),
        ),
    ),
    resource_types.IAM_USER: (
        _USER, _ALL_OF_A_USER,
        Right(target=on.virtual_mfa_devices, where="forceDestroy",
              delete=("iam:DeleteVirtualMFADevice",)),
        Right(target=on.anything, where="forceDestroy", delete=("iam:ListVirtualMFADevices",)),
        *_boundary_rights("iam:CreateUser", "iam:PutUserPermissionsBoundary", on.user),
    ),
    "aws:iam/userPolicyAttachment:UserPolicyAttachment": (
        Right(
            target=on.its_user,
            read=("iam:ListAttachedUserPolicies",),
            create=("iam:AttachUserPolicy",),
            delete=("iam:DetachUserPolicy",),
        ),
    ),
}  # fmt: skip
"""By type token."""
