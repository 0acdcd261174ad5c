"""Azure and its provider, as far as the program can meet them.

Rules and columns: ``tests/kit/clouds/azure.yaml``. Source of what is code here:
pulumi/pulumi-azure-native ``provider/pkg/provider/provider.go`` and ``azure/client_azcore.go``.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final, cast

from tests.engine.fake_provider.world import Found, Properties, RefusedError, World, refuse
from tests.kit import tokens
from tests.kit.cloud_rows import ALREADY_THERE, ROWS, RULES, OnDelete, filled

_PENDING: Final = "is being deleted"


_DELETED: Final = "deleted, and not purged"


def create(world: World, type_: str, identifier: str, given: Properties, computed: Properties) -> None:
    """Look whether it is there, and PUT."""
    row = ROWS[type_]
    existing = world.get(type_, identifier)
    if existing and not row.takes_over:
        raise RefusedError((row.taken or ALREADY_THERE).format(id=identifier))
    reserved = world.reserved.get(identifier)
    if reserved == _DELETED and row.reserved:
        raise RefusedError(row.reserved.format(**given))
    if reserved == _PENDING:
        raise refuse("name-is-slow", id=identifier)
    _put(world, type_, identifier, given, computed, existing)
    if type_ == tokens.STORAGE_ACCOUNT and existing is None:
        names = {"accountName": given["accountName"], "blobServicesName": "default"}
        off = {"deleteRetentionPolicy": {"enabled": False}, "isVersioningEnabled": False}
        service = {**names, "resourceGroupName": given["resourceGroupName"], **off}
        world.put(tokens.BLOB_SERVICE_PROPERTIES, f"{identifier}/blobServices/default", service, {})


def update(world: World, type_: str, identifier: str, given: Properties, _: Properties) -> None:
    """PUT to the ID that the inputs give, whether it is there or not."""
    existing = world.get(type_, identifier)
    if existing and type_ == tokens.VAULT_KEY:
        return  # Microsoft, Keys - Create If Not Exist: the key stays as it is
    _put(world, type_, identifier, given, None, existing)


def _put(
    world: World, type_: str, identifier: str, given: Properties, computed: Properties | None, existing: Found | None
) -> None:
    merged = merge(existing.given, given) if existing and ROWS[type_].merges else given
    check_writing(world, type_, identifier, merged, existing)
    world.put(type_, identifier, merged, computed)


def merge(old: Properties, new: Properties) -> Properties:
    """A PUT that keeps what is left out, at every depth; a list is whole."""
    return {**old, **{key: _merged(old.get(key), value) for key, value in new.items()}}


def _merged(old: object, new: object) -> object:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return merge(cast("Properties", old), cast("Properties", new))
    return new


def delete(world: World, type_: str, identifier: str, state: Properties) -> None:
    """Delete a resource with all that is in it; the ``state`` does not count."""
    del state
    row = ROWS[type_]
    found = world.get(type_, identifier)
    if found is None:
        return
    check_deletion(world, type_, identifier)
    match OnDelete(row.on_delete):
        case OnDelete.RESET:
            return  # a PUT of an empty body: what is left out keeps its value
        case OnDelete.SOFT:
            world.reserved[identifier] = _DELETED
        case OnDelete.DELETE:
            if row.slow_name:
                world.reserved[identifier] = _PENDING
    world.remove(type_, identifier)
    for type_and_id in list(world.resources):
        kind, _, within = type_and_id.partition(" ")
        if within.startswith(f"{identifier}/"):
            world.remove(kind, within)


def read(world: World, type_: str, identifier: str) -> tuple[Properties, Properties] | None:
    """What Azure says of a resource."""
    found = world.get(type_, identifier)
    return (found.given, found.computed) if found else None


def occupied(type_: str, given: Properties) -> str | None:
    """The account or identity that a write keeps busy, if any."""
    template = ROWS[type_].occupies
    return filled(template, given) if template else None


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


_ACCOUNT: Final = re.compile(r".*/Microsoft\.Storage/storageAccounts/[^/]+")


def _account(_: World, __: str, given: Properties, existing: Found | None) -> None:
    old = _policy(existing.given) if existing else None
    new = _policy(given)
    if existing is None and (new or {}).get("state") == "Locked":
        raise refuse("locked-at-creation")
    if existing and not _worm(existing.given) and _worm(given):
        raise refuse("immutability-at-creation")
    if old and old["state"] == "Locked":
        days = "immutabilityPeriodSinceCreationInDays"
        if not new or new["state"] != "Locked" or new[days] < old[days]:
            raise refuse("locked-immutability")
    if existing and _doubly_encrypted(existing.given) != _doubly_encrypted(given):
        raise refuse("infrastructure-encryption-at-creation")


def _worm(account: Properties) -> bool:
    return _group(account, "immutableStorageWithVersioning").get("enabled") is True


def _doubly_encrypted(account: Properties) -> bool:
    return _group(account, "encryption").get("requireInfrastructureEncryption") is True


def _policy(account: Properties) -> Properties | None:
    return _group(account, "immutableStorageWithVersioning").get("immutabilityPolicy")


def _group(properties: Properties, name: str) -> Properties:
    found: Properties | None = properties.get(name)
    return found or {}


def _blob(world: World, identifier: str, _: Properties, __: Found | None) -> None:
    account = _ACCOUNT.match(identifier)
    found = world.find(tokens.STORAGE_ACCOUNT, account[0]) if account else None
    if found and found.get("allowSharedKeyAccess") is False:
        raise refuse("account-key-needed")


def _locked_blobs(world: World, identifier: str) -> None:
    account = _ACCOUNT.match(identifier)
    found = world.find(tokens.STORAGE_ACCOUNT, account[0]) if account else None
    locked = found and (_policy(found) or {}).get("state") == "Locked"
    if locked and any(each.startswith(f"{identifier}/") for each in world.snapshots()):
        raise refuse("immutable-blobs", id=identifier)


_WRITING: Final[Mapping[str, Callable[[World, str, Properties, Found | None], None]]] = {
    tokens.STORAGE_ACCOUNT: _account,
    tokens.BLOB: _blob,
    tokens.ROLE_ASSIGNMENT: _role_assignment,
    tokens.ROLE_DEFINITION: _role_definition,
    tokens.FEDERATED_CREDENTIAL: _federated,
}


_DELETION: Final[Mapping[str, Callable[[World, str], None]]] = {
    tokens.STORAGE_ACCOUNT: _locked_blobs,
    tokens.BLOB_CONTAINER: _locked_blobs,
    tokens.ROLE_DEFINITION: _role_in_use,
    tokens.VAULT_SECRET: _in_a_vault,
    tokens.VAULT_KEY: _in_a_vault,
}
