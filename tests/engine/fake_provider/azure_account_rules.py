"""What Azure refuses of a storage account and what is in it, by ``tests/kit/clouds/azure.yaml``."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from tests.engine.fake_provider.world import Found, Properties, World, refuse
from tests.kit import tokens

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


WRITING: Final[Mapping[str, Callable[[World, str, Properties, Found | None], None]]] = {
    tokens.STORAGE_ACCOUNT: _account,
    tokens.BLOB: _blob,
}
DELETION: Final[Mapping[str, Callable[[World, str], None]]] = {
    tokens.STORAGE_ACCOUNT: _locked_blobs,
    tokens.BLOB_CONTAINER: _locked_blobs,
}
