"""Managed identity of one component, with its roles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pulumi
from pulumi_azure_native import authorization

from openshift_credentials.platforms.azure import identifiers
from openshift_credentials.platforms.azure.roles import BUILT_IN_ROLES
from openshift_credentials.systems.component_identities.plan.identities import assignment_slug
from openshift_credentials.systems.component_identities.rules.azure_identities import CustomRole
from openshift_credentials.systems.component_identities.rules.azure_plan import ComponentIdentity

from ...azure.federated_identity import FederatedIdentity, FederatedIdentityArgs
from ...azure.role_assignment import RoleAssignment, RoleAssignmentArgs, assignment_name
from ...base.adoption import Adoption
from ...base.options import child_options
from ...base.settle import wait_until_effective


@dataclass(frozen=True, kw_only=True)
class GrantedIdentityArgs:
    """The planned identity, its place, and GUIDs of roles that are not built in.

    After a new custom role, the stack waits ``settle_seconds`` before it assigns the role.
    """

    planned: ComponentIdentity
    resource_group: str
    location: str
    subscription_id: str
    settle_seconds: int
    role_ids: Mapping[str, str] = field(default_factory=dict[str, str])
    adoption: Adoption = field(default_factory=Adoption)


class GrantedIdentity(pulumi.ComponentResource):
    """An identity with its federations, its custom role and its assignments.

    An assignment is named by its role and its resource group, so that a request that drops one of
    its roles leaves the others alone. GUIDs of role definitions and assignments are derived from
    their content, so that a second run finds its own.
    """

    client_id: pulumi.Output[str]

    def __init__(
        self, name: str, args: GrantedIdentityArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:GrantedIdentity", name, None, opts)
        planned = args.planned
        identity = FederatedIdentity(
            name,
            FederatedIdentityArgs(
                identity_name=planned.identity_name,
                resource_group=args.resource_group,
                location=args.location,
                federations=planned.federations,
                import_id=identifiers.identity_id(
                    args.subscription_id, args.resource_group, planned.identity_name
                ),
                adoption=args.adoption,
                adopts_credentials=True,
                tags=planned.tags,
            ),
            child_options(self, opts),
        )
        self.client_id = identity.client_id
        ids = {**BUILT_IN_ROLES, **args.role_ids}
        definitions: Mapping[str, authorization.RoleDefinition] = {}
        settled: Sequence[pulumi.Resource] = ()
        if custom := planned.custom_role:
            ids[custom.name] = _guid(custom)
            definitions = {custom.name: self._define(name, args, custom, opts)}
            settled = self._settle(name, args, custom, definitions[custom.name], opts)
        for assignment in planned.role_assignments:
            role = ids[assignment.role]
            RoleAssignment(
                f"{name}-{assignment_slug(planned, assignment)}",
                RoleAssignmentArgs(
                    assignment_name=assignment_name(assignment.scope, identity.principal_id, role),
                    principal_id=identity.principal_id,
                    role_definition_id=_definition_id(
                        args.subscription_id, role, definitions.get(assignment.role)
                    ),
                    scope=assignment.scope,
                    adoption=args.adoption,
                ),
                child_options(self, opts, after=settled),
            )
        self.register_outputs({"clientId": self.client_id})

    def _define(
        self,
        name: str,
        args: GrantedIdentityArgs,
        role: CustomRole,
        opts: pulumi.ResourceOptions | None,
    ) -> authorization.RoleDefinition:
        return authorization.RoleDefinition(
            f"{name}-role",
            role_definition_id=_guid(role),
            role_name=role.name,
            role_type="CustomRole",
            description=role.description,
            scope=role.assignable_scopes[0],
            assignable_scopes=list(role.assignable_scopes),
            permissions=[{"actions": list(role.actions), "data_actions": list(role.data_actions)}],
            opts=pulumi.ResourceOptions.merge(
                child_options(self, opts),
                args.adoption.options(
                    f"{name}-role", keep=("permissions", "description", "roleDefinitionId")
                ),
            ),
        )

    def _settle(
        self,
        name: str,
        args: GrantedIdentityArgs,
        role: CustomRole,
        definition: pulumi.Resource,
        opts: pulumi.ResourceOptions | None,
    ) -> Sequence[pulumi.Resource]:
        """What an assignment of the role must wait for: a new role takes time to replicate."""
        return wait_until_effective(
            f"{name}-role-settled",
            args.settle_seconds,
            after=[definition],
            triggers={"roleDefinition": _guid(role)},
            opts=child_options(self, opts),
        )


def _definition_id(
    subscription_id: str, role: str, definition: authorization.RoleDefinition | None
) -> pulumi.Input[str]:
    resource_id = identifiers.role_definition_id(subscription_id, role)
    return definition.id.apply(lambda _: resource_id) if definition else resource_id


def _guid(role: CustomRole) -> str:
    return identifiers.custom_role_guid(role.assignable_scopes[0], role.name)
