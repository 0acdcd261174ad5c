"""Rules between settings of the second storage account, to which Azure copies the snapshots."""

from collections.abc import Iterator, Mapping

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.azure.text_rules import AZURE_LOCATION
from openshift_credentials.stack.tree import as_group
from openshift_credentials.systems.etcd_backup.checks.azure_blob import is_known
from openshift_credentials.systems.etcd_backup.checks.tree import BLOB, AzureBlobGroup, BackupTree


def copy_is_out_of_reach(tree: BackupTree) -> Iterator[Notice]:
    """The second account is another one, elsewhere, and both keep versions."""
    blob = AzureBlobGroup(tree)
    group = as_group(blob.value("replication"))
    if blob.value("replication") is None:
        return
    yield from _second_account(blob, group)
    if group.get("storageAccount") and group.get("storageAccount") == blob.value("storageAccount"):
        yield blob.problem(
            "replication.storageAccount", "is the account itself", "name another account"
        )
    location = tree.text(f"{BLOB}.replication.location", AZURE_LOCATION)
    yield from is_known(tree, f"{BLOB}.replication.location", location)
    if location and location == blob.value("location"):
        yield blob.problem(
            "replication.location",
            "is the location of the first account, so an outage would affect both",
            "choose another location",
        )
    if not blob.flag("versioning", default=True):
        yield blob.problem("replication", "needs versioning", "set versioning to true")
    yield from _copy_is_read(tree, blob, group)
    if blob.value("immutability") is not None:
        yield blob.problem(
            "replication",
            "cannot be combined with immutability of the account: Azure rejects the policy",
            "remove one of them",
        )


def _copy_is_read(
    tree: BackupTree, blob: AzureBlobGroup, group: Mapping[str, object]
) -> Iterator[Notice]:
    """A restore from the copy is signed by the identity that restores from the container."""
    if group.get("restore") is True and tree.value("etcdBackup.credentials.restore") is not True:
        yield blob.problem(
            "replication.restore",
            "needs etcdBackup.credentials.restore: without it Velero cannot use the identity that "
            "reads the copies",
            "set etcdBackup.credentials.restore to true, or remove it",
        )
    rules = group.get("networkRules")
    if rules is not None and not any(as_group(rules).get(n) for n in ("subnetIds", "addresses")):
        yield blob.problem(
            "replication.networkRules",
            "requires subnets or addresses. Without networkRules, nobody can reach the second "
            "account",
            "add subnetIds or addresses, or remove it",
        )


def _second_account(blob: AzureBlobGroup, group: Mapping[str, object]) -> Iterator[Notice]:
    """What describes the second account has one to describe."""
    if group.get("existing") is not True:
        if group.get("location") is None:
            yield blob.problem(
                "replication.location",
                "is required for an account that the stack creates",
                "add it, or set replication.existing to true",
            )
        if group.get("resourceGroup") is not None:
            yield blob.problem(
                "replication.resourceGroup",
                "can only be set for an existing account: the stack creates the second account in "
                "the resource group of the first",
                "remove it, or set replication.existing to true",
            )
        return
    for name in ("location", "sku", "networkRules"):
        if group.get(name) is not None:
            yield blob.problem(
                f"replication.{name}",
                "has no effect: the account exists, and the stack never changes it",
                "remove it",
            )
