"""Settings of backups through OADP: Velero's storage location and its Schedules."""

from typing import Annotated

from openshift_credentials.platforms.kubernetes.cron import CRON, DURATION
from openshift_credentials.stack.base import DnsLabel, DnsSubdomain, Follows, HostedClusterName, Lax, Settings

from ..rules.oadp import LOCATION_PREFIX, VELERO_LABEL_NAME, Platform


class BackupStorageLocation(Settings):
    """Velero's BackupStorageLocation in the stack's own bucket or container."""

    name: Annotated[str, Follows(VELERO_LABEL_NAME)] = "etcd-snapshots"
    """Name of the location."""
    existing: bool = False
    """The location exists, and the stack does not change it. Set `name` and `prefix` to its values.
    It must be in the stack's bucket or container.
    """
    prefix: Annotated[str, Follows(LOCATION_PREFIX)] = "velero"
    """Prefix of all objects of Velero, without a trailing slash. The plugin's snapshots go to
    `<prefix>/backups/<backup>/etcd-backup`. Empty: Velero uses the whole bucket.
    """
    default: bool = False
    """Make it the default: Velero uses it for backups without a location."""


class Schedule(Settings):
    """One Velero Schedule for each of some hosted clusters."""

    name: DnsLabel
    """Purpose of the Schedules, such as `nightly`. Their names contain it."""
    schedule: Annotated[str, Follows(CRON)]
    """Cron expression, in the time zone of Velero's pod (UTC unless it starts with `CRON_TZ=`). `H`
    instead of a value, `H/n` and `H(a-b)` are replaced with values derived from a hash of hosted
    cluster and name, so that the backups do not all start at once.
    """
    hosted_clusters: Lax[tuple[HostedClusterName, ...]]
    """The HostedClusters, as `namespace/name`. Each gets its own Schedule, because the plugin takes
    one snapshot per backup.
    """
    ttl: Annotated[str, Follows(DURATION)] = "720h"
    """How long Velero keeps a backup. When it expires, Velero deletes it together with the
    snapshot.
    """
    platform: Lax[Platform | None] = None
    """Platform of the hosted clusters. It determines which resources are backed up in addition to
    etcd. Default: `AWS` for S3, `Azure` for AzureBlob.
    """


class Oadp(Settings):
    """Backups through OADP: its HyperShift plugin creates one HCPEtcdBackup per Velero backup."""

    enabled: bool = False
    """Back up through OADP."""
    secret_name: DnsSubdomain | None = None
    """Name of the Secret that the stack creates in `cluster.oadpNamespace`. Default:
    `etcd-snapshot-credentials`, to which the location then refers. In modes `aws-sts` and
    `azure-managed-identity` the plugin reads only `cloud-credentials`, which OADP's installation
    has often created already. Set that name here to let the stack create it.
    """
    backup_storage_location: BackupStorageLocation = BackupStorageLocation()
    """Where Velero keeps its backups."""
    schedules: Lax[tuple[Schedule, ...]] = ()
    """Which hosted clusters Velero backs up, and when."""
