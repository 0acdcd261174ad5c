"""etcd backups in a live management cluster: requests, checks and reports."""

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from openshift_credentials.live.check import Check, LiveChecks
from openshift_credentials.live.observed import CloudRead, Observed

from ..plan import BlobPlan, S3Plan, plan_of
from ..settings import EtcdBackupSettings
from . import in_aws, in_azure
from .cluster_reads import issuers, reads
from .evidence import CAUSES, evidence, failed_logs
from .preflight import preflight
from .verify import verify


def cloud_reads(settings: EtcdBackupSettings) -> Sequence[CloudRead]:
    match plan := plan_of(settings):
        case S3Plan():
            return list(in_aws.calls(plan))
        case BlobPlan():
            return list(in_azure.reads(plan))
        case _:
            assert_never(plan)


def cloud(settings: EtcdBackupSettings, observed: Observed) -> Iterator[Check]:
    match plan := plan_of(settings):
        case S3Plan():
            return in_aws.judge(plan, observed)
        case BlobPlan():
            return in_azure.judge(plan, observed)
        case _:
            assert_never(plan)


OPERATION: Final[LiveChecks[EtcdBackupSettings]] = LiveChecks(
    reads=reads,
    issuers=issuers,
    preflight=preflight,
    verify=verify,
    evidence=evidence,
    causes=CAUSES,
    follow_up=lambda _, observed: failed_logs(observed),
    cloud_reads=cloud_reads,
    cloud=cloud,
    written_secrets=lambda settings: plan_of(settings).written_secrets,
)
