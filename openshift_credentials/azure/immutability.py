"""What Azure asks of the immutability policy of a storage account."""

from typing import Final

LOCKED_FIRST: Final = (
    "etcdBackup.storage.azureBlob.immutability.state is Locked, and Azure makes no account with a "
    "locked policy: set it to Unlocked, run pulumi up, check that backups and their expiry work, "
    "then set Locked and run pulumi up again; a locked policy can never be undone"
)
"""Source: Azure Storage resource provider, Storage Accounts, AccountImmutabilityPolicyProperties:
a policy can only be created in state Disabled or Unlocked, and only Unlocked becomes Locked."""
