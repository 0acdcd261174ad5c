"""Storage account that exists and is only read."""

import pulumi
from pulumi_azure_native import storage

from openshift_credentials.platforms.azure.storage_rules import AccountFacts, shortcomings

from ...base.telling import tell


def warn_of_shortcomings(
    account_name: str, resource_group: str, options: pulumi.InvokeOptions
) -> None:
    """Warn of every setting of the account in which one that the stack creates would differ.

    Azure is contacted on update only, so that a preview needs no cloud.
    """
    if pulumi.runtime.is_dry_run():
        return

    def warn(account: storage.GetStorageAccountResult) -> None:
        facts = AccountFacts(
            https_only=account.enable_https_traffic_only,
            minimum_tls_version=account.minimum_tls_version,
            public_blobs=account.allow_blob_public_access,
            shared_keys=account.allow_shared_key_access,
            kind=account.kind,
        )
        for shortcoming in shortcomings(facts):
            tell(shortcoming.at(f"storage account {account_name}"))

    storage.get_storage_account_output(
        account_name=account_name, resource_group_name=resource_group, opts=options
    ).apply(warn)
