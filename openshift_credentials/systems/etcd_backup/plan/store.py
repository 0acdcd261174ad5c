"""The store that a stack creates for its snapshots, and whether an update would replace it."""

from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from openshift_credentials.base.errors import ContractError
from openshift_credentials.stack.base import Keeping
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobStorage,
    EtcdBackupSettings,
    S3Storage,
)

_KEEPING: Final = "keeping"
_DELETES_SNAPSHOTS: Final = "deleteSnapshots"

_AT_CREATION: Final = {
    "azureBlob.infrastructureEncryption": "account",
    "azureBlob.immutability": "account",
    "azureBlob.encryptionScope": "container",
    "azureBlob.containerImmutability": "container",
}
"""Settings that Azure takes only when it creates the account (``pulumi_azure_native.storage``,
``StorageAccountArgs``; Microsoft, "Enable infrastructure encryption for double encryption") or the
container (Microsoft, "Encryption scopes for Blob storage" and "Version-level WORM policies")."""

_LOCK: Final = "azureBlob.lock"
_UNDER_THE_LOCK: Final = {
    "azureBlob.sharedContainer": ("the role assignment that would be replaced", ""),
    "azureBlob.diagnostics": ("the diagnostic setting", "not set"),
    "azureBlob.inventory": ("the inventory policy", "not set"),
}
"""What a change deletes, and the value from which nothing is deleted (Microsoft, "Lock your
resources to protect your infrastructure": what is in a scope inherits its lock)."""

_PLACES: Final = {
    "bucket": ("accountId", "region"),
    "storageAccount": ("location", "resourceGroup", "subscriptionId"),
}
"""Settings that replace what has a name; the new one cannot have it, because the name is unique in
the whole cloud and stays with what is left behind, and with a deleted account for a while."""


_KINDS: Final = {"bucket": "a bucket", "storageAccount": "an account"}


def store_identity(settings: EtcdBackupSettings) -> Mapping[str, str]:
    """What makes the store this one, setting by setting; nothing where the stack makes none.

    A change of any of these replaces bucket, account or container, or those of the copies, or is
    refused: AWS and Azure rename and move none of them.
    """
    match place := settings.storage.place:
        case S3Storage():
            if place.existing:
                return {}
            names = {
                "s3.bucket": place.bucket,
                "s3.region": place.region,
                "s3.accountId": place.account_id,
            }
            if (copy := place.replication) and not copy.existing:
                names |= {
                    "s3.replication.bucket": copy.bucket,
                    "s3.replication.region": copy.region,
                }
        case AzureBlobStorage():
            if not place.makes_container:
                return {}
            names = {
                "azureBlob.storageAccount": place.storage_account,
                "azureBlob.container": place.container,
                "azureBlob.resourceGroup": place.resource_group,
                "azureBlob.subscriptionId": place.subscription_id,
                **(_of_the_account(place) if place.makes_account else {}),
                **_of_the_container(place),
            }
            if (copy := place.replication) and not copy.existing:
                names |= {
                    "azureBlob.replication.storageAccount": copy.storage_account,
                    "azureBlob.replication.location": copy.location or "",
                }
            if place.delete_snapshots:
                names |= {_DELETES_SNAPSHOTS: "true"}
        case _:
            assert_never(place)
    return {**names, _KEEPING: place.keeping.value}


def _of_the_account(place: AzureBlobStorage) -> Mapping[str, str]:
    doubly, immutable = place.infrastructure_encryption, place.immutability is not None
    return {
        "azureBlob.location": place.location,
        "azureBlob.infrastructureEncryption": "true" if doubly else "false",
        "azureBlob.immutability": "set" if immutable else "not set",
        _LOCK: "true" if place.lock else "false",
        "azureBlob.sharedContainer": "true" if place.shared_container else "false",
        "azureBlob.diagnostics": "set" if place.diagnostics else "not set",
        "azureBlob.inventory": "set" if place.inventory else "not set",
    }


def _of_the_container(place: AzureBlobStorage) -> Mapping[str, str]:
    immutable = place.container_immutability is not None
    return {
        "azureBlob.encryptionScope": place.encryption_scope or "",
        "azureBlob.containerImmutability": "set" if immutable else "not set",
    }


