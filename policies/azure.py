"""Rules about Azure: the account of the snapshots, role assignments, federated credentials."""

import re
from typing import Any, Final

from openshift_credentials.platforms import resource_types
from openshift_credentials.platforms.azure.clouds import AzureCloud
from openshift_credentials.platforms.azure.federation import token_exchange_audience
from openshift_credentials.platforms.azure.storage_rules import AccountFacts, shortcomings
from policies.resources import UNKNOWN, Resources, StackResource, items_at
from policies.rule import Configuration, Violations
from policies.stores import ACCOUNT, CONTAINER, stores

ASSIGNMENT: Final = resource_types.ROLE_ASSIGNMENT
FEDERATION: Final = resource_types.FEDERATED_CREDENTIAL

_WIDE: Final = re.compile(
    r"/*|/+subscriptions/[^/]+/*|/+providers/Microsoft\.Management/managementGroups/.*",
    re.IGNORECASE,
)
_AUDIENCES: Final = frozenset(map(token_exchange_audience, AzureCloud))


def careless_account(resources: Resources, configuration: Configuration) -> Violations:
    """Storage accounts of snapshots with shared keys, public blobs or old TLS."""
    for account, name in stores(resources, configuration, ACCOUNT):
        for problem in shortcomings(_facts(account)):
            yield account, f"storage account {_show(name)}: {problem}"


def _facts(account: StackResource) -> AccountFacts:
    """The account as the stack sets it; values that are not known yet count as correct."""

    def value_or_stand_in(name: str, stand_in: object) -> Any:  # noqa: ANN401 - Azure's schema has the type
        value = account.at(name)
        return stand_in if value is UNKNOWN else value

    return AccountFacts(
        https_only=value_or_stand_in("enableHttpsTrafficOnly", stand_in=True),
        minimum_tls_version=value_or_stand_in("minimumTlsVersion", "TLS1_2"),
        public_blobs=value_or_stand_in("allowBlobPublicAccess", stand_in=False),
        shared_keys=value_or_stand_in("allowSharedKeyAccess", stand_in=False),
        kind=value_or_stand_in("kind", "StorageV2"),
    )


def public_container(resources: Resources, configuration: Configuration) -> Violations:
    """Containers of snapshots that everybody can read."""
    for container, _ in stores(resources, configuration, CONTAINER):
        if container.at("publicAccess") not in (None, "None", UNKNOWN):
            yield container, f"container has publicAccess {container.at('publicAccess')}"


def unencrypted_account(resources: Resources, configuration: Configuration) -> Violations:
    """Accounts that explicitly disable the encryption of blobs."""
    for account, name in stores(resources, configuration, ACCOUNT):
        if account.at("encryption", "services", "blob", "enabled") is False:
            yield account, f"storage account {_show(name)} disables the encryption of blobs"


def wide_assignment(resources: Resources, _: Configuration) -> Violations:
    """Roles at a subscription or above, and those that Azure can reject for a new identity."""
    for resource in resources:
        if resource.kind != ASSIGNMENT:
            continue
        scope = resource.at("scope")
        if isinstance(scope, str) and _WIDE.fullmatch(scope):
            yield resource, f"the role is assigned at {scope}; assign it at a resource or a group"
        if resource.at("principalType") is None:
            yield (
                resource,
                (
                    "principalType is not set, so Azure rejects an identity that has not "
                    "replicated yet; set ServicePrincipal"
                ),
            )


def foreign_audience(resources: Resources, _: Configuration) -> Violations:
    """Federated credentials with an audience that Entra ID does not accept."""
    for resource in resources:
        if resource.kind != FEDERATION or resource.at("audiences") is UNKNOWN:
            continue
        audiences = items_at(resource.at("audiences"))
        if UNKNOWN not in audiences and not _AUDIENCES & set(map(str, audiences)):
            yield resource, f"audiences contains none of {', '.join(sorted(_AUDIENCES))}"


def _show(name: object) -> str:
    return name if isinstance(name, str) else "with a name that is not known yet"
