"""A service account of Google Cloud with its roles, which tokens of a pool can impersonate."""

from dataclasses import dataclass, field
from typing import Final

import pulumi
from pulumi_gcp import projects, serviceaccount

from openshift_credentials.systems.component_identities.rules.gcp_identities import (
    WORKLOAD_IDENTITY_USER,
)
from openshift_credentials.systems.component_identities.rules.gcp_plan import (
    ComponentServiceAccount,
)
from openshift_credentials.systems.component_identities.settings import CustomRoles
from openshift_credentials.systems.token_issuer.rules.gcp_pools import CREATED_BY

from ...base.adoption import Adoption
from ...base.settle import wait_until_effective

_OF_AN_ACCOUNT: Final = ("description", "disabled", "displayName")
_OF_A_ROLE: Final = ("description", "permissions", "stage", "title")
"""Inputs that stay as they are on an adopted resource."""


@dataclass(frozen=True, kw_only=True)
class GrantedServiceAccountArgs:
    """The planned account, its project, and the treatment of its custom role."""

    planned: ComponentServiceAccount
    project: str
    custom_roles: CustomRoles
    deletes_custom_role: bool
    settle_seconds: int
    adoption: Adoption = field(default_factory=Adoption)


class GrantedServiceAccount(pulumi.ComponentResource):
    """The account, its custom role, its roles in the project, and who impersonates it.

    The custom role belongs to the project: a stack that is destroyed leaves it behind, unless the
    settings say otherwise.
    """

    def __init__(
        self, name: str, args: GrantedServiceAccountArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:gcp:GrantedServiceAccount", name, None, opts)
        planned, project, adoption = args.planned, args.project, args.adoption
        child = pulumi.ResourceOptions(parent=self)
        account = serviceaccount.Account(
            name,
            account_id=planned.account_id,
            display_name=planned.display_name,
            description=f"{CREATED_BY} for service account {planned.display_name}",
            project=project,
            opts=pulumi.ResourceOptions.merge(
                child,
                adoption.options(
                    name, f"projects/{project}/serviceAccounts/{planned.email}", keep=_OF_AN_ACCOUNT
                ),
            ),
        )
        role = _custom_role(f"{name}-role", args, child)
        member = account.email.apply(lambda email: f"serviceAccount:{email}")
        granted: list[pulumi.Resource] = [
            projects.IAMMember(
                f"{name}-{granted_role.rpartition('/')[2]}",
                project=project,
                role=role.name if role and granted_role == planned.custom_role else granted_role,
                member=member,
                opts=child,
            )
            for granted_role in dict.fromkeys(planned.roles)
        ]
        granted.append(
            serviceaccount.IAMBinding(
                f"{name}-users",
                service_account_id=account.name,
                role=WORKLOAD_IDENTITY_USER,
                members=list(dict.fromkeys(planned.members)),
                opts=child,
            )
        )
        self.email = account.email
        self.ready = wait_until_effective(
            f"{name}-settle",
            args.settle_seconds,
            after=granted,
            triggers={"email": account.email, "roles": " ".join(planned.roles)},
            opts=child,
        )
        self.register_outputs({"email": account.email})


def _custom_role(
    name: str, args: GrantedServiceAccountArgs, opts: pulumi.ResourceOptions
) -> projects.IAMCustomRole | None:
    planned = args.planned
    if not planned.custom_role or args.custom_roles is CustomRoles.EXISTING:
        return None
    return projects.IAMCustomRole(
        name,
        role_id=planned.custom_role_id,
        title=planned.custom_role_title,
        description=f"{CREATED_BY} for service account {planned.display_name}",
        permissions=list(planned.permissions),
        project=args.project,
        opts=pulumi.ResourceOptions.merge(
            pulumi.ResourceOptions.merge(
                opts,
                pulumi.ResourceOptions(retain_on_delete=not args.deletes_custom_role or None),
            ),
            args.adoption.options(name, planned.custom_role, keep=_OF_A_ROLE),
        ),
    )
