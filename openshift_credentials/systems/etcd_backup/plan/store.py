"""Whether an update would replace the store that a stack has created for its snapshots."""

from collections.abc import Iterator, Mapping
from typing import Final

from openshift_credentials.base.errors import ContractError
from openshift_credentials.stack.base import Keeping

_BRANCH: Final = "etcdBackup.storage"
_KEEPING: Final = "keeping"
_DELETES_SNAPSHOTS: Final = "deleteSnapshots"

_AT_CREATION: Final = ("azureBlob.infrastructureEncryption", "azureBlob.immutability")
"""Settings that Azure takes only when it creates the account (``pulumi_azure_native.storage``,
``StorageAccountArgs``; Microsoft, "Enable infrastructure encryption for double encryption")."""

_PLACES: Final = {"bucket": ("accountId", "region"), "storageAccount": ("location", "resourceGroup", "subscriptionId")}
"""Settings that replace what has a name; the new one cannot have it, because the name is unique in
the whole cloud and stays with what is left behind, and with a deleted account for a while."""

_KEYS: Final = {
    "s3.kms.create": "the key that the stack made would be deleted, and with it every snapshot lost",
    "s3.kms.alias": "the alias of the key is as protected as the bucket",
    "azureBlob.customerManagedKey.keyVaultId": (
        "the right of the account's identity to the key is as protected as the account"
    ),
    "azureBlob.customerManagedKey.identityName": "the identity that reads the key is as protected as the account",
}
"""Settings of what encrypts the store, and why the engine refuses to delete it; it would refuse after it has
written the encryption of the store anew."""

_KINDS: Final = {"bucket": "a bucket", "storageAccount": "an account"}


def assert_same_store(earlier: Mapping[str, str], now: Mapping[str, str]) -> None:
    """Raise :class:`ContractError` if a store with snapshots would be replaced or removed.

    A store that may go must not be created again under a name that stays taken, which a cloud says
    only after everything else has been replaced. ``earlier`` is the ``store_identity`` of the last
    update's plan, ``now`` that of this one.
    """
    problems = [*_set_at_creation(earlier, now), *_drops_a_key(earlier, now)]
    if earlier.get(_KEEPING) == Keeping.LEFT_BEHIND or _DELETES_SNAPSHOTS in earlier:
        problems += _moves_under_one_name(earlier, now)
    elif moves := list(_moves(earlier, now)):
        problems += [*moves, _way_out(earlier)]
    if problems:
        raise ContractError("\n".join(problems))


def _set_at_creation(earlier: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    account = "azureBlob.storageAccount"
    if earlier.get(account) != now.get(account):
        return
    for setting in _AT_CREATION:
        if setting in earlier and setting in now and earlier[setting] != now[setting]:
            yield (
                f'openshift-credentials:{_BRANCH}.{setting}: is "{now[setting]}", but was '
                f'"{earlier[setting]}" when the account was created, and Azure never changes it '
                "later. Set it back, or use a separate stack with another account"
            )


def _drops_a_key(earlier: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    """What encrypts the store and is not left behind; of a store that may go, only a key of the stack is kept."""
    kept_by, branches = earlier.get(_KEEPING), {setting.split(".")[0] for setting in now if "." in setting}
    for setting, why in _KEYS.items():
        branch = setting.split(".")[0]
        only_protected = setting != "s3.kms.create"
        if (
            setting not in earlier
            or branch not in branches
            or now.get(setting) == earlier[setting]
            or (setting == "s3.kms.alias" and "s3.kms.create" not in now)
            or kept_by == Keeping.LEFT_BEHIND
            or (only_protected and kept_by != Keeping.PROTECTED)
        ):
            continue
        found = f'is "{now[setting]}"' if setting in now else "is not there"
        yield (
            f"openshift-credentials:{_BRANCH}.{setting}: {found}, but was "
            f'"{earlier[setting]}" in the last update: {why}. Nothing was changed. Undo the change, or set '
            f"{_BRANCH}.{branch}.retainOnDestroy to true, run 'pulumi up', and then make the change: what "
            "encrypts the earlier snapshots then stays, outside the stack"
        )


def _moves_under_one_name(earlier: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    """Buckets and accounts whose place changes, and whose name does not."""
    for setting, value in earlier.items():
        group, _, place = setting.rpartition(".")
        if now.get(setting, value) == value:
            continue
        for kind, places in _PLACES.items():
            named = f"{group}.{kind}".removeprefix(".")
            if place in places and named in earlier and now.get(named) == earlier[named]:
                yield (
                    f'openshift-credentials:{_BRANCH}.{setting}: is "{now[setting]}", but was '
                    f'"{value}" when {earlier[named]} was created. Nothing was changed: '
                    f"{_KINDS[kind]} never moves, and its name is unique in the whole cloud and "
                    f"stays taken; undo the change, or set another {_BRANCH}.{named} too"
                )


def _moves(earlier: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    for setting, value in earlier.items():
        of_no_move = (_KEEPING, _DELETES_SNAPSHOTS, *_AT_CREATION, *_KEYS)
        if setting in of_no_move or now.get(setting) == value:
            continue
        found = f'is "{now[setting]}"' if setting in now else "is not there"
        yield (
            f'openshift-credentials:{_BRANCH}.{setting}: {found}, but was "{value}" when '
            "the store of the snapshots was created, so the store would be replaced"
        )


def _way_out(earlier: Mapping[str, str]) -> str:
    (branch,) = {setting.split(".")[0] for setting in earlier if "." in setting}
    group = f"{_BRANCH}.{branch}"
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
