"""The store that a stack creates for its snapshots, and whether it would be replaced."""

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
_PLACE_OF_A_BUCKET: Final = ("accountId", "region")


def store_identity(settings: EtcdBackupSettings) -> Mapping[str, str]:
    """What makes the store this one, setting by setting; nothing where the stack makes none.

    A change of any of these replaces bucket, account or container, or those of the copies: AWS and
    Azure rename and move none of them.
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
            if not place.makes_account and not place.makes_container:
                return {}
            names = {
                "azureBlob.storageAccount": place.storage_account,
                "azureBlob.container": place.container,
                "azureBlob.resourceGroup": place.resource_group,
                "azureBlob.subscriptionId": place.subscription_id,
                **({"azureBlob.location": place.location} if place.makes_account else {}),
            }
            if (copy := place.replication) and not copy.existing:
                names |= {
                    "azureBlob.replication.storageAccount": copy.storage_account,
                    "azureBlob.replication.location": copy.location or "",
                }
        case _:
            assert_never(place)
    return {**names, _KEEPING: place.keeping.value}


def assert_same_store(
    earlier: Mapping[str, str], now: Mapping[str, str], branch: str = "etcdBackup.storage"
) -> None:
    """Raise :class:`ContractError` if a protected store would be replaced or removed.

    Also if a bucket that stays behind would be created again elsewhere: its name stays taken, which
    AWS says only after everything else has been replaced.

    ``earlier`` is :func:`store_identity` of the last update, ``now`` that of the settings; its
    names are settings of ``branch``.
    """
    problems = list(_moves(earlier, now, branch))
    if problems and earlier.get(_KEEPING) == Keeping.PROTECTED:
        raise ContractError("\n".join([*problems, _way_out(earlier, branch)]))
    if earlier.get(_KEEPING) == Keeping.LEFT_BEHIND and (
        moves := list(_buckets_that_move(earlier, now, branch))
    ):
        raise ContractError("\n".join(moves))


def _buckets_that_move(
    earlier: Mapping[str, str], now: Mapping[str, str], branch: str
) -> Iterator[str]:
    """Buckets whose region or account changes, and whose name does not."""
    for setting, value in earlier.items():
        group, _, name = setting.rpartition(".")
        bucket = f"{group}.bucket".removeprefix(".")
        moves = name in _PLACE_OF_A_BUCKET and now.get(setting, value) != value
        if moves and now.get(bucket) == earlier.get(bucket):
            yield (
                f'openshift-credentials:{branch}.{setting}: is "{now[setting]}", but was "{value}" '
                f"when bucket {now[bucket]} was created. Nothing was changed: a bucket never "
                "moves, and its name is unique in all of AWS; undo the change, or set another "
                f"{branch}.{bucket} too"
            )


def _moves(earlier: Mapping[str, str], now: Mapping[str, str], branch: str) -> Iterator[str]:
    for setting, value in earlier.items():
        if setting == _KEEPING or now.get(setting) == value:
            continue
        found = f'is "{now[setting]}"' if setting in now else "is not there"
        yield (
            f'openshift-credentials:{branch}.{setting}: {found}, but was "{value}" when '
            "the store of the snapshots was created, so the store would be replaced"
        )


def _way_out(earlier: Mapping[str, str], branch: str) -> str:
    group = ".".join([branch, *next(iter(earlier)).split(".")[:-1]])
    return (
        "Nothing was changed: the store is protected, and contains the snapshots. Undo the "
        "change, or use a separate stack for the new store. To keep the old store with its "
        f"snapshots outside the stack, set {group}.retainOnDestroy to true, run 'pulumi up', and "
        "then make the change, with another name for what is left behind"
    )
