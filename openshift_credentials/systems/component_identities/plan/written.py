"""Secrets of components whose content the stack alone may write."""

from collections.abc import Sequence
from typing import assert_never

from openshift_credentials.platforms.kubernetes.written_secrets import WrittenSecret

from ..settings import AwsIdentities, AzureIdentities, ComponentIdentitiesSettings, GcpIdentities
from .identities import plan_component_identities, plan_component_roles, plan_component_service_accounts


def written_secrets(settings: ComponentIdentitiesSettings) -> Sequence[WrittenSecret] | None:
    """One Secret per identity, on a cluster that exists."""
    if settings.cluster is None or settings.is_bundled:
        return None
    match place := settings.place:
        case AwsIdentities():
            planned = plan_component_roles(settings, place).identities
        case AzureIdentities():
            planned = plan_component_identities(settings, place).identities
        case GcpIdentities():
            planned = plan_component_service_accounts(settings, place).identities
        case _:
            assert_never(place)
    own = [item.secret for item in planned if item.request not in settings.olm_operators]
    return [
        WrittenSecret(namespace=item.namespace, name=item.name, logical_name=f"{item.namespace}-{item.name}")
        for item in own
    ]
