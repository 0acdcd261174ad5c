"""Settings of one backup of one hosted cluster."""

from typing import Annotated

from pydantic import Field

from openshift_credentials.etcd_backup.rules.key_prefix import KEY_PREFIX_TEMPLATE
from openshift_credentials.etcd_backup.rules.names import TRIGGER
from openshift_credentials.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.kubernetes.names import hosted_control_plane_namespace
from openshift_credentials.stack.base import Follows, NumberAsText, Settings


class Backup(Settings):
    """One backup of one hosted cluster; it runs once, and again when ``trigger`` changes."""

    hosted_cluster: Annotated[str, Follows(kubernetes_rules.HOSTED_CLUSTER)] = Field(
        description="The HostedCluster, as `namespace/name`."
    )
    trigger: Annotated[str, NumberAsText, Follows(TRIGGER)] = Field(
        description="Any text, such as a date or a run number; a new one means a new backup. "
        "Default: `etcdBackup.backupDefaults.trigger`."
    )
    key_prefix: Annotated[str, Follows(KEY_PREFIX_TEMPLATE)] | None = Field(
        default=None,
        description="Prefix of the snapshot's key, which may have the placeholders `{namespace}` "
        "and `{name}`; it has to lie below the storage's `keyPrefix`. Default: "
        "`etcdBackup.backupDefaults.keyPrefix`.",
    )
    hosted_control_plane_namespace: Annotated[str, Follows(kubernetes_rules.DNS_LABEL)] | None = (
        Field(
            default=None,
            description="Namespace of the hosted control plane. Default: as HyperShift derives it "
            "from the HostedCluster.",
        )
    )

    @property
    def namespace(self) -> str:
        """Namespace of the hosted control plane, where the HCPEtcdBackup goes."""
        return self.hosted_control_plane_namespace or hosted_control_plane_namespace(
            *self.hosted_cluster.split("/")
        )
