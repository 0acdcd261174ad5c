"""Settings of one backup of one hosted cluster."""

from typing import Annotated

from pydantic import Field

from hcpbackup.contract import text_rules as rules
from hcpbackup.contract.names import hosted_control_plane_namespace
from hcpbackup.settings.base import Follows, NumberAsText, Settings


class Backup(Settings):
    """One backup of one hosted cluster; it runs once, and again when ``trigger`` changes."""

    hosted_cluster: Annotated[str, Follows(rules.HOSTED_CLUSTER)] = Field(
        description="The HostedCluster, as `namespace/name`."
    )
    trigger: Annotated[str, NumberAsText, Follows(rules.TRIGGER)] = Field(
        description="Any text, such as a date or a run number; a new one means a new backup."
    )
    key_prefix: Annotated[str, Follows(rules.S3_KEY_PREFIX)] | None = Field(
        default=None, description="Prefix of this backup's key. Default: that of the storage."
    )

    @property
    def namespace(self) -> str:
        """Namespace of the hosted control plane, where the HCPEtcdBackup goes."""
        return hosted_control_plane_namespace(*self.hosted_cluster.split("/"))
