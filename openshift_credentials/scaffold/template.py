"""The text of a first stack file: the answers, and comments about useful settings."""

from collections.abc import Iterator
from typing import Final, Literal, assert_never

from openshift_credentials.scaffold import branches
from openshift_credentials.scaffold.branches import FRONT, text
from openshift_credentials.scaffold.questions import LIST_SEPARATOR, Answers, StackCloud, Wanted

BackupCloud = Literal[StackCloud.AWS, StackCloud.AZURE]
"""The operator uploads snapshots to no other."""

_S3_HINTS: Final = (
    "# retentionDays: 90          # delete snapshots after this number of days",
    "# kms: {create: true}        # a KMS key of the stack; default: keys of S3",
    "# replication:               # a protected copy: docs/how-to/copy.md",
)
_BLOB_HINTS: Final = (
    "# retentionDays: 90          # delete snapshots after this number of days",
    "# networkRules:              # networks that may reach the account; default: all",
    "# diagnostics:               # destination of the log of reads and writes",
)
_ALERT_HINTS: Final = (
    "# alerts:                    # docs/how-to/alerts.md",
    "#   prometheusRule: true",
)


def render(wanted: Wanted, cloud: StackCloud, answers: Answers) -> str:
    """The whole file, in YAML."""
    return "\n".join(_lines(wanted, cloud, answers)) + "\n"


def _lines(wanted: Wanted, cloud: StackCloud, answers: Answers) -> Iterator[str]:
    yield "# Written by 'openshift-credentials init'. docs/settings.md lists every setting."
    yield "config:"
    match wanted:
        case Wanted.ETCD_BACKUP | Wanted.OADP:
            if cloud is not StackCloud.GCP:
                yield from _backups(wanted, cloud, answers)
        case Wanted.TOKEN_ISSUER:
            yield from _issuer(cloud, answers)
            yield "  # Identities for the requests of a release: docs/short-lived-credentials.md"
            yield "  # openshift-credentials:componentIdentities:"
            yield "  #   requests: credrequests"
        case Wanted.COMPONENT_IDENTITIES:
            yield from _issuer(cloud, answers)
            yield from branches.component_identities(cloud, answers)
        case Wanted.CLOUD_CREDENTIALS:
            yield from branches.cloud_credentials(cloud, answers)
        case Wanted.CONTROL_PLANE_IDENTITIES:
            yield from branches.control_plane_identities(answers)
        case Wanted.SNAPSHOT_STORE:
            yield from branches.snapshot_store(answers)
        case Wanted.IMAGE_PULLS:
            yield from branches.image_pulls(cloud, answers)
        case _:
            assert_never(wanted)


def _backups(wanted: Wanted, cloud: BackupCloud, answers: Answers) -> Iterator[str]:
    yield from branches.cluster(answers)
    yield f"{FRONT}etcdBackup:"
    yield "    storage:"
    match cloud:
        case StackCloud.AWS:
            yield from _s3(answers)
        case StackCloud.AZURE:
            yield from _blob(answers)
        case _:
            assert_never(cloud)
    clusters = [part.strip() for part in answers["hosted-clusters"].split(LIST_SEPARATOR)]
    if wanted is Wanted.OADP:
        yield from _schedules(cloud, clusters)
    else:
        yield "    # Each backup runs once; a new trigger runs all of them again."
        yield "    backupDefaults:"
        yield '      trigger: "first"'
        yield "    backups:"
        yield from (f"      - hostedCluster: {text(cluster)}" for cluster in clusters)
    yield from (f"    {hint}" for hint in _ALERT_HINTS)
    if wanted is Wanted.ETCD_BACKUP:
        yield "    #   expectedEvery: 24h"


def _s3(answers: Answers) -> Iterator[str]:
    yield "      storageType: S3"
    yield "      s3:"
    yield f"        bucket: {text(answers['bucket'])}"
    yield f"        region: {text(answers['region'])}"
    yield f"        accountId: {text(answers['account-id'])}"
    yield from (f"        {hint}" for hint in _S3_HINTS)
    yield "    # A role that the backup Job assumes with its token; no key is stored anywhere."
    yield "    credentials:"
    yield "      mode: aws-sts"
    yield "      # createOidcProvider: true # if IAM does not know the issuer yet"


def _blob(answers: Answers) -> Iterator[str]:
    yield "      storageType: AzureBlob"
    yield "      azureBlob:"
    yield f"        storageAccount: {text(answers['storage-account'])}"
    yield "        container: etcd-snapshots"
    yield f"        resourceGroup: {text(answers['resource-group'])}"
    yield f"        location: {text(answers['location'])}"
    yield f"        subscriptionId: {text(answers['subscription-id'])}"
    yield f"        tenantId: {text(answers['tenant-id'])}"
    yield from (f"        {hint}" for hint in _BLOB_HINTS)
    yield "    # An identity that the backup Job uses with its token; no key is stored anywhere."
    yield "    credentials:"
    yield "      mode: azure-workload-identity"


def _schedules(cloud: BackupCloud, clusters: list[str]) -> Iterator[str]:
    yield "    oadp:"
    yield "      enabled: true"
    if cloud is StackCloud.AWS:
        yield "      # In mode aws-sts OADP's plugin reads only this name; see docs/oadp.md."
        yield "      secretName: cloud-credentials"
    yield "      # An identity for Velero; apply the outputs that configure it (docs/oadp.md)."
    yield "      velero:"
    yield "        createIdentity: true"
    yield "      schedules:"
    yield "        - name: nightly"
    yield "          schedule: H H(1-4) * * * # a minute and an hour per hosted cluster, in UTC"
    yield "          ttl: 720h"
    yield "          hostedClusters:"
    yield from (f"            - {text(cluster)}" for cluster in clusters)


def _issuer(cloud: StackCloud, answers: Answers) -> Iterator[str]:
    yield f"{FRONT}tokenIssuer:"
    yield f"    name: {text(answers['name'])}"
    match cloud:
        case StackCloud.AWS:
            yield "    aws:"
            yield f"      region: {text(answers['region'])}"
            yield f"      accountId: {text(answers['account-id'])}"
            yield "      # private: true # serve a private bucket through CloudFront"
        case StackCloud.AZURE:
            yield "    azure:"
            yield f"      location: {text(answers['location'])}"
            yield f"      subscriptionId: {text(answers['subscription-id'])}"
            yield f"      tenantId: {text(answers['tenant-id'])}"
        case StackCloud.GCP:
            yield "    gcp:"
            yield f"      project: {text(answers['project'])}"
            yield f"      projectNumber: {text(answers['project-number'])}"
            yield f"      location: {text(answers['bucket-location'])}"
            yield "      # keyStorage: pool-jwk-file # no public bucket"
        case _:
            assert_never(cloud)
