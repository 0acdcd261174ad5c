"""The facts of each credential mode and storage type, in one table.

Every other module uses it, or matches on the members with ``assert_never``: a new member is a type
error in each place that must handle it.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from .credentials import CredentialMode, StorageType

_FILE: Final = "the whole Secret mounted at /etc/etcd-backup-creds, and --credentials-file"


class Proof(StrEnum):
    """How the upload container authenticates.

    Source: openshift/hypershift ``hypershift-operator/controllers/etcdbackup/credentials.go`` and
    ``reconciler.go``.
    """

    PROJECTED_TOKEN = "projected-token"  # noqa: S105
    FILE = "file"
    WEBHOOK_TOKEN = "webhook-token"  # noqa: S105


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeFacts:
    """Facts about a credential mode.

    ``pod`` describes what the upload container gets. ``velero_can_read`` states whether Velero's
    own plugins can use the content of OADP's source Secret, as a credentials file or as dotenv.
    ``has_long_lived_key`` states whether the Secret contains more than the name of an identity.
    """

    proof: Proof
    pod: str
    velero_can_read: bool
    has_long_lived_key: bool
    azure_auth_type: str | None = None


_AWS_STS: Final = ModeFacts(
    proof=Proof.PROJECTED_TOKEN,
    pod="a projected ServiceAccount token for sts.amazonaws.com, AWS_ROLE_ARN and "
    "AWS_WEB_IDENTITY_TOKEN_FILE; no credentials file",
    velero_can_read=False,
    has_long_lived_key=False,
)
_AWS_STATIC: Final = ModeFacts(proof=Proof.FILE, pod=_FILE, velero_can_read=True, has_long_lived_key=True)
_AZURE_WORKLOAD_IDENTITY: Final = ModeFacts(
    proof=Proof.WEBHOOK_TOKEN,
    pod="the label azure.workload.identity/use=true, and the client ID as annotation of its "
    "ServiceAccount unless it has one; no credentials file",
    velero_can_read=True,
    has_long_lived_key=False,
)
_AZURE_CLIENT_SECRET: Final = ModeFacts(
    proof=Proof.FILE,
    pod=f"{_FILE}, with --azure-auth-type client-secret",
    velero_can_read=True,
    has_long_lived_key=True,
    azure_auth_type="client-secret",
)
_AZURE_MANAGED_IDENTITY: Final = ModeFacts(
    proof=Proof.FILE,
    pod=f"{_FILE}, with --azure-auth-type managed-identity",
    velero_can_read=False,
    has_long_lived_key=True,
    azure_auth_type="managed-identity",
)


def mode_facts(mode: CredentialMode) -> ModeFacts:
    """The facts of a mode."""
    match mode:
        case CredentialMode.AWS_STS:
            return _AWS_STS
        case CredentialMode.AWS_STATIC:
            return _AWS_STATIC
        case CredentialMode.AZURE_WORKLOAD_IDENTITY:
            return _AZURE_WORKLOAD_IDENTITY
        case CredentialMode.AZURE_CLIENT_SECRET:
            return _AZURE_CLIENT_SECRET
        case CredentialMode.AZURE_MANAGED_IDENTITY:
            return _AZURE_MANAGED_IDENTITY
        case _:
            assert_never(mode)


def default_mode(storage_type: StorageType) -> CredentialMode:
    """The mode without a long-lived key, which a stack gets unless it names another one."""
    match storage_type:
        case StorageType.S3:
            return CredentialMode.AWS_STS
        case StorageType.AZURE_BLOB:
            return CredentialMode.AZURE_WORKLOAD_IDENTITY
        case _:
            assert_never(storage_type)


def storage_member(storage_type: StorageType) -> str:
    """The member of ``spec.storage`` that belongs to a storage type."""
    match storage_type:
        case StorageType.S3:
            return "s3"
        case StorageType.AZURE_BLOB:
            return "azureBlob"
        case _:
            assert_never(storage_type)
