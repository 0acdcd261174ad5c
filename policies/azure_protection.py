"""Rules about Azure: limits of a storage account, immutable blobs, and a copy that is watched."""

from collections.abc import Iterator
from typing import Final

from openshift_credentials.platforms import resource_types
from policies.resources import UNKNOWN, Resources, StackResource
from policies.rule import Configuration, Violations
from policies.stores import ACCOUNT, CONTAINER, stores

_REPLICATION: Final = "azure-native:storage:ObjectReplicationPolicy"
_LOCK: Final = "azure-native:authorization:ManagementLockByScope"
_LOG: Final = "azure-native:monitor:DiagnosticSetting"


def unlimited_account(resources: Resources, configuration: Configuration) -> Violations:
    """Accounts of snapshots that copy to everywhere, for as long as one likes, from everywhere."""
    for account, name in stores(resources, configuration, ACCOUNT):
        if missing := list(_missing_limits(account)):
            yield account, f"storage account {name} has {', '.join(missing)}"


def _missing_limits(account: StackResource) -> Iterator[str]:
    if account.at("allowedCopyScope") is None:
        yield "no allowedCopyScope"
    if account.at("sasPolicy") is None:
        yield "no sasPolicy"
    if account.at("allowSharedKeyAccess") is True and account.at("keyPolicy") is None:
        yield "no keyPolicy for the account keys that it accepts"
    closed = account.at("publicNetworkAccess") in ("Disabled", "SecuredByPerimeter", UNKNOWN)
    if not closed and account.at("networkRuleSet", "defaultAction") not in ("Deny", UNKNOWN):
        yield "a public endpoint for every network"


def mutable_account(resources: Resources, configuration: Configuration) -> Violations:
    """Containers of snapshots whose blobs are immutable neither there nor by the account."""
    immutable = {
        name
        for account, name in stores(resources, configuration, ACCOUNT)
        if _is_immutable(account)
    }
    for container, name in stores(resources, configuration, CONTAINER):
        known = isinstance(name, str) and name not in immutable
        if known and UNKNOWN not in immutable and not _is_immutable(container):
            yield container, f"the container in storage account {name} has no immutable versions"


def _is_immutable(resource: StackResource) -> bool:
    return resource.at("immutableStorageWithVersioning", "enabled") in (True, UNKNOWN)


def unwatched_copy(resources: Resources, _: Configuration) -> Violations:
    """Second accounts without a lock, or without a log of who reads the copies."""
    for replication in resources:
        target = replication.at("destinationAccount")
        if replication.kind != _REPLICATION or not isinstance(target, str):
            continue
        if not any(_is_in_stack(account, target) for account in resources):
            continue
        for kind, member, what in ((_LOCK, "scope", "lock"), (_LOG, "resourceUri", "log")):
            scopes = [item.at(member) for item in resources if item.kind == kind]
            if not any(scope is UNKNOWN or _covers(scope, target) for scope in scopes):
                yield replication, f"the account of the copies, {target}, has no {what}"


def _is_in_stack(account: StackResource, target: str) -> bool:
    name = account.at("accountName")
    return account.kind == resource_types.STORAGE_ACCOUNT and target.endswith(f"/{name}")


def _covers(scope: object, target: str) -> bool:
    """Whether a lock or a log is of the account, of its blobs, or of a group around it."""
    place, account = f"{scope}/".lower(), f"{target}/".lower()
    return place.startswith(account) or account.startswith(place)
