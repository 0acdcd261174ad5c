"""Rules of storage accounts: shortcomings of adopted ones, expiry of snapshots, immutability."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_OLD_TLS: Final = (None, "TLS1_0", "TLS1_1")


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountFacts:
    """Properties of an account in Azure Resource Manager; ``None`` means unset."""

    https_only: bool | None
    minimum_tls_version: str | None
    public_blobs: bool | None
    shared_keys: bool | None
    kind: str | None


def shortcomings(account: AccountFacts) -> Iterator[str]:
    """Each completes the sentence "storage account NAME ...".

    Unset, ``supportsHttpsTrafficOnly`` and ``allowSharedKeyAccess`` are true, the minimum TLS
    version is 1.0 and public blobs are disabled (Azure Storage resource provider, Storage
    Accounts).
    """
    if account.https_only is False:
        yield "accepts requests without TLS"
    if account.minimum_tls_version in _OLD_TLS:
        yield "accepts TLS below 1.2"
    if account.public_blobs:
        yield "allows containers that everybody can read"
    if account.shared_keys is not False:
        yield "accepts account keys, which bypass roles"
    if account.kind not in ("StorageV2", "BlockBlobStorage"):
        yield f"is of kind {account.kind}, which does not support lifecycle rules or block blobs"


EXPIRY_RULE: Final = "expire-etcd-snapshots"
"""Name of the rule in the management policy of the account."""

TRANSITION_RULE: Final = "move-etcd-snapshots"
"""Name of the rule that moves snapshots to a cooler tier."""

MANAGEMENT_POLICY: Final = "default"
"""The only name that the management policy of an account can have."""

NEVER: Final = 36_500
"""Days of a disabled rule, a hundred years: a rule needs at least one action."""


def prefix_filter(container: str, key_prefix: str) -> str:
    """Filter of the rule: container and prefix, ending at a slash.

    Without the slash, prefix ``etcd`` would also match ``etcd-other/``.
    """
    return f"{container}/{key_prefix.strip('/')}/"


LOCKED_FIRST: Final = (
    "etcdBackup.storage.azureBlob.immutability.state is Locked, but Azure cannot create an "
    "account with a locked policy: set it to Unlocked, run pulumi up, check that backups and "
    "their expiry work, "
    "then set Locked and run pulumi up again; a locked policy can never be undone"
)
"""Source: Azure Storage resource provider, Storage Accounts, AccountImmutabilityPolicyProperties:
a policy can only be created in state Disabled or Unlocked, and only Unlocked becomes Locked."""
