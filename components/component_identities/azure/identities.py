"""Identities of all components on Azure."""

import pulumi
from pulumi_azure_native import resources

from openshift_credentials.platforms.azure.identifiers import resource_group_id
from openshift_credentials.systems.component_identities.plan.identities import (
    plan_component_identities,
)
from openshift_credentials.systems.component_identities.rules.azure_plan import ComponentIdentity
from openshift_credentials.systems.component_identities.rules.secret_manifests import azure_secret
from openshift_credentials.systems.component_identities.settings import (
    AzureIdentities,
    ComponentIdentitiesSettings,
)
from openshift_credentials.systems.token_issuer.rules.tags import azure_resource_tags

from ...azure.provider import subscription_provider
from ...base.adoption import Adoption
from ...token_issuer.place import IssuerAddress
from ..component_secret import ComponentSecret
from .identity import GrantedIdentity, GrantedIdentityArgs


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
            adoption.options(
                installation_name, resource_group_id(place.subscription_id, group), keep=("tags",)
            ),
        ),
    )
    options = pulumi.ResourceOptions(
        parent=opts.parent,
        providers=[provider],
        depends_on=[installation, *(issuer.ready if issuer else ())],
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
                settle_seconds=place.settle_seconds,
                role_ids=place.role_ids,
                adoption=adoption,
            ),
            options,
        )
        secrets.append(_result(planned, place, identity))
    return secrets


def _result(
    planned: ComponentIdentity, place: AzureIdentities, identity: GrantedIdentity
) -> ComponentSecret:
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
