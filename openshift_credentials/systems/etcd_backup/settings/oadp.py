"""Settings of backups through OADP: Velero's storage location and its Schedules."""

from typing import Annotated

from openshift_credentials.base.text_rule import TextRule
from openshift_credentials.platforms.aws import text_rules as aws_rules
from openshift_credentials.platforms.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.platforms.kubernetes.cron import CRON
from openshift_credentials.platforms.kubernetes.durations import DURATION
from openshift_credentials.stack.base import Follows, Lax, Settings
from openshift_credentials.stack.texts import (
    DnsLabel,
    DnsSubdomain,
    HostedClusterName,
    IdentityName,
)
from openshift_credentials.systems.etcd_backup.rules.oadp import LOCATION_PREFIX, VELERO_LABEL_NAME
from openshift_credentials.systems.etcd_backup.rules.velero_schedule import Platform

RESOURCE_KIND = TextRule(
    "a kind of resource in the plural, with its group after a period unless it is the core one",
    kubernetes_rules.DNS_SUBDOMAIN.pattern,
    "hostedclusters.hypershift.openshift.io",
    maximum=253,
)


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
    spread: bool = False
    """Treat the minute as `H`, or as `H/n` if it is `*/n`."""
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
    included_resources: Lax[tuple[Annotated[str, Follows(RESOURCE_KIND)], ...]] = ()
    """Kinds to back up instead of the platform's kinds. Must include HostedClusters and
    HostedControlPlanes.
    """
    included_namespaces: Lax[tuple[DnsLabel, ...]] = ()
    """Namespaces in addition to those of the HostedCluster and its control plane."""
    paused: bool = False
    """Create the Schedules in paused state."""
    skip_immediately: bool = False
    """Wait for the next scheduled time after a Schedule is created or resumed."""


class Velero(Settings):
    """An identity of Velero's own in the cloud; Velero itself and its ServiceAccount are OADP's."""

    create_identity: bool = False
    """Create an identity for Velero: an IAM role on AWS, a managed identity on Azure. Its
    permissions are limited to the prefix of the location, on Azure to the container. Apply the
    outputs `veleroServiceAccount` and `dataProtectionApplication` to configure Velero with it.
    """
    role_name: Annotated[str, Follows(aws_rules.LONG_IAM_ROLE_NAME)] | None = None
    """Name of the IAM role. Default: `<cluster.name>-velero`."""
    identity_name: IdentityName | None = None
    """Name of the managed identity. Default: `<cluster.name>-velero`."""


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
    velero: Velero = Velero()
    """Cloud identity of Velero."""
    schedules: Lax[tuple[Schedule, ...]] = ()
    """Which hosted clusters Velero backs up, and when."""
