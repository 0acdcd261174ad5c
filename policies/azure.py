"""Rules about Azure: containers of snapshots that are public, and federated credentials."""

from typing import Final

from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.azure.identifiers import token_exchange_audience
from openshift_credentials.platforms.azure.names import AzureCloud
from policies.resources import UNKNOWN, Resources, items_at
from policies.rule import Configuration, Violations
from policies.stores import CONTAINER, stores

FEDERATION: Final = resource_types.FEDERATED_CREDENTIAL

_AUDIENCES: Final = frozenset(map(token_exchange_audience, AzureCloud))


def public_container(resources: Resources, configuration: Configuration) -> Violations:
    """Containers of snapshots that everybody can read."""
    for container, _ in stores(resources, configuration, CONTAINER):
        if container.at("publicAccess") not in (None, "None", UNKNOWN):
            yield container, f"container has publicAccess {container.at('publicAccess')}"


def foreign_audience(resources: Resources, _: Configuration) -> Violations:
    """Federated credentials with an audience that Entra ID does not accept."""
    for resource in resources:
        if resource.kind != FEDERATION or resource.at("audiences") is UNKNOWN:
            continue
        audiences = items_at(resource.at("audiences"))
        if UNKNOWN not in audiences and not _AUDIENCES & set(map(str, audiences)):
            yield resource, f"audiences contains none of {', '.join(sorted(_AUDIENCES))}"
