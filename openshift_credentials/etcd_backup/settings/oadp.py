"""Settings of backups through OADP: Velero's storage location and its Schedules."""

from typing import Annotated

from pydantic import Field

from openshift_credentials.aws import text_rules as aws_rules
from openshift_credentials.azure import text_rules as azure_rules
from openshift_credentials.etcd_backup.rules.oadp import LOCATION_PREFIX, VELERO_LABEL_NAME
from openshift_credentials.etcd_backup.rules.velero_schedule import Platform
from openshift_credentials.kubernetes import text_rules as kubernetes_rules
from openshift_credentials.kubernetes.cron import CRON
from openshift_credentials.kubernetes.durations import DURATION
from openshift_credentials.stack.base import Follows, Settings
from openshift_credentials.text_rule import TextRule

RESOURCE_KIND = TextRule(
    "a kind of resource in the plural, with its group after a period unless it is the core one",
    kubernetes_rules.DNS_SUBDOMAIN.pattern,
    "hostedclusters.hypershift.openshift.io",
    maximum=253,
)


class BackupStorageLocation(Settings):
    """Velero's BackupStorageLocation in the stack's own bucket or container."""

    name: Annotated[str, Follows(VELERO_LABEL_NAME)] = Field(
        default="etcd-snapshots", description="Name of the location."
    )
    existing: bool = Field(
        default=False,
        description="The location exists and is not touched; `name` and `prefix` then say what "
        "it has. It must be in the stack's bucket or container.",
    )
    prefix: Annotated[str, Follows(LOCATION_PREFIX)] = Field(
        default="velero",
        description="Prefix of all that Velero keeps there, without a slash at its end. The "
        "plugin's snapshots go to `<prefix>/backups/<backup>/etcd-backup`. Empty: the whole "
        "bucket is Velero's.",
    )
    default: bool = Field(
        default=False, description="Backups that name no location go to this one."
    )


class Schedule(Settings):
    """One Velero Schedule for each of some hosted clusters."""

    name: Annotated[str, Follows(kubernetes_rules.DNS_LABEL)] = Field(
        description="What the Schedules are for, such as `nightly`; part of their names."
    )
    schedule: Annotated[str, Follows(CRON)] = Field(
        description="Cron expression, in the time zone of Velero's pod (UTC unless it starts with "
        "`CRON_TZ=`). `H` in place of a value, `H/n` and `H(a-b)` stand for values that follow "
        "from a hash of hosted cluster and name, so that not all fire at once."
    )
    spread: bool = Field(
        default=False, description="Treat the minute as `H`, or as `H/n` where it is `*/n`."
    )
    hosted_clusters: tuple[Annotated[str, Follows(kubernetes_rules.HOSTED_CLUSTER)], ...] = Field(
        strict=False,
        description="The HostedClusters, as `namespace/name`. Each gets a Schedule of its own, "
        "because the plugin takes one snapshot per backup.",
    )
    ttl: Annotated[str, Follows(DURATION)] = Field(
        default="720h",
        description="How long Velero keeps a backup; then it deletes the snapshot too.",
    )
    platform: Platform | None = Field(
        default=None,
        strict=False,
        description="Platform of the hosted clusters, which decides what is backed up beside "
        "etcd. Default: `AWS` for S3, `Azure` for AzureBlob.",
    )
    included_resources: tuple[Annotated[str, Follows(RESOURCE_KIND)], ...] = Field(
        default=(),
        strict=False,
        description="Kinds to back up instead of the platform's, HostedClusters and "
        "HostedControlPlanes among them.",
    )
    included_namespaces: tuple[Annotated[str, Follows(kubernetes_rules.DNS_LABEL)], ...] = Field(
        default=(),
        strict=False,
        description="Namespaces beside that of the HostedCluster and of its control plane.",
    )
    paused: bool = Field(default=False, description="Make the Schedules, and run none of them.")
    skip_immediately: bool = Field(
        default=False,
        description="Wait for the next due time after a Schedule was made or is no longer paused.",
    )


class Velero(Settings):
    """An identity of Velero's own in the cloud; Velero itself and its ServiceAccount are OADP's."""

    create_identity: bool = Field(
        default=False,
        description="Create an identity for Velero: an IAM role on AWS, a managed identity on "
        "Azure. It keeps Velero's backups below the prefix of the location, in Azure in the "
        "container. The outputs `veleroServiceAccount` and `dataProtectionApplication` give it "
        "to Velero once you apply them.",
    )
    role_name: Annotated[str, Follows(aws_rules.LONG_IAM_ROLE_NAME)] | None = Field(
        default=None, description="Name of the IAM role. Default: `<cluster.name>-velero`."
    )
    identity_name: Annotated[str, Follows(azure_rules.AZURE_IDENTITY_NAME)] | None = Field(
        default=None,
        description="Name of the managed identity. Default: `<cluster.name>-velero`.",
    )


class Oadp(Settings):
    """Backups through OADP: its HyperShift plugin makes an HCPEtcdBackup for a Velero backup."""

    enabled: bool = Field(default=False, description="Back up through OADP.")
    secret_name: Annotated[str, Follows(kubernetes_rules.DNS_SUBDOMAIN)] | None = Field(
        default=None,
        description="Name of the Secret that the stack makes in `cluster.oadpNamespace`. Default: "
        "`etcd-snapshot-credentials`, which the location then names. In modes `aws-sts` and "
        "`azure-managed-identity` the plugin reads `cloud-credentials` alone, which OADP's own "
        "installation often has made: name it here to say that the stack may make it.",
    )
    backup_storage_location: BackupStorageLocation = Field(
        default=BackupStorageLocation(), description="Where Velero keeps its backups."
    )
    velero: Velero = Field(default=Velero(), description="Velero's own identity in the cloud.")
    schedules: tuple[Schedule, ...] = Field(
        default=(), strict=False, description="When Velero backs up which hosted clusters."
    )
