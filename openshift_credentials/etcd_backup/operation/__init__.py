"""etcd backups in a live management cluster: requests, checks and reports."""

from typing import Final

from openshift_credentials.etcd_backup.diagnosis import CAUSES
from openshift_credentials.etcd_backup.operation.clouds import cloud, cloud_reads
from openshift_credentials.etcd_backup.operation.evidence import evidence, logs_to_read
from openshift_credentials.etcd_backup.operation.places import issuers, reads
from openshift_credentials.etcd_backup.operation.preflight import preflight
from openshift_credentials.etcd_backup.operation.verify import verify
from openshift_credentials.etcd_backup.settings import EtcdBackupSettings
from openshift_credentials.operation.check import Operation

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
