"""Identities of all components on Google Cloud."""

from dataclasses import replace
from functools import partial

import pulumi

from openshift_credentials.systems.component_identities.plan.identities import (
    plan_component_service_accounts,
)
from openshift_credentials.systems.component_identities.rules.gcp_identities import (
    audience,
    credentials_config,
)
from openshift_credentials.systems.component_identities.rules.gcp_plan import (
    ComponentServiceAccount,
)
from openshift_credentials.systems.component_identities.rules.secret_manifests import gcp_secret
from openshift_credentials.systems.component_identities.settings import (
    ComponentIdentitiesSettings,
    GcpIdentities,
)

from ...base.adoption import Adoption
from ...gcp.provider import project_provider
from ...token_issuer.place import IssuerAddress
from ..component_secret import ComponentSecret
from .service_account import GrantedServiceAccount, GrantedServiceAccountArgs


def component_service_accounts(
    name: str,
    settings: ComponentIdentitiesSettings,
    place: GcpIdentities,
    issuer: IssuerAddress | None,
    adoption: Adoption,
    opts: pulumi.ResourceOptions,
) -> list[ComponentSecret]:
    """Create one service account per request.

    Import IDs follow from the planned accounts, which have the IDs of the settings.
    """
    adoption = replace(adoption, ids={})
    provider = project_provider(f"{name}-gcp", place, opts)
    options = pulumi.ResourceOptions(
        parent=opts.parent, providers=[provider], depends_on=list(issuer.ready) if issuer else None
    )
    return [
        _result(
            planned,
            place,
            GrantedServiceAccount(
                f"{name}-{planned.secret.namespace}-{planned.secret.name}",
                GrantedServiceAccountArgs(
                    planned=planned,
                    project=place.project,
                    custom_roles=place.custom_roles,
                    deletes_custom_role=place.delete_custom_roles,
                    settle_seconds=place.settle_seconds,
                    adoption=adoption,
                ),
                options,
            ),
        )
        for planned in plan_component_service_accounts(settings, place).identities
    ]


def _result(
    planned: ComponentServiceAccount, place: GcpIdentities, account: GrantedServiceAccount
) -> ComponentSecret:
    secret = planned.secret
    config = account.email.apply(partial(_config, place))
    return ComponentSecret(
        request=planned.request,
        secret=secret,
        data=config.apply(lambda text: {"service_account.json": text}),
        manifest=config.apply(lambda text: gcp_secret(text, secret.namespace, secret.name)),
        olm_fields=account.email.apply(
            lambda email: {
                "serviceAccountEmail": email,
                "audience": audience(place.project_number, place.pool, place.provider),
            }
        ),
        needed_first=account.ready,
    )


def _config(place: GcpIdentities, email: str) -> str:
    return credentials_config(
        place.project_number, place.pool, place.provider, email, place.universe
    )
