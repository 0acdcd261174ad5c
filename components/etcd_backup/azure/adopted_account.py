"""Storage account that exists and is only read."""

import pulumi
from pulumi_azure_native import storage

from openshift_credentials.platforms.azure.storage_rules import AccountFacts, shortcomings

from ...base.questions import ask
from ...base.telling import tell


def warn_of_shortcomings(
    account_name: str, resource_group: str, options: pulumi.InvokeOptions
) -> None:
    """Warn of every setting of the account in which one that the stack creates would differ.

    Azure is contacted on update only, so that a preview needs no cloud.
    """
    if pulumi.runtime.is_dry_run():
        return
    account = ask(
        lambda: storage.get_storage_account(
            account_name=account_name, resource_group_name=resource_group, opts=options
        ),
        about=f"etcdBackup.storage.azureBlob.storageAccount = {account_name}",
        why=f"Azure did not describe the account in resource group {resource_group}",
        way_out="correct the account, resourceGroup or subscriptionId, or let the deployer read it "
        "(Microsoft.Storage/storageAccounts/read)",
    )
    facts = AccountFacts(
        https_only=account.enable_https_traffic_only,
        minimum_tls_version=account.minimum_tls_version,
        public_blobs=account.allow_blob_public_access,
        shared_keys=account.allow_shared_key_access,
        kind=account.kind,
    )
    for shortcoming in shortcomings(facts):
        tell(shortcoming.at(f"storage account {account_name}"))
