"""What Azure refuses, by the rules of ``tests/kit/clouds/azure.yaml``, which have the sources."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from tests.engine.fake_provider import azure_account_rules
from tests.engine.fake_provider.world import Found, Properties, World, refuse
from tests.kit import tokens
from tests.kit.cloud_rows import RULES

SCHEDULED_QUERY_RULE: Final = "azure-native:monitor:ScheduledQueryRule"

_TABLE: Final = re.compile(r"\bStorageBlobLogs\b")


def check_writing(
    world: World, type_: str, identifier: str, given: Properties, existing: Found | None
) -> None:
    """Refuse what breaks a rule of Azure; ``given`` is what the resource would be."""
    if rule := _WRITING.get(type_):
        rule(world, identifier, given, existing)


def check_deletion(world: World, type_: str, identifier: str) -> None:
    """Refuse to delete what is locked or in use."""
    for lock, found in world.all(tokens.MANAGEMENT_LOCK):
        scope = found["scope"]
        if lock != identifier and (identifier == scope or identifier.startswith(f"{scope}/")):
            raise refuse("scope-locked", id=identifier, scope=scope)
    if rule := _DELETION.get(type_):
        rule(world, identifier)


def _role_assignment(world: World, identifier: str, given: Properties, _: Found | None) -> None:
    keys = ("scope", "principalId", "roleDefinitionId")
    same = world.of_type(tokens.ROLE_ASSIGNMENT, **{key: given[key] for key in keys})
    for other in same:
        if other != identifier:
            name = other.rpartition("/")[2].replace("-", "")
            raise refuse("role-assignment-exists", name=name)


def _role_definition(world: World, identifier: str, given: Properties, _: Found | None) -> None:
    for other in world.of_type(tokens.ROLE_DEFINITION, roleName=given.get("roleName")):
        if other != identifier:
            raise refuse("role-name-taken")


def _federated(world: World, identifier: str, given: Properties, _: Found | None) -> None:
    identity = identifier.rpartition("/federatedIdentityCredentials/")[0]
    others = [
        (name, found)
        for name, found in world.all(tokens.FEDERATED_CREDENTIAL)
        if name.startswith(f"{identity}/") and name != identifier
    ]
    for name, found in others:
        if all(found[key] == given[key] for key in ("issuer", "subject")):
            raise refuse("subject-taken", name=name)
    if len(others) >= RULES["federated-credentials"].at_most:
        raise refuse("federated-credentials")


def _network_link(world: World, identifier: str, given: Properties, _: Found | None) -> None:
    zone = identifier.rpartition("/virtualNetworkLinks/")[0]
    for other, found in world.all(tokens.VIRTUAL_NETWORK_LINK):
        in_zone = other.startswith(f"{zone}/") and other != identifier
        if in_zone and found["virtualNetwork"] == given["virtualNetwork"]:
            raise refuse("network-linked", name=other)


def _diagnostics(world: World, identifier: str, given: Properties, _: Found | None) -> None:
    for other, found in world.all(tokens.DIAGNOSTIC_SETTING):
        if other == identifier or found["resourceUri"] != given["resourceUri"]:
            continue
        same_place = any(
            given.get(key) and given[key] == found.get(key)
            for key in ("workspaceId", "storageAccountId")
        )
        if same_place and _categories(found) & _categories(given):
            raise refuse("same-log-twice", name=other)


def _categories(setting: Properties) -> frozenset[str]:
    return frozenset(each["category"] for each in setting.get("logs", []) if each.get("enabled"))


def _query_rule(world: World, _: str, given: Properties, __: Found | None) -> None:
    """Refuse a query over a table that has had no row: it is made with the first one."""
    logged = any(found.get("workspaceId") for _, found in world.all(tokens.DIAGNOSTIC_SETTING))
    if given.get("skipQueryValidation") or (logged and world.snapshots()):
        return
    for criterion in given["criteria"]["allOf"]:
        if found := _TABLE.search(criterion["query"]):
            raise refuse("no-such-table", table=found[0])


def _role_in_use(world: World, identifier: str) -> None:
    name = identifier.rpartition("/")[2]
    for _, found in world.all(tokens.ROLE_ASSIGNMENT):
        if found["roleDefinitionId"].rpartition("/")[2] == name:
            raise refuse("role-in-use")


def _zone(world: World, identifier: str) -> None:
    if any(each.startswith(f"{identifier}/") for each, _ in world.all(tokens.VIRTUAL_NETWORK_LINK)):
        raise refuse("zone-has-links", id=identifier)


_WRITING: Final[Mapping[str, Callable[[World, str, Properties, Found | None], None]]] = {
    **azure_account_rules.WRITING,
    tokens.ROLE_ASSIGNMENT: _role_assignment,
    tokens.ROLE_DEFINITION: _role_definition,
    tokens.FEDERATED_CREDENTIAL: _federated,
    tokens.VIRTUAL_NETWORK_LINK: _network_link,
    tokens.DIAGNOSTIC_SETTING: _diagnostics,
    SCHEDULED_QUERY_RULE: _query_rule,
}
_DELETION: Final[Mapping[str, Callable[[World, str], None]]] = {
    **azure_account_rules.DELETION,
    tokens.ROLE_DEFINITION: _role_in_use,
    tokens.PRIVATE_ZONE: _zone,
}
