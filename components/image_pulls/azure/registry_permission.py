"""The role that allows an identity to pull from a registry."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pulumi
from pulumi_azure_native import authorization

from openshift_credentials.platforms.azure.identifiers import (
    role_assignment_name,
    role_definition_id,
)
from openshift_credentials.platforms.azure.registries import (
    PermissionMode,
    pull_role,
    repository_condition,
)


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
        principal_id = pulumi.Output.from_input(args.principal_id)
        self.assignment = authorization.RoleAssignment(
            name,
            role_assignment_name=principal_id.apply(
                partial(_assignment_name, args.registry_id, role.guid)
            ),
            scope=args.registry_id,
            principal_id=principal_id,
            principal_type=authorization.PrincipalType.SERVICE_PRINCIPAL,
            role_definition_id=role_definition_id(args.subscription_id, role.guid),
            condition=repository_condition(list(args.repositories)) if is_limited else None,
            condition_version="2.0" if is_limited else None,
            opts=pulumi.ResourceOptions(parent=self, delete_before_replace=False),
        )
        self.register_outputs({"role": role.name})


def _assignment_name(scope: str, role: str, principal_id: str) -> str:
    return role_assignment_name(scope, principal_id, role)
