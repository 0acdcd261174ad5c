"""etcd backups in a live management cluster: requests, checks and reports."""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from openshift_credentials.live.check import Check, Operation, Purpose
from openshift_credentials.live.cloud import CloudRead
from openshift_credentials.live.observed import Observed
from openshift_credentials.systems.etcd_backup.live import in_aws, in_azure
from openshift_credentials.systems.etcd_backup.live.diagnosis import CAUSES
from openshift_credentials.systems.etcd_backup.live.evidence import evidence, logs_to_read
from openshift_credentials.systems.etcd_backup.live.places import issuers, reads
from openshift_credentials.systems.etcd_backup.live.preflight import preflight
from openshift_credentials.systems.etcd_backup.live.verify import verify
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobUpload,
    EtcdBackupSettings,
    S3Upload,
)


def cloud_reads(settings: EtcdBackupSettings) -> Sequence[CloudRead]:
    """Requests to the cloud of the storage."""
    match upload := settings.upload:
        case S3Upload():
            return list(in_aws.calls(settings, upload))
        case AzureBlobUpload():
            return list(in_azure.reads(settings, upload))
        case _:
            assert_never(upload)


def more_cloud_reads(settings: EtcdBackupSettings, observed: Observed) -> Sequence[CloudRead]:
    """Requests that depend on the answers."""
    match upload := settings.upload:
        case S3Upload():
            return list(in_aws.more_calls(settings, upload, observed))
        case AzureBlobUpload():
            return ()
        case _:
            assert_never(upload)


def cloud(settings: EtcdBackupSettings, observed: Observed, purpose: Purpose) -> Iterator[Check]:
    """The judgement on its answers."""
    match upload := settings.upload:
        case S3Upload():
            return in_aws.judge(settings, upload, observed, purpose)
        case AzureBlobUpload():
            return in_azure.judge(settings, upload, observed, purpose)
        case _:
            assert_never(upload)


OPERATION: Final[Operation[EtcdBackupSettings]] = Operation(
    reads=reads,
    issuers=issuers,
    preflight=preflight,
    verify=verify,
    evidence=evidence,
    causes=CAUSES,
    follow_up=logs_to_read,
    cloud_reads=cloud_reads,
    more_cloud_reads=more_cloud_reads,
    cloud=cloud,
)
