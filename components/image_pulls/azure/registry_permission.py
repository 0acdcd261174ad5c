"""The role that allows an identity to pull from a registry."""

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi
from pulumi_azure_native import authorization

from openshift_credentials.platforms.azure.conditions import VERSION
from openshift_credentials.platforms.azure.identifiers import role_definition_id
from openshift_credentials.platforms.azure.registries import (
    PermissionMode,
    pull_role,
    repository_condition,
)

from ...azure.role_assignment import assignment_name


@dataclass(frozen=True, kw_only=True)
class RegistryPermissionArgs:
    """Registry (resource ID), its mode, the principal, and the repositories it pulls from."""

    registry_id: str
    subscription_id: str
    mode: PermissionMode
    repositories: Sequence[str]
    principal_id: pulumi.Input[str]


class RegistryPermission(pulumi.ComponentResource):
    """AcrPull on a registry, or a role with a condition on repositories."""

    def __init__(
        self, name: str, args: RegistryPermissionArgs, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("openshift-credentials:azure:RegistryPermission", name, None, opts)
        role = pull_role(args.mode)
        is_limited = args.mode is PermissionMode.REPOSITORIES
        self.assignment = authorization.RoleAssignment(
            name,
            role_assignment_name=assignment_name(args.registry_id, args.principal_id, role.guid),
            scope=args.registry_id,
            principal_id=args.principal_id,
            principal_type=authorization.PrincipalType.SERVICE_PRINCIPAL,
            role_definition_id=role_definition_id(args.subscription_id, role.guid),
            condition=repository_condition(list(args.repositories)) if is_limited else None,
            condition_version=VERSION if is_limited else None,
            opts=pulumi.ResourceOptions(parent=self, delete_before_replace=False),
        )
        self.register_outputs({"role": role.name})
