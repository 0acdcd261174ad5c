"""Rules between settings of the storage account and the container."""

import difflib
from collections.abc import Iterator, Mapping

from openshift_credentials.azure.access_tiers import AccessTier
from openshift_credentials.azure.clouds import (
    UPLOAD_ENDPOINT_RULE,
    AzureCloud,
    facts_of,
    private_link_zone,
)
from openshift_credentials.azure.identifiers import name_in
from openshift_credentials.azure.locations import LOCATIONS
from openshift_credentials.azure.text_rules import (
    AZURE_LOCATION,
    PRIVATE_DNS_ZONE_ID,
    STORAGE_ACCOUNT_ID,
)
from openshift_credentials.etcd_backup.checks.tree import (
    BLOB,
    AzureBlobGroup,
    BackupTree,
    is_number,
)
from openshift_credentials.etcd_backup.settings.azure_account import AzureAccount
from openshift_credentials.stack.problems import Problem, shown
from openshift_credentials.stack.tree import as_group


def adoption(tree: BackupTree) -> Iterator[Problem]:
    """What exists lies in something that exists, and keeps the shape that it has."""
    blob = AzureBlobGroup(tree)
    if blob.flag("existingContainer", blob.existing) and not blob.account_exists:
        yield blob.problem(
            "existingContainer",
            "cannot be true for a container in an account that the stack makes",
            "set existingAccount to true, or this to false",
        )
    if blob.account_exists and blob.value("existingResourceGroup") is False:
        yield blob.problem(
            "existingResourceGroup",
            "cannot be false for an account that exists",
            "set it to true, or existingAccount to false",
        )
    if blob.account_exists:
        for field in AzureAccount.model_fields.values():
            if field.alias and blob.value(field.alias) is not None:
                yield blob.problem(
                    field.alias,
                    "has no effect on an account that exists, which is never changed",
                    "remove it and change the account itself, or set existingAccount to false",
                )
    if blob.flag("existingContainer", blob.existing) and blob.value("encryptionScope") is not None:
        yield blob.problem(
            "encryptionScope",
            "has no effect on a container that exists, which is never changed",
            "remove it",
        )


def location_is_known(tree: BackupTree) -> Iterator[Problem]:
    """The location is one of the cloud's."""
    location = tree.text(f"{BLOB}.location", AZURE_LOCATION)
    yield from _is_known(tree, f"{BLOB}.location", location)


def _is_known(tree: BackupTree, path: str, location: str | None) -> Iterator[Problem]:
    given = tree.text(f"{BLOB}.cloud")
    cloud = AzureCloud(given) if given in set(AzureCloud) else AzureCloud.PUBLIC
    known = LOCATIONS.get(cloud, frozenset())
    if not location or not known or location in known:
        return
    if tree.value(f"{BLOB}.allowUnknownLocation") is True:
        return
    near = difflib.get_close_matches(location, known, n=1)
    yield Problem(
        path,
        f"is not a location of {cloud} that this version knows",
        f"{f'did you mean {near[0]}? ' if near else ''}For a new location set "
        f"{BLOB}.allowUnknownLocation to true",
        value=shown(location, secret=False),
    )


def tags_differ_by_more_than_case(tree: BackupTree) -> Iterator[Problem]:
    """Azure compares the names of tags without regard to case."""
    seen: dict[str, str] = {}
    for name in as_group(tree.value(f"{BLOB}.tags")):
        first = seen.setdefault(name.lower(), name)
        if first != name:
            yield Problem(
                f"{BLOB}.tags.{name}",
                f"differs from {first} in case only, and Azure takes both for the same name",
                "keep one of them",
            )


def cloud_is_supported(tree: BackupTree) -> Iterator[Problem]:
    """The uploader can reach the cloud, and Pulumi's provider knows it."""
    blob = AzureBlobGroup(tree)
    cloud = tree.text(f"{BLOB}.cloud")
    if cloud not in set(AzureCloud) or cloud == AzureCloud.PUBLIC:
        return
    if facts_of(AzureCloud(cloud)).provider_environment is None:
        yield blob.problem(
            "cloud",
            "is not known to Pulumi's Azure provider",
            f"choose {AzureCloud.PUBLIC}, {AzureCloud.US_GOVERNMENT} or {AzureCloud.CHINA}",
        )
    elif blob.value("allowUnsupportedCloud") is not True:
        yield blob.problem(
            "cloud",
            UPLOAD_ENDPOINT_RULE,
            f"choose {AzureCloud.PUBLIC}, or set allowUnsupportedCloud to true if your operator "
            "is built to reach this one",
        )


