"""Managed identities with which workloads pull from ACR."""

from collections.abc import Sequence
from dataclasses import dataclass

import pulumi
from pulumi_azure_native import authorization

from openshift_credentials.platforms.azure.identifiers import role_definition_id
from openshift_credentials.platforms.azure.registries import (
    CONDITION_VERSION,
    PermissionMode,
    pull_role,
    registry_id,
    repository_condition,
)
from openshift_credentials.systems.image_pulls import plan
from openshift_credentials.systems.image_pulls.rules.kubelet_plugins import CLIENT_ID_ANNOTATION, TENANT_ID_ANNOTATION
from openshift_credentials.systems.image_pulls.settings import AzurePulls, ImagePullsSettings

from ...azure.federated_identity import FederatedIdentity, FederatedIdentityArgs
from ...azure.provider import subscription_provider
from ...azure.role_assignment import assignment_name
from ..cloud_side import CloudSide, Identified, PullIdentityOutputs


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

    def __init__(self, name: str, args: RegistryPermissionArgs, opts: pulumi.ResourceOptions | None = None) -> None:
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
            condition_version=CONDITION_VERSION if is_limited else None,
            opts=pulumi.ResourceOptions(parent=self, delete_before_replace=False),
        )
        self.register_outputs({"role": role.name})


def azure_side(name: str, settings: ImagePullsSettings, place: AzurePulls, opts: pulumi.ResourceOptions) -> CloudSide:
    """One identity per group, in the subscription of the settings."""
    provider = subscription_provider(f"{name}-azure", place, opts)
    options = pulumi.ResourceOptions(parent=opts.parent, providers=[provider])
    identified: list[Identified] = []
    client_ids: dict[str, pulumi.Output[str]] = {}
    for planned in plan.identities(settings, place):
        identity = FederatedIdentity(
            f"{name}-{planned.name}",
            FederatedIdentityArgs(
                identity_name=planned.name,
                resource_group=place.resource_group,
                location=place.location,
                federations=planned.federations,
                tags=place.tags or None,
            ),
            options,
        )
        client_ids[planned.name] = identity.client_id
        ready = [
            *identity.federated_credentials[-1:],
            *_permissions(f"{name}-{planned.name}", place, planned, identity, options),
        ]
        annotations: dict[str, pulumi.Input[str]] = {
            CLIENT_ID_ANNOTATION: identity.client_id,
            TENANT_ID_ANNOTATION: place.tenant_id,
        }
        identified += [
            Identified(workload=workload, annotations=annotations, after=ready) for workload in planned.workloads
        ]
    return CloudSide(identified=identified, outputs=PullIdentityOutputs(pull_client_ids=client_ids))


def _permissions(
    name: str,
    place: AzurePulls,
    planned: plan.PlannedIdentity,
    identity: FederatedIdentity,
    options: pulumi.ResourceOptions,
) -> list[pulumi.Resource]:
    """The assignment of each registry that the group pulls from."""
    assignments: list[pulumi.Resource] = []
    for registry, repositories in planned.registries:
        subscription = registry.subscription_id or place.subscription_id
        permission = RegistryPermission(
            f"{name}-{registry.name.lower()}",
            RegistryPermissionArgs(
                registry_id=registry_id(subscription, registry.resource_group, registry.name),
                subscription_id=subscription,
                mode=registry.permission_mode,
                repositories=repositories,
                principal_id=identity.principal_id,
            ),
            options,
        )
        assignments.append(permission.assignment)
    return assignments
