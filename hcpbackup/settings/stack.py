"""The whole configuration tree of a stack."""

from pydantic import Field

from hcpbackup.contract.credentials import CredentialMode
from hcpbackup.contract.names import within
from hcpbackup.contract.versions import ContractVersion
from hcpbackup.settings.backups import Backup
from hcpbackup.settings.base import Settings
from hcpbackup.settings.credentials import DEFAULT_MODES, Credentials
from hcpbackup.settings.management_cluster import ManagementCluster
from hcpbackup.settings.oadp import Oadp
from hcpbackup.settings.storage import Storage


class StackSettings(Settings):
    """Configuration of project `hcp-etcd-backup` in one stack."""

    management_cluster: ManagementCluster = Field(
        description="The cluster on which HyperShift's operator runs."
    )
    storage: Storage = Field(description="Where the snapshots go.")
    credentials: Credentials = Field(
        default=Credentials(), description="Who uploads them, and the Secret that says so."
    )
    backups: tuple[Backup, ...] = Field(
        default=(), strict=False, description="The hosted clusters to back up."
    )
    oadp: Oadp = Field(default=Oadp(), description="Backups through OADP, beside or instead.")

    contract_version: ContractVersion = Field(
        default=ContractVersion.CURRENT,
        strict=False,
        description="Version of the operator's rules that the cluster's operator follows; see "
        "docs/contract-versions.md.",
    )

    @property
    def mode(self) -> CredentialMode:
        """The credential mode that the operator has to detect."""
        return self.credentials.mode or DEFAULT_MODES[self.storage.storage_type]

    @property
    def backs_up_directly(self) -> bool:
        """Whether the stack has a credential Secret and backups of its own, without OADP."""
        return bool(self.backups) or not self.oadp.enabled

    @property
    def role_name(self) -> str:
        """Name of the IAM role."""
        return within(64, self.credentials.role_name or self._identity())

    @property
    def identity_name(self) -> str:
        """Name of the managed identity."""
        return self.credentials.identity_name or within(128, self._identity())

    def _identity(self) -> str:
        return f"{self.management_cluster.name.replace('.', '-')}-etcd-backup"
