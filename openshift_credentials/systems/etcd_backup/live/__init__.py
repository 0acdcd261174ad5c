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
    AzureBlobStorage,
    EtcdBackupSettings,
    S3Storage,
)


def cloud_reads(settings: EtcdBackupSettings) -> Sequence[CloudRead]:
    """Requests to the cloud of the storage."""
    match place := settings.storage.place:
        case S3Storage():
            return list(in_aws.calls(settings, place))
        case AzureBlobStorage():
            return list(in_azure.reads(settings, place))
        case _:
            assert_never(place)


def cloud(settings: EtcdBackupSettings, observed: Observed, purpose: Purpose) -> Iterator[Check]:
    """The judgement on its answers."""
    match place := settings.storage.place:
        case S3Storage():
            return in_aws.judged(settings, place, observed, purpose)
        case AzureBlobStorage():
            return in_azure.judged(settings, place, observed, purpose)
        case _:
            assert_never(place)


OPERATION: Final[Operation[EtcdBackupSettings]] = Operation(
    reads=reads,
    issuers=issuers,
    preflight=preflight,
    verify=verify,
    evidence=evidence,
    causes=CAUSES,
    follow_up=logs_to_read,
    cloud_reads=cloud_reads,
    cloud=cloud,
)
