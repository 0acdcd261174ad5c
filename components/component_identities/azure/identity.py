"""Managed identity of one component, with roles and federations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import pulumi
from pulumi_azure_native import authorization, managedidentity

from components.base.adoption import Adoption
from components.base.options import child_options
from openshift_credentials.platforms.azure import identifiers
from openshift_credentials.platforms.azure.roles import BUILT_IN_ROLES
from openshift_credentials.systems.component_identities.rules.azure_identities import (
    Assignment,
    CustomRole,
    Federation,
)
from openshift_credentials.systems.component_identities.rules.azure_plan import ComponentIdentity


@dataclass(frozen=True, kw_only=True)
class ManagedComponentIdentityArgs:
    """The planned identity, its place, and GUIDs of roles that are not built in."""

    planned: ComponentIdentity
    resource_group: str
    location: str
    subscription_id: str
    issuer_url: pulumi.Input[str]
    role_ids: Mapping[str, str] = field(default_factory=dict[str, str])
    adoption: Adoption = field(default_factory=Adoption)


class ManagedComponentIdentity(pulumi.ComponentResource):
    """An identity, its custom role and assignments, and its federations in one chain.

    Azure rejects concurrent writes of federations of one identity. Names of role definitions and
    assignments are derived from their content, so that a second run finds its own.
    """

    def __init__(
        self,
        name: str,
        args: ManagedComponentIdentityArgs,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("openshift-credentials:azure:ManagedComponentIdentity", name, None, opts)
        self._name, self._args, self._opts = name, args, opts
        planned = args.planned
        group_id = identifiers.resource_group_id(args.subscription_id, args.resource_group)
        self._identity_id = (
            f"{group_id}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/"
            f"{planned.identity_name}"
        )
        self.identity = managedidentity.UserAssignedIdentity(
            name,
            resource_name_=planned.identity_name,
            resource_group_name=args.resource_group,
            location=args.location,
            tags=planned.tags,
            opts=self._options(name, self._identity_id, "tags"),
        )
        ids = {**BUILT_IN_ROLES, **args.role_ids}
        after: Sequence[pulumi.Resource] = (self.identity,)
        if custom := planned.custom_role:
            definition = self._define(custom)
            ids[custom.name] = _guid(custom)
            after = (*after, definition)
        for index, assignment in enumerate(planned.role_assignments):
            self._assign(index, assignment, ids[assignment.role], after)
        previous: pulumi.Resource = self.identity
        for federation in planned.federations:
            previous = self._federate(federation, previous)
        self.register_outputs({"clientId": self.identity.client_id})

    def _define(self, role: CustomRole) -> authorization.RoleDefinition:
        name = f"{self._name}-role"
        return authorization.RoleDefinition(
            name,
            role_definition_id=_guid(role),
            role_name=role.name,
            role_type="CustomRole",
            description=role.description,
            scope=role.assignable_scopes[0],
            assignable_scopes=list(role.assignable_scopes),
            permissions=[{"actions": list(role.actions), "data_actions": list(role.data_actions)}],
            opts=self._options(name, None, "permissions", "description", "roleDefinitionId"),
        )

    def _assign(
        self, index: int, assignment: Assignment, role: str, after: Sequence[pulumi.Resource]
    ) -> None:
        name = f"{self._name}-assignment-{index}"
        authorization.RoleAssignment(
            name,
            role_assignment_name=self.identity.principal_id.apply(
                partial(_assignment_name, assignment.scope, role)
            ),
            scope=assignment.scope,
            principal_id=self.identity.principal_id,
            principal_type=authorization.PrincipalType.SERVICE_PRINCIPAL,
            role_definition_id=identifiers.role_definition_id(self._args.subscription_id, role),
            opts=self._options(name, None, "roleAssignmentName", "roleDefinitionId", after=after),
        )

    def _federate(
        self, federation: Federation, previous: pulumi.Resource
    ) -> managedidentity.FederatedIdentityCredential:
        name = f"{self._name}-{federation.name}"
        return managedidentity.FederatedIdentityCredential(
            name,
            federated_identity_credential_resource_name=federation.name,
            resource_name_=self.identity.name,
            resource_group_name=self._args.resource_group,
            issuer=self._args.issuer_url,
            subject=federation.subject,
            audiences=list(federation.audiences),
            opts=pulumi.ResourceOptions.merge(
                self._options(
                    name,
                    f"{self._identity_id}/federatedIdentityCredentials/{federation.name}",
                    "issuer",
                    "subject",
                    "audiences",
                    after=(previous,),
                ),
                pulumi.ResourceOptions(delete_before_replace=True),
            ),
        )

    def _options(
        self,
        name: str,
        resource_id: str | None,
        *keep: str,
        after: Sequence[pulumi.Resource] = (),
    ) -> pulumi.ResourceOptions:
        return pulumi.ResourceOptions.merge(
            child_options(self, self._opts, after=after),
            self._args.adoption.options(name, resource_id, keep=keep),
        )


def _guid(role: CustomRole) -> str:
    return identifiers.custom_role_guid(role.assignable_scopes[0], role.name)


def _assignment_name(scope: str, role: str, principal_id: str) -> str:
    return identifiers.role_assignment_name(scope, principal_id, role)
