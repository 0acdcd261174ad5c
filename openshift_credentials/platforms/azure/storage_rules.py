"""Rules of storage accounts: shortcomings of adopted ones, expiry of snapshots, immutability."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.notices import Notice, Severity

_OLD_TLS: Final = (None, "TLS1_0", "TLS1_1")


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountFacts:
    """Properties of an account in Azure Resource Manager; ``None`` means unset."""

    https_only: bool | None
    minimum_tls_version: str | None
    public_blobs: bool | None
    shared_keys: bool | None
    kind: str | None


def shortcomings(account: AccountFacts) -> Iterator[Notice]:
    """What an account has that one which a stack creates has otherwise.

    Unset, ``supportsHttpsTrafficOnly`` and ``allowSharedKeyAccess`` are true, the minimum TLS
    version is 1.0 and public blobs are disabled (Azure Storage resource provider, Storage
    Accounts).
    """
    wrong = (
        (
            account.https_only is False,
            ("account-without-tls", "accepts requests without TLS", "require secure transfer"),
        ),
        (
            account.minimum_tls_version in _OLD_TLS,
            ("account-with-old-tls", "accepts TLS below 1.2", "set the minimum version to TLS1_2"),
        ),
        (
            account.public_blobs,
            (
                "account-with-public-blobs",
                "allows containers that everybody can read",
                "disallow anonymous access to blobs",
            ),
        ),
        (
            account.shared_keys is not False,
            (
                "account-with-keys",
                "accepts account keys, which bypass roles",
                "disallow access with shared keys",
            ),
        ),
        (
            account.kind not in ("StorageV2", "BlockBlobStorage"),
            (
                "account-of-old-kind",
                f"is of kind {account.kind}, which does not support lifecycle rules or block blobs",
                "use an account of kind StorageV2",
            ),
        ),
    )
    for is_wrong, (code, why, way_out) in wrong:
        if is_wrong:
            yield Notice(code, Severity.WARNING, why, way_out)


EXPIRY_RULE: Final = "expire-etcd-snapshots"
"""Name of the rule in the management policy of the account."""

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