def data_protection_fits(tree: BackupTree) -> Iterator[Problem]:
    """Restore, versions, soft delete, immutability and expiry do not contradict each other."""
    blob = AzureBlobGroup(tree)
    restore = blob.number("pointInTimeRestoreDays")
    soft_delete = blob.number(
        "softDeleteDays", AzureAccount.model_fields["soft_delete_days"].default
    )
    versioning = blob.flag("versioning", default=True)
    immutability = as_group(blob.value("immutability"))
    if restore and not versioning:
        yield blob.problem(
            "pointInTimeRestoreDays", "needs versioning", "set versioning to true, or remove this"
        )
    if restore and soft_delete is not None and soft_delete <= restore:
        yield blob.problem(
            "pointInTimeRestoreDays",
            f"must be less than softDeleteDays, which is {soft_delete}",
            f"set softDeleteDays to at least {restore + 1}",
        )
    if restore and immutability:
        yield blob.problem(
            "pointInTimeRestoreDays",
            "cannot go together with immutability",
            "remove one of them",
        )
    if immutability and not versioning:
        yield blob.problem(
            "immutability", "needs versioning", "set versioning to true, or remove this"
        )
    retention, days = blob.number("retentionDays"), immutability.get("days")
    if retention and is_number(days) and retention < days:
        yield blob.problem(
            "retentionDays",
            f"must be at least immutability.days, which is {days}: nothing can be deleted before",
            "raise it, or lower immutability.days",
        )
    yield from _retention_fits_the_tier(blob, retention)


def _retention_fits_the_tier(blob: AzureBlobGroup, retention: int | None) -> Iterator[Problem]:
    """Snapshots stay in a tier as long as Azure charges for it."""
    group = as_group(blob.value("transition"))
    tier, after = group.get("tier"), group.get("afterDays")
    if tier not in set(AccessTier) or retention is None:
        return
    days, charged = after if is_number(after) else 0, AccessTier(str(tier)).charged_days
    if retention < days + charged:
        yield blob.problem(
            "retentionDays",
            f"deletes snapshots {max(retention - days, 0)} days after they move to {tier}, and "
            f"Azure charges for {charged} days there in any case",
            f"give at least {days + charged}, or remove transition",
        )


def containers_are_used_for_one_thing(tree: BackupTree) -> Iterator[Problem]:
    """Lists lie beside the snapshots; stacks that share a container have roles of their own."""
    blob = AzureBlobGroup(tree)
    container = as_group(blob.value("inventory")).get("container")
    if container is not None and container == blob.value("container"):
        yield blob.problem(
            "inventory.container",
            "is the container of the snapshots, where lists would lie among them",
            "name another container",
        )
    if blob.value("sharedContainer") is not True:
        return
    custom = tree.value("etcdBackup.credentials.customRole")
    restore = tree.value("etcdBackup.credentials.restore") is True
    if custom is False or (restore and custom is not True):
        yield blob.problem(
            "sharedContainer",
            "needs a role of the stack's own: Storage Blob Data Contributor lists and deletes in "
            "the whole container",
            "set etcdBackup.credentials.customRole to true",
        )


def private_endpoint_fits(tree: BackupTree) -> Iterator[Problem]:
    """The zone is that of blobs in the stack's cloud, and the location is known."""
    blob = AzureBlobGroup(tree)
    path = f"{BLOB}.privateEndpoint"
    yield from _is_known(tree, f"{path}.location", tree.text(f"{path}.location", AZURE_LOCATION))
    zone = tree.text(f"{path}.dnsZoneId", PRIVATE_DNS_ZONE_ID)
    cloud = tree.text(f"{BLOB}.cloud") or AzureCloud.PUBLIC
    if zone is None or cloud not in set(AzureCloud):
        return
    expected = private_link_zone(AzureCloud(cloud))
    if name_in(zone).lower() != expected:
        yield blob.problem(
            "privateEndpoint.dnsZoneId",
            f"is not a zone {expected}, in which {cloud} looks for blobs",
            "name that zone, or leave it out so that the stack makes it",
        )


