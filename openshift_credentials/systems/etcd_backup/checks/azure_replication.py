"""Rules between settings of the second storage account, to which Azure copies the snapshots."""

from collections.abc import Iterator

from openshift_credentials.base.notices import Notice
from openshift_credentials.systems.etcd_backup.checks.azure_blob import is_known
from openshift_credentials.systems.etcd_backup.checks.tree import BLOB, BackupTree
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage
from openshift_credentials.systems.etcd_backup.settings.azure_groups import Replication

_COPY = f"{BLOB}.replication"


def copy_is_out_of_reach(blob: AzureBlobStorage, tree: BackupTree) -> Iterator[Notice]:
    """The second account is another one, elsewhere, and both keep versions."""
    copy = blob.replication
    if copy is None:
        return
    yield from _second_account(copy, tree)
    if copy.storage_account == blob.storage_account:
        yield tree.problem(
            f"{_COPY}.storageAccount", "is the account itself", "name another account"
        )
    yield from is_known(blob, tree, "replication.location", copy.location)
    if copy.location == blob.location:
        yield tree.problem(
            f"{_COPY}.location",
            "is the location of the first account, so an outage would affect both",
            "choose another location",
        )
    if not blob.versioning:
        yield tree.problem(_COPY, "needs versioning", "set versioning to true")
    yield from _copy_is_read(copy, tree)
    if blob.immutability is not None:
        yield tree.problem(
            _COPY,
            "cannot be combined with immutability of the account: Azure rejects the policy",
            "remove one of them",
        )


def _copy_is_read(copy: Replication, tree: BackupTree) -> Iterator[Notice]:
    """A restore from the copy is signed by the identity that restores from the container."""
    if copy.restore and not tree.credentials.restore:
        yield tree.problem(
            f"{_COPY}.restore",
            "needs etcdBackup.credentials.restore: without it Velero cannot use the identity that "
            "reads the copies",
            "set etcdBackup.credentials.restore to true, or remove it",
        )
    rules = copy.network_rules
    if rules and not rules.subnet_ids and not rules.addresses:
        yield tree.problem(
            f"{_COPY}.networkRules",
            "requires subnets or addresses. Without networkRules, nobody can reach the second "
            "account",
            "add subnetIds or addresses, or remove it",
        )


def _second_account(copy: Replication, tree: BackupTree) -> Iterator[Notice]:
    """What describes the second account has one to describe."""
    if copy.existing:
        for name in ("location", "sku", "networkRules", "privateEndpoint", "retentionDays"):
            if tree.value(f"{_COPY}.{name}") is not None:
                yield tree.problem(
                    f"{_COPY}.{name}",
                    "has no effect: the account exists, and the stack never changes it",
                    "remove it",
                )
        return
    if tree.value(f"{_COPY}.location") is None:
        yield tree.problem(
            f"{_COPY}.location",
            "is required for an account that the stack creates",
            "add it, or set replication.existing to true",
        )
    if copy.resource_group is not None:
        yield tree.problem(
            f"{_COPY}.resourceGroup",
            "can only be set for an existing account: the stack creates the second account in "
            "the resource group of the first",
            "remove it, or set replication.existing to true",
        )
