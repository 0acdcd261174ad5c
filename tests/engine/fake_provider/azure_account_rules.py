"""What Azure refuses of a storage account and what is in it, by ``tests/kit/clouds/azure.yaml``."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from tests.engine.fake_provider.world import Found, Properties, World, refuse
from tests.kit import tokens
from tests.kit.cloud_rows import RULES

_PERIOD: Final = re.compile(r"\d{1,2}\.(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d")
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
    _check_access(given)
    if existing and _doubly_encrypted(existing.given) != _doubly_encrypted(given):
        raise refuse("infrastructure-encryption-at-creation")


def _check_access(given: Properties) -> None:
    """What limits signatures, keys and networks has every part that it needs."""
    if sas := given.get("sasPolicy"):
        period = str(sas.get("sasExpirationPeriod"))
        if not _PERIOD.fullmatch(period) or sas.get("expirationAction") not in ("Log", "Block"):
            raise refuse("sas-policy")
    days = _group(given, "keyPolicy").get("keyExpirationPeriodInDays", 1)
    if days < 1:
        raise refuse("key-policy")
    networks = _group(given, "networkRuleSet")
    rules: list[Properties] = networks.get("resourceAccessRules") or list[Properties]()
    whole = all(rule.get("resourceId") and rule.get("tenantId") for rule in rules)
    if not whole or len(rules) > RULES["resource-access-rules"].at_most:
        raise refuse("resource-access-rules")


def _container(world: World, identifier: str, given: Properties, existing: Found | None) -> None:
    if existing and _worm(existing.given) != _worm(given):
        raise refuse("container-immutability-at-creation")
    if _worm(given) and not _has_versions(world, identifier):
        raise refuse("container-immutability-needs", what="versioning on the account")


def _container_policy(world: World, identifier: str, _: Properties, __: Found | None) -> None:
    container = identifier.partition("/immutabilityPolicies/")[0]
    found = world.find(tokens.BLOB_CONTAINER, container)
    if found is not None and not _worm(found):
        raise refuse("container-immutability-needs", what="to be set on the container")


def _has_versions(world: World, identifier: str) -> bool:
    """Whether the account of a container keeps versions; one of others is taken to do so."""
    account = _ACCOUNT.match(identifier)
    service = world.find(
        tokens.BLOB_SERVICE_PROPERTIES, f"{account[0] if account else ''}/blobServices/default"
    )
    return service is None or service.get("isVersioningEnabled") is True


def _worm(account: Properties) -> bool:
    return _group(account, "immutableStorageWithVersioning").get("enabled") is True


def _doubly_encrypted(account: Properties) -> bool:
    return _group(account, "encryption").get("requireInfrastructureEncryption") is True


def _policy(account: Properties) -> Properties | None:
    return _group(account, "immutableStorageWithVersioning").get("immutabilityPolicy")


def _group(properties: Properties, name: str) -> Properties:
    found: Properties | None = properties.get(name)
    return found or {}


def _blob_service(_: World, __: str, given: Properties, ___: Found | None) -> None:
    restore = _group(given, "restorePolicy")
    if not restore.get("enabled"):
        return
    kept = _group(given, "deleteRetentionPolicy")
    if not _group(given, "changeFeed").get("enabled"):
        raise refuse("restore-needs", what="the change feed")
    if not given.get("isVersioningEnabled"):
        raise refuse("restore-needs", what="versioning")
    if not kept.get("enabled") or kept["days"] <= restore["days"]:
        raise refuse("restore-needs", what="soft delete for more days than those of the restore")


def _object_replication(world: World, _: str, given: Properties, __: Found | None) -> None:
    for side in ("sourceAccount", "destinationAccount"):
        account = given[side]
        service = world.find(tokens.BLOB_SERVICE_PROPERTIES, f"{account}/blobServices/default")
        if service is None and world.get(tokens.STORAGE_ACCOUNT, account) is None:
            continue  # an account of others
        service = service or {}
        if not service.get("isVersioningEnabled"):
            raise refuse("replication-needs", what=f"versioning on {account}")
        if side == "sourceAccount" and not _group(service, "changeFeed").get("enabled"):
            raise refuse("replication-needs", what=f"the change feed on {account}")


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


def _container_deletion(world: World, identifier: str) -> None:
    _locked_blobs(world, identifier)
    policies = [each for each, _ in world.all(tokens.IMMUTABILITY_POLICY)]
    if any(each.startswith(f"{identifier}/") for each in policies):
        if any(each.startswith(f"{identifier}/") for each in world.snapshots()):
            raise refuse("immutable-container", id=identifier)
        for each in policies:
            if each.startswith(f"{identifier}/"):
                world.remove(tokens.IMMUTABILITY_POLICY, each)


def _needs_an_etag(_: World, __: str) -> None:
    raise refuse("immutability-policy-etag")


WRITING: Final[Mapping[str, Callable[[World, str, Properties, Found | None], None]]] = {
    tokens.STORAGE_ACCOUNT: _account,
    tokens.BLOB_SERVICE_PROPERTIES: _blob_service,
    tokens.OBJECT_REPLICATION: _object_replication,
    tokens.BLOB: _blob,
    tokens.BLOB_CONTAINER: _container,
    tokens.IMMUTABILITY_POLICY: _container_policy,
}
DELETION: Final[Mapping[str, Callable[[World, str], None]]] = {
    tokens.STORAGE_ACCOUNT: _locked_blobs,
    tokens.BLOB_CONTAINER: _container_deletion,
    tokens.IMMUTABILITY_POLICY: _needs_an_etag,
}
