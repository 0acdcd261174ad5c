"""What Azure refuses, by the rules of ``tests/kit/clouds/azure.yaml``, which have the sources."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from tests.engine.fake_provider import azure_account_rules
from tests.engine.fake_provider.world import Found, Properties, World, refuse
from tests.kit import tokens
from tests.kit.cloud_rows import RULES


def check_writing(world: World, type_: str, identifier: str, given: Properties, existing: Found | None) -> None:
    """Refuse what breaks a rule of Azure; ``given`` is what the resource would be."""
    if rule := _WRITING.get(type_):
        rule(world, identifier, given, existing)


def check_deletion(world: World, type_: str, identifier: str) -> None:
    """Refuse to delete what is in use."""
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


def _role_in_use(world: World, identifier: str) -> None:
    name = identifier.rpartition("/")[2]
    for _, found in world.all(tokens.ROLE_ASSIGNMENT):
        if found["roleDefinitionId"].rpartition("/")[2] == name:
            raise refuse("role-in-use")


def _in_a_vault(world: World, identifier: str) -> None:
    """Deletion goes to the vault's own address, from outside its networks; creation goes through ARM."""
    vault = world.find(tokens.KEY_VAULT, re.sub(r"/(secrets|keys)/[^/]+$", "", identifier)) or {}
    if vault["properties"].get("networkAcls", {}).get("defaultAction") == "Deny":
        raise refuse("vault-networks", id=identifier)


_WRITING: Final[Mapping[str, Callable[[World, str, Properties, Found | None], None]]] = {
    **azure_account_rules.WRITING,
    tokens.ROLE_ASSIGNMENT: _role_assignment,
    tokens.ROLE_DEFINITION: _role_definition,
    tokens.FEDERATED_CREDENTIAL: _federated,
}
_DELETION: Final[Mapping[str, Callable[[World, str], None]]] = {
    **azure_account_rules.DELETION,
    tokens.ROLE_DEFINITION: _role_in_use,
    tokens.VAULT_SECRET: _in_a_vault,
    tokens.VAULT_KEY: _in_a_vault,
}
