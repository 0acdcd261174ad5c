"""Identities of all components on Azure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import pulumi
from pulumi_azure_native import authorization, resources

from openshift_credentials.platforms.azure import identifiers
from openshift_credentials.platforms.azure.identifiers import BUILT_IN_ROLES, resource_group_id
from openshift_credentials.systems.component_identities.plan import assignment_slug, plan_component_identities
from openshift_credentials.systems.component_identities.rules.azure import ComponentIdentity, CustomRole
from openshift_credentials.systems.component_identities.rules.secret_manifests import azure_secret
from openshift_credentials.systems.component_identities.settings import AzureIdentities, ComponentIdentitiesSettings
from openshift_credentials.systems.token_issuer.rules.issuers import azure_resource_tags

from ...azure.federated_identity import FederatedIdentity, FederatedIdentityArgs
from ...azure.provider import subscription_provider
from ...azure.role_assignment import RoleAssignment, RoleAssignmentArgs, assignment_name
from ...base.component import Adoption, child_options, wait_until_effective
from ...token_issuer.place import IssuerAddress
from ..component_secret import ComponentSecret

_SECONDS_UNTIL_EFFECTIVE: Final = 30
"""Time that Azure takes to replicate a custom role."""


@dataclass(frozen=True, kw_only=True)
class GrantedIdentityArgs:
    """The planned identity, its place, and GUIDs of roles that are not built in."""

    planned: ComponentIdentity
    resource_group: str
    location: str
    subscription_id: str
    role_ids: Mapping[str, str] = field(default_factory=dict[str, str])
    adoption: Adoption = field(default_factory=Adoption)


class GrantedIdentity(pulumi.ComponentResource):
    """An identity with its federations, its custom role and its assignments.

    An assignment is named by its role and its resource group, so that a request that drops one of
    its roles leaves the others alone. GUIDs of role definitions and assignments are derived from
    their content, so that a second run finds its own.
    """

    client_id: pulumi.Output[str]

    def __init__(self, name: str, args: GrantedIdentityArgs, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("openshift-credentials:azure:GrantedIdentity", name, None, opts)
        planned = args.planned
        identity = FederatedIdentity(
            name,
            FederatedIdentityArgs(
                identity_name=planned.identity_name,
                resource_group=args.resource_group,
                location=args.location,
                federations=planned.federations,
                import_id=identifiers.identity_id(args.subscription_id, args.resource_group, planned.identity_name),
                adoption=args.adoption,
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
            settled = wait_until_effective(
                f"{name}-role-settled",
                _SECONDS_UNTIL_EFFECTIVE,
                after=[definitions[custom.name]],
                triggers={"roleDefinition": _guid(custom)},
                opts=child_options(self, opts),
            )
        for assignment in planned.role_assignments:
            role = ids[assignment.role]
            RoleAssignment(
                f"{name}-{assignment_slug(planned, assignment)}",
                RoleAssignmentArgs(
                    assignment_name=assignment_name(assignment.scope, identity.principal_id, role),
                    principal_id=identity.principal_id,
                    role_definition_id=_definition_id(args.subscription_id, role, definitions.get(assignment.role)),
                    scope=assignment.scope,
                    adoption=args.adoption,
                ),
                child_options(self, opts, after=settled),
            )
        self.register_outputs({"clientId": self.client_id})

    def _define(
        self, name: str, args: GrantedIdentityArgs, role: CustomRole, opts: pulumi.ResourceOptions | None
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
                args.adoption.options(f"{name}-role", keep=("permissions", "description", "roleDefinitionId")),
            ),
        )


def _definition_id(
    subscription_id: str, role: str, definition: authorization.RoleDefinition | None
) -> pulumi.Input[str]:
    resource_id = identifiers.role_definition_id(subscription_id, role)
    return definition.id.apply(lambda _: resource_id) if definition else resource_id


def _guid(role: CustomRole) -> str:
    return identifiers.custom_role_guid(role.assignable_scopes[0], role.name)


def component_identities(
    name: str,
    settings: ComponentIdentitiesSettings,
    place: AzureIdentities,
    issuer: IssuerAddress | None,
    adoption: Adoption,
    opts: pulumi.ResourceOptions,
) -> list[ComponentSecret]:
    """Create the installation's group and one identity per request."""
    provider = subscription_provider(f"{name}-azure", place, opts)
    group = place.installation_resource_group or settings.name
    installation_name = f"{name}-installation"
    installation = resources.ResourceGroup(
        installation_name,
        resource_group_name=group,
        location=place.location,
        tags=azure_resource_tags(settings.name, settings.tags),
        opts=pulumi.ResourceOptions.merge(
            pulumi.ResourceOptions(parent=opts.parent, provider=provider),
            adoption.options(installation_name, resource_group_id(place.subscription_id, group), keep=("tags",)),
        ),
    )
    options = pulumi.ResourceOptions(
        parent=opts.parent, providers=[provider], depends_on=[installation, *(issuer.ready if issuer else ())]
    )
    secrets: list[ComponentSecret] = []
    for planned in plan_component_identities(settings, place).identities:
        identity = GrantedIdentity(
            f"{name}-{planned.secret.namespace}-{planned.secret.name}",
            GrantedIdentityArgs(
                planned=planned,
                resource_group=place.identity_resource_group or f"{settings.name}-oidc",
                location=place.location,
                subscription_id=place.subscription_id,
                role_ids=place.role_ids,
                adoption=adoption,
            ),
            options,
        )
        secrets.append(_result(planned, place, identity))
    return secrets


def _result(planned: ComponentIdentity, place: AzureIdentities, identity: GrantedIdentity) -> ComponentSecret:
    secret, path = planned.secret, planned.cloud_token_path

    def manifest(client_id: str) -> str:
        return azure_secret(
            client_id,
            place.tenant_id,
            place.location,
            place.subscription_id,
            secret.namespace,
            secret.name,
            cloud_token_path=path,
        )

    def data(client_id: str) -> dict[str, str]:
        return {
            "azure_client_id": client_id,
            "azure_tenant_id": place.tenant_id,
            "azure_region": place.location,
            "azure_subscription_id": place.subscription_id,
            "azure_federated_token_file": path,
        }

    def olm_fields(client_id: str) -> dict[str, str]:
        return {
            "azureClientID": client_id,
            "azureTenantID": place.tenant_id,
            "azureRegion": place.location,
            "azureSubscriptionID": place.subscription_id,
            "cloudTokenPath": path,
        }

    return ComponentSecret(
        request=planned.request,
        secret=secret,
        data=identity.client_id.apply(data),
        manifest=identity.client_id.apply(manifest),
        olm_fields=identity.client_id.apply(olm_fields),
        needed_first=(identity,),
    )
