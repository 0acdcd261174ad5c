"""Roles of the identity that uploads."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pulumi
from pulumi_azure_native import authorization

from openshift_credentials.azure import identifiers
from openshift_credentials.azure.roles import Grant, Role


@dataclass(frozen=True, kw_only=True)
class UploadPermissionArgs:
    """Which roles a principal gets, where, and what has to be there before."""

    subscription_id: str
    principal_id: pulumi.Input[str]
    grants: Sequence[Grant]
    custom_role: Role | None = None
    after: Sequence[pulumi.Resource] = ()


class UploadPermission(pulumi.ComponentResource):
    """Role assignments with names that follow from scope, principal and role.

    A recreated principal so never meets the assignment of the old one. A new assignment is made
    before the old one goes; were both the same, Azure would refuse the new one, and nothing
    would be lost.
    """

    role_definition: authorization.RoleDefinition | None = None
    role_assignments: tuple[authorization.RoleAssignment, ...]
    assignment_names: pulumi.Output[str]

    def __init__(
        self, name: str, args: UploadPermissionArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:UploadPermission", name, None, opts)
        after = list(args.after)
        if args.custom_role:
            self.role_definition = self._define(name, args.custom_role, after)
            after.append(self.role_definition)
        self.role_assignments = tuple(
            self._assign(name, args, grant, after) for grant in args.grants
        )
        self.assignment_names = pulumi.Output.from_input(args.principal_id).apply(
            lambda principal: " ".join(_assignment_name(grant, principal) for grant in args.grants)
        )
        self.register_outputs({"roles": [grant.role.name for grant in args.grants]})

    def _define(
        self, name: str, role: Role, after: Sequence[pulumi.Resource]
    ) -> authorization.RoleDefinition:
        scope = role.assignable_scope
        return authorization.RoleDefinition(
            f"{name}-role",
            role_definition_id=role.guid,
            role_name=role.name,
            role_type="CustomRole",
            description="Writes etcd snapshots; made by openshift-credentials",
            scope=scope,
            assignable_scopes=[scope] if scope else None,
            permissions=[
                {
                    "actions": list(role.actions),
                    "data_actions": list(role.data_actions),
                    "not_actions": [],
                    "not_data_actions": [],
                }
            ],
            opts=pulumi.ResourceOptions(parent=self, depends_on=list(after)),
        )

    def _assign(
        self,
        name: str,
        args: UploadPermissionArgs,
        grant: Grant,
        after: Sequence[pulumi.Resource],
    ) -> authorization.RoleAssignment:
        principal_id = pulumi.Output.from_input(args.principal_id)
        return authorization.RoleAssignment(
            f"{name}-{_slug(grant, args.custom_role)}",
            role_assignment_name=principal_id.apply(partial(_assignment_name, grant)),
            scope=grant.scope,
            principal_id=principal_id,
            principal_type=authorization.PrincipalType.SERVICE_PRINCIPAL,
            role_definition_id=identifiers.role_definition_id(
                args.subscription_id, grant.role.guid
            ),
            opts=pulumi.ResourceOptions(
                parent=self, depends_on=list(after), delete_before_replace=False
            ),
        )


def _assignment_name(grant: Grant, principal_id: str) -> str:
    return identifiers.role_assignment_name(grant.scope, principal_id, grant.role.guid)


def _slug(grant: Grant, custom_role: Role | None) -> str:
    """Part of a resource's name: the role, whatever its scope is."""
    if grant.role == custom_role:
        return "custom-role"
    return grant.role.name.lower().replace(" ", "-")
