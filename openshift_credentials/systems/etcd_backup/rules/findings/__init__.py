"""Findings about a credential Secret, in addition to its mode.

Every finding has a stable code and a severity; docs/findings.md lists them. Findings never
change the mode: the operator itself checks none of this.
"""

from collections.abc import Mapping
from typing import assert_never

from openshift_credentials.base.notices import Notice
from openshift_credentials.systems.etcd_backup.rules.credentials import StorageType, detect
from openshift_credentials.systems.etcd_backup.rules.findings.aws import s3_findings
from openshift_credentials.systems.etcd_backup.rules.findings.azure import azure_findings
from openshift_credentials.systems.etcd_backup.rules.findings.catalogue import CATALOGUE
from openshift_credentials.systems.etcd_backup.rules.versions import ContractVersion

__all__ = ["CATALOGUE", "findings"]

_ORDER = {finding: number for number, finding in enumerate(CATALOGUE.values())}


def findings(
    storage_type: str,
    data: Mapping[str, bytes],
    *,
    version: ContractVersion = ContractVersion.CURRENT,
    expected_account: str | None = None,
    expected_partition: str | None = None,
) -> tuple[Notice, ...]:
    """All findings on a Secret's decoded ``data``, in the order of the catalogue.

    ``expected_account`` (12 digits) and ``expected_partition`` (such as ``aws``) are compared
    with those of a role ARN; ``None`` expects nothing. No finding quotes the content.
    """
    detection = detect(storage_type, data, version)
    match known := StorageType.from_name(storage_type):
        case StorageType.S3:
            found = s3_findings(
                data,
                detection,
                expected_account=expected_account,
                expected_partition=expected_partition,
            )
        case StorageType.AZURE_BLOB:
            found = azure_findings(data, detection)
        case None:
            found = iter((CATALOGUE["unknown-storage-type"],))
        case _:
            assert_never(known)
    return tuple(sorted(set(found), key=_ORDER.__getitem__))
