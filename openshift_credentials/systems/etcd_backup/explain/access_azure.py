"""Everybody's access to the accounts of a stack, from the roles that the stack assigns.

Source: Microsoft, "Azure built-in roles"; "Store business-critical blob data with immutable
storage" for deletions; "Lock your resources to protect your infrastructure".
"""

from collections.abc import Iterator, Sequence
from typing import Final

from openshift_credentials.platforms.azure.roles import (
    READ_BLOBS,
    STORAGE_BLOB_DATA_CONTRIBUTOR,
    WRITE_BLOBS,
    Role,
    RoleGrant,
)
from openshift_credentials.stack.base import Keeping
from openshift_credentials.stack.explanation import StoreAccess
from openshift_credentials.systems.etcd_backup.plan import velero
from openshift_credentials.systems.etcd_backup.plan.azure import assigns_roles, plan_grants
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobStorage,
    AzureBlobUpload,
    EtcdBackupSettings,
)
from openshift_credentials.systems.etcd_backup.settings.azure_groups import ImmutabilityState

_YES: Final = "yes"
_NO: Final = "no"
_BY_ROLE: Final = "by role"
_OUTSIDE: Final = "by role"
_DELETE_BLOBS: Final = "/containers/blobs/delete"
_WRITE_CONTAINERS: Final = "/containers/write"


def access_on_azure(settings: EtcdBackupSettings, upload: AzureBlobUpload) -> Iterator[StoreAccess]:
    """The rows of the account, and of the account of the copies."""
    storage, copy = upload.storage, upload.storage.replication
    grants = plan_grants(settings, upload) if assigns_roles(upload) else ()
    yield from _account(settings, storage, storage.storage_account, storage.account_id, grants)
    if copy is None:
        return
    yield StoreAccess(
        store=f"account {copy.storage_account}",
        who="Azure itself (object replication)",
        write=_YES,
        read=_NO,
        delete=_NO,
        protections=_NO,
    )
    yield from _account(
        settings, storage, copy.storage_account, storage.id_of_copy(copy), grants, is_copy=True
    )


def _account(
    settings: EtcdBackupSettings,
    storage: AzureBlobStorage,
    account: str,
    account_id: str,
    grants: Sequence[RoleGrant],
    *,
    is_copy: bool = False,
) -> Iterator[StoreAccess]:
    store, days = f"account {account}", None if is_copy else _immutable_days(storage)
    roles = [item.role for item in grants if f"{item.scope}/".startswith(f"{account_id}/")]
    if grants or is_copy:
        yield _row(store, "identity that uploads", roles, days)
    else:
        yield _same(store, "identity that uploads", _OUTSIDE, _OUTSIDE, days)
    if settings.oadp.velero.create_identity and not is_copy:
        name = f"Velero's identity {velero.identity_name(settings)}"
        yield _row(store, name, [STORAGE_BLOB_DATA_CONTRIBUTOR], days)
    if storage.allow_shared_key_access and storage.makes_account:
        yield _same(store, "anybody with an account key", _YES, _NO, days)
    yield _same(store, "others of the subscription", _BY_ROLE, _protections(storage), days)
    copy = storage.replication
    if (copy is not None and not copy.existing) if is_copy else storage.makes_account:
        yield StoreAccess(
            store=store,
            who="pulumi destroy",
            write=_NO,
            read=_NO,
            delete=_destroys(storage),
            protections="with the account",
        )


def _row(store: str, who: str, roles: Sequence[Role], days: int | None) -> StoreAccess:
    data = [action for role in roles for action in role.data_actions]
    control = [action for role in roles for action in role.actions]
    return StoreAccess(
        store=store,
        who=who,
        write=_YES if WRITE_BLOBS in data else _NO,
        read=_YES if READ_BLOBS in data else _NO,
        delete=_later(_YES, days) if any(item.endswith(_DELETE_BLOBS) for item in data) else _NO,
        protections="those of the container"
        if any(item.endswith(_WRITE_CONTAINERS) for item in control)
        else _NO,
    )


def _same(store: str, who: str, answer: str, protections: str, days: int | None) -> StoreAccess:
    return StoreAccess(
        store=store,
        who=who,
        write=answer,
        read=answer,
        delete=_later(answer, days),
        protections=protections,
    )


def _later(answer: str, days: int | None) -> str:
    return answer if days is None else f"{answer}, after {days} days"


def _immutable_days(storage: AzureBlobStorage) -> int | None:
    policy = storage.immutability or storage.container_immutability
    return policy.days if policy else None


def _protections(storage: AzureBlobStorage) -> str:
    """A locked policy binds everybody; a lock of the account only prevents deletions."""
    policy = storage.immutability
    if policy and policy.state is ImmutabilityState.LOCKED:
        return f"{_BY_ROLE}, but not the locked policy"
    return _BY_ROLE


def _destroys(storage: AzureBlobStorage) -> str:
    if storage.lock:
        return "no: lock"
    match storage.keeping:
        case Keeping.PROTECTED:
            return "no: protect"
        case Keeping.LEFT_BEHIND:
            return "no: retainOnDestroy"
        case Keeping.DELETED:
            return "yes: deleteSnapshots"
