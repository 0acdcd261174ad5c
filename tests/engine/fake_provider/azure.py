"""Azure and its provider, as far as the program can meet them.

Rules and columns: ``tests/kit/clouds/azure.yaml``. Source of what is code here:
pulumi/pulumi-azure-native ``provider/pkg/provider/provider.go`` and ``azure/client_azcore.go``.
"""

from collections.abc import Mapping
from typing import Final, cast

from tests.engine.fake_provider.azure_rules import check_deletion, check_writing
from tests.engine.fake_provider.world import Found, Properties, RefusedError, World, refuse
from tests.kit import tokens
from tests.kit.cloud_rows import ALREADY_THERE, ROWS, OnDelete, filled

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