def assert_same_store(
    earlier: Mapping[str, str], now: Mapping[str, str], branch: str = "etcdBackup.storage"
) -> None:
    """Raise :class:`ContractError` if a store with snapshots would be replaced or removed.

    A store that may go must not be created again under a name that stays taken, which a cloud says
    only after everything else has been replaced. ``earlier`` is :func:`store_identity` of the last
    update, ``now`` that of the settings; its names are settings of ``branch``.
    """
    problems = [
        *_set_at_creation(earlier, now, branch),
        *_changes_against_the_lock(earlier, now, branch),
    ]
    if earlier.get(_KEEPING) == Keeping.LEFT_BEHIND or _DELETES_SNAPSHOTS in earlier:
        problems += _moves_under_one_name(earlier, now, branch)
    elif moves := list(_moves(earlier, now, branch)):
        problems += [*moves, _way_out(earlier, branch)]
    if problems:
        raise ContractError("\n".join(problems))


def _set_at_creation(
    earlier: Mapping[str, str], now: Mapping[str, str], branch: str
) -> Iterator[str]:
    for setting, resource in _AT_CREATION.items():
        names = {"azureBlob.storageAccount", f"azureBlob.{resource}"}
        if any(earlier.get(name) != now.get(name) for name in names):
            continue
        if setting in earlier and setting in now and earlier[setting] != now[setting]:
            yield (
                f'openshift-credentials:{branch}.{setting}: is "{now[setting]}", but was '
                f'"{earlier[setting]}" when the {resource} was created, and Azure never changes it '
                f"later. Set it back, or use a separate stack with another {resource}"
            )


def _changes_against_the_lock(
    earlier: Mapping[str, str], now: Mapping[str, str], branch: str
) -> Iterator[str]:
    """A lock prevents the deletion of what the settings put on the account and in it."""
    if earlier.get(_LOCK) != "true":
        return
    for setting, (deleted, kept) in _UNDER_THE_LOCK.items():
        if kept and now.get(_LOCK) != "true":
            continue  # the engine deletes the lock first; but what is replaced goes before
        was = earlier.get(setting)
        if was and was != kept and now.get(setting, was) != was:
            yield (
                f'openshift-credentials:{branch}.{setting}: is "{now[setting]}", but was "{was}", '
                f"and the lock of the account prevents the deletion of {deleted}. Remove "
                f"{branch}.{_LOCK} first, and run 'pulumi up'"
            )


def _moves_under_one_name(
    earlier: Mapping[str, str], now: Mapping[str, str], branch: str
) -> Iterator[str]:
    """Buckets and accounts whose place changes, and whose name does not."""
    for setting, value in earlier.items():
        group, _, place = setting.rpartition(".")
        if now.get(setting, value) == value:
            continue
        for kind, places in _PLACES.items():
            named = f"{group}.{kind}".removeprefix(".")
            if place in places and named in earlier and now.get(named) == earlier[named]:
                yield (
                    f'openshift-credentials:{branch}.{setting}: is "{now[setting]}", but was '
                    f'"{value}" when {earlier[named]} was created. Nothing was changed: '
                    f"{_KINDS[kind]} never moves, and its name is unique in the whole cloud and "
                    f"stays taken; undo the change, or set another {branch}.{named} too"
                )


def _moves(earlier: Mapping[str, str], now: Mapping[str, str], branch: str) -> Iterator[str]:
    for setting, value in earlier.items():
        of_no_move = (_KEEPING, _DELETES_SNAPSHOTS, _LOCK, *_UNDER_THE_LOCK, *_AT_CREATION)
        if setting in of_no_move or now.get(setting) == value:
            continue
        found = f'is "{now[setting]}"' if setting in now else "is not there"
        yield (
            f'openshift-credentials:{branch}.{setting}: {found}, but was "{value}" when '
            "the store of the snapshots was created, so the store would be replaced"
        )


def _way_out(earlier: Mapping[str, str], branch: str) -> str:
    group = ".".join([branch, *next(iter(earlier)).split(".")[:-1]])
    delete = (
        f" To delete it with every snapshot, set {group}.protect to false and "
        f"{group}.deleteSnapshots to true, run 'pulumi up', and then make the change."
        if group.endswith("azureBlob")
        else " To delete it, empty the bucket and run 'pulumi destroy'."
    )
    return (
        "Nothing was changed: the store contains the snapshots. Undo the change, or use a separate "
        "stack for the new store. To keep the old store with its snapshots outside the stack, set "
        f"{group}.retainOnDestroy to true, run 'pulumi up', and then make the change, with another "
        f"name for what is left behind.{delete}"
    )
