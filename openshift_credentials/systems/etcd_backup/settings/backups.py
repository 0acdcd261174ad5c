"""Settings of backups: of one, defaults for all, and of how they run."""

from typing import Annotated

from pydantic import Field

from openshift_credentials.platforms.kubernetes.names import hosted_control_plane_namespace
from openshift_credentials.stack.base import DnsLabel, Follows, HostedClusterName, NumberAsText, Settings

from ..rules.defaults import BACKUP_WAIT_SECONDS, JOB_DEADLINE_SECONDS
from ..rules.key_prefix import KEY_PREFIX_TEMPLATE
from ..rules.names import TRIGGER


class Backup(Settings):
    """One backup of one hosted cluster; it runs once, and again when ``trigger`` changes."""

    hosted_cluster: HostedClusterName
    """The HostedCluster, as `namespace/name`."""
    trigger: Annotated[str, NumberAsText, Follows(TRIGGER)]
    """Any text, such as a date or a run number. A new value starts a new backup. Default:
    `etcdBackup.backupDefaults.trigger`.
    """
    key_prefix: Annotated[str, Follows(KEY_PREFIX_TEMPLATE)] | None = None
    """Prefix of the snapshot's key. May contain the placeholders `{namespace}` and `{name}`. Must
    be under the storage's `keyPrefix`. Default: `etcdBackup.backupDefaults.keyPrefix`.
    """
    hosted_control_plane_namespace: DnsLabel | None = None
    """Namespace of the hosted control plane. Default: the namespace that HyperShift derives from
    the HostedCluster.
    """

    @property
    def namespace(self) -> str:
        """Namespace of the hosted control plane and of the HCPEtcdBackup."""
        return self.hosted_control_plane_namespace or hosted_control_plane_namespace(*self.hosted_cluster.split("/"))


class BackupDefaults(Settings):
    """Defaults for entries of ``backups`` or of the backups file."""

    trigger: Annotated[str, NumberAsText, Follows(TRIGGER)] | None = None
    """Trigger of every backup without its own trigger. A new value starts a new backup of all of
    them.
    """
    key_prefix: Annotated[str, Follows(KEY_PREFIX_TEMPLATE)] | None = None
    """Prefix of every backup without a `keyPrefix`. Default: the storage's `keyPrefix`, then
    `/{namespace}/{name}`, so that no two hosted clusters share a prefix.
    """


class BackupPolicy(Settings):
    """How ``pulumi up`` runs backups: concurrency, maximum wait, and retention."""

    wait: bool = True
    """Wait until every backup has finished, and fail if one has failed. Without it, `pulumi up`
    ends as soon as the objects exist, and all backups run at once.
    """
    timeout_seconds: int = Field(
        default=BACKUP_WAIT_SECONDS,
        ge=60,
        le=86400,
        description="Longest wait for one backup, in seconds. Kubernetes ends the operator's Job "
        f"after {JOB_DEADLINE_SECONDS} seconds.",
    )
    concurrency: int = Field(default=10, ge=1, le=1000)
    """Maximum number of backups that run at once. Has no effect without `wait`."""
    preflight: bool = True
    """Check the hosted clusters before their backups are created, and warn about conditions that
    would make a backup fail. The check never stops the update, takes a few seconds at most and is
    skipped if the cluster cannot be reached. Verb `preflight` checks more.
    """
    keep_previous: bool = True
    """Leave the previous HCPEtcdBackup of a hosted cluster to the operator's retention. Otherwise
    the stack deletes it once the new one has finished. The snapshot stays in the storage in both
    cases.
    """
    await_trigger: bool = False
    """Skip backups without a trigger instead of refusing them. For stacks whose
    `etcdBackup.backupDefaults.trigger` another program sets, such as the nightly job of a fleet.
    """
