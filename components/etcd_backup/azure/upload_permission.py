"""Roles of the identity that uploads."""

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi
from pulumi_azure_native import authorization

from openshift_credentials.platforms.azure import identifiers
from openshift_credentials.platforms.azure.conditions import VERSION as CONDITION_VERSION
from openshift_credentials.platforms.azure.roles import Role, RoleGrant
from openshift_credentials.stack.base import Keeping

from ...azure.role_assignment import assignment_name
from ...base.options import child_options
from ...base.settle import wait_until_effective


@dataclass(frozen=True, kw_only=True)
class UploadPermissionArgs:
    """The roles of a principal, and their scopes.

    ``within`` is an output of a resource of the stack that contains the scopes, such as its URN:
    when that resource is replaced under the same name, Azure deletes the assignments in it. After a
    new ``custom_role``, the stack waits ``settle_seconds`` before it assigns the role.
    """

    subscription_id: str
    principal_id: pulumi.Input[str]
    grants: Sequence[RoleGrant]
    custom_role: Role | None = None
    within: pulumi.Input[str] = ""
    settle_seconds: int
    keeping: Keeping


class UploadPermission(pulumi.ComponentResource):
    """Role assignments with names that follow from scope, principal and role.

    A recreated principal therefore never conflicts with the old assignment. A new assignment is
    created before the old one is deleted; if both were the same, Azure would reject the new one,
    and nothing would be lost. Another custom role is the exception: Azure deletes no role that is
    assigned, so its assignment goes first.
    """

    assignment_names: pulumi.Output[str]

    def __init__(
        self, name: str, args: UploadPermissionArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:UploadPermission", name, None, opts)
        self._args, self._opts = args, opts
        defined = self._define(name, args.custom_role) if args.custom_role else None
        self.role_assignments: Sequence[pulumi.Resource] = [
            self._assign(f"{name}-{_slug(grant, args.custom_role)}", grant, defined)
            for grant in args.grants
        ]
        self.assignment_names = pulumi.Output.all(*map(self._assignment, args.grants)).apply(
            " ".join
        )
        self.register_outputs({"roles": [grant.role.name for grant in args.grants]})

    def _define(self, name: str, role: Role) -> "_Defined":
        """The role, and what its assignment waits for: a new role takes time to replicate."""
        scope = role.assignable_scope
        definition = authorization.RoleDefinition(
            f"{name}-role",
            role_definition_id=role.guid,
            role_name=role.name,
            role_type="CustomRole",
            description="Writes etcd snapshots; created by openshift-credentials",
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
            opts=child_options(self, self._opts, keeping=self._args.keeping),
        )
        settled = wait_until_effective(
            f"{name}-role-settled",
            self._args.settle_seconds,
            after=[definition],
            triggers={"roleDefinition": role.guid},
            opts=child_options(self, self._opts),
        )
        return _Defined(definition=definition, settled=settled)

    def _assignment(self, grant: RoleGrant) -> pulumi.Output[str]:
        return assignment_name(grant.scope, self._args.principal_id, grant.role.guid)

    def _assign(
        self, name: str, grant: RoleGrant, defined: "_Defined | None"
    ) -> authorization.RoleAssignment:
        return authorization.RoleAssignment(
            name,
            role_assignment_name=self._assignment(grant),
            scope=pulumi.Output.from_input(self._args.within).apply(lambda _: grant.scope),
            principal_id=self._args.principal_id,
            principal_type=authorization.PrincipalType.SERVICE_PRINCIPAL,
            condition=grant.condition,
            condition_version=CONDITION_VERSION if grant.condition else None,
            role_definition_id=identifiers.role_definition_id(
                self._args.subscription_id, grant.role.guid
            ),
            opts=child_options(
                self,
                self._opts,
                after=defined.settled if defined else (),
                keeping=self._args.keeping,
                replace_with=[defined.definition]
                if defined and grant.role == self._args.custom_role
                else (),
                delete_before_replace=False,
            ),
        )


@dataclass(frozen=True, kw_only=True)
class _Defined:
    """A custom role, and the end of the wait for it."""

    definition: pulumi.Resource
    settled: Sequence[pulumi.Resource]


def _slug(grant: RoleGrant, custom_role: Role | None) -> str:
    """Part of a resource's name: the role, independent of its scope."""
    if grant.role == custom_role:
        return "custom-role"
    return "-".join(f"{grant.role.name} {grant.place}".lower().split())
