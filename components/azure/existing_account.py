"""Shortcomings of an adopted storage account, read from Azure on update."""

import pulumi
from pulumi_azure_native import storage

from openshift_credentials.azure.storage_rules import AccountFacts, shortcomings


def warn_of_shortcomings(
    account_name: str, resource_group: str, options: pulumi.InvokeOptions
) -> None:
    """Warn about each property that differs from an account that the stack creates.

    The account is not changed. It is read only on update, so that a preview needs no cloud.
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
            pulumi.log.warn(f"storage account {account_name} {shortcoming}")

    storage.get_storage_account_output(
        account_name=account_name, resource_group_name=resource_group, opts=options
    ).apply(warn)
