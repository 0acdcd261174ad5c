"""etcd backups in a live management cluster: requests, checks and reports."""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from openshift_credentials.live.check import Check, Operation
from openshift_credentials.live.cloud import CloudRead
from openshift_credentials.live.observed import Observed

from ..plan.written import written_secrets
from ..settings import AzureBlobUpload, EtcdBackupSettings, S3Upload
from . import in_aws, in_azure
from .evidence import CAUSES, evidence, logs_to_read
from .places import issuers, reads
from .preflight import preflight
from .verify import verify


def cloud_reads(settings: EtcdBackupSettings) -> Sequence[CloudRead]:
    """Requests to the cloud of the storage."""
    match upload := settings.upload:
        case S3Upload():
            return list(in_aws.calls(settings, upload))
        case AzureBlobUpload():
            return list(in_azure.reads(settings, upload))
        case _:
            assert_never(upload)


def cloud(settings: EtcdBackupSettings, observed: Observed) -> Iterator[Check]:
    """The judgement on its answers."""
    match upload := settings.upload:
        case S3Upload():
            return in_aws.judge(settings, upload, observed)
        case AzureBlobUpload():
            return in_azure.judge(settings, upload, observed)
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
    cloud=cloud,
    written_secrets=written_secrets,
)
