"""The identifiers of the credential tests."""

from openshift_credentials.platforms.go.text import encode
from openshift_credentials.systems.etcd_backup.rules.modes import ContractVersion, Detection

ARN = "arn:aws:iam::123456789012:role/etcd-backup"
NEXT = ContractVersion.NEXT


def comparable(detection: Detection) -> tuple[str, bytes, bytes]:
    return (str(detection.mode), encode(detection.role_arn or ""), encode(detection.client_id or ""))