def copy_is_out_of_reach(tree: BackupTree) -> Iterator[Problem]:
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
    yield from _is_known(tree, f"{BLOB}.replication.location", location)
    if location and location == blob.value("location"):
        yield blob.problem(
            "replication.location",
            "is the location of the first account: what takes the one takes the copy",
            "choose another location",
        )
    if not blob.flag("versioning", default=True):
        yield blob.problem("replication", "needs versioning", "set versioning to true")
    yield from _copy_is_read(tree, blob, group)
    if blob.value("immutability") is not None:
        yield blob.problem(
            "replication",
            "does not go with immutability of the account, under which Azure refuses the policy",
            "remove one of them",
        )


def _copy_is_read(
    tree: BackupTree, blob: AzureBlobGroup, group: Mapping[str, object]
) -> Iterator[Problem]:
    """A restore from the copy is signed by the identity that restores from the container."""
    if group.get("restore") is True and tree.value("etcdBackup.credentials.restore") is not True:
        yield blob.problem(
            "replication.restore",
            "needs etcdBackup.credentials.restore: Velero could not become the identity that "
            "reads the copies",
            "set etcdBackup.credentials.restore to true, or remove it",
        )
    rules = group.get("networkRules")
    if rules is not None and not any(as_group(rules).get(n) for n in ("subnetIds", "addresses")):
        yield blob.problem(
            "replication.networkRules",
            "must name subnets or addresses; without it nobody reaches the second account",
            "add subnetIds or addresses, or remove it",
        )


def _second_account(blob: AzureBlobGroup, group: Mapping[str, object]) -> Iterator[Problem]:
    """What describes the second account has one to describe."""
    if group.get("existing") is not True:
        if group.get("location") is None:
            yield blob.problem(
                "replication.location",
                "is required for an account that the stack makes",
                "add it, or set replication.existing to true",
            )
        if group.get("resourceGroup") is not None:
            yield blob.problem(
                "replication.resourceGroup",
                "is only for an account that exists: the stack makes the second one beside the "
                "first",
                "remove it, or set replication.existing to true",
            )
        return
    for name in ("location", "sku", "networkRules"):
        if group.get(name) is not None:
            yield blob.problem(
                f"replication.{name}",
                "has no effect on an account that exists, which is never changed",
                "remove it",
            )


def network_rules_let_somebody_in(tree: BackupTree) -> Iterator[Problem]:
    """Rules name somebody, and there is a public endpoint for which they hold."""
    blob = AzureBlobGroup(tree)
    rules = blob.value("networkRules")
    if rules is None:
        return
    group = as_group(rules)
    if not group.get("subnetIds") and not group.get("addresses"):
        yield blob.problem(
            "networkRules",
            "must name subnets or addresses, or nobody could upload",
            "add subnetIds with the subnet of the management cluster's nodes, or addresses",
        )
    if blob.value("publicNetworkAccess") == "Disabled":
        yield blob.problem(
            "networkRules",
            "have no effect without the public endpoint, which publicNetworkAccess disables",
            "remove them, or set publicNetworkAccess to Enabled",
        )


def diagnostics_go_somewhere_else(tree: BackupTree) -> Iterator[Problem]:
    """Logs have a place, and do not go to the account whose log they are."""
    blob = AzureBlobGroup(tree)
    if blob.value("diagnostics") is None:
        return
    group = as_group(blob.value("diagnostics"))
    if not group.get("workspaceId") and not group.get("storageAccountId"):
        yield blob.problem(
            "diagnostics",
            "must name a workspace or a storage account",
            "add workspaceId or storageAccountId",
        )
    target = tree.text(f"{BLOB}.diagnostics.storageAccountId", STORAGE_ACCOUNT_ID)
    own = tree.text(f"{BLOB}.storageAccount")
    if target and own and target.rsplit("/", maxsplit=1)[-1].lower() == own:
        yield blob.problem(
            "diagnostics.storageAccountId",
            "is the account itself, whose log would then log itself",
            "name another account",
        )
