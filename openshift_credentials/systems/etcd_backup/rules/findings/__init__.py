"""Findings about a credential Secret, in addition to its mode.

Every finding has a stable code and a severity; docs/findings.md lists them. Findings never
change the mode: the operator itself checks none of this.
"""

from collections.abc import Mapping
from typing import assert_never

from openshift_credentials.base.notices import Notice

from ..credentials import StorageType, detect
from ..versions import ContractVersion
from .aws import s3_findings
from .azure import azure_findings
from .common import CATALOGUE

__all__ = ["CATALOGUE", "findings"]

_ORDER = {finding: number for number, finding in enumerate(CATALOGUE.values())}


def findings(
    storage_type: str, data: Mapping[str, bytes], *, version: ContractVersion = ContractVersion.CURRENT
) -> tuple[Notice, ...]:
    """All findings on a Secret's decoded ``data``, in the order of the catalogue.

    No finding quotes the content.
    """
    detection = detect(storage_type, data, version)
    match known := StorageType.from_name(storage_type):
        case StorageType.S3:
            found = s3_findings(data, detection)
        case StorageType.AZURE_BLOB:
            found = azure_findings(data, detection)
        case None:
            found = iter((CATALOGUE["unknown-storage-type"],))
        case _:
            assert_never(known)
    return tuple(sorted(set(found), key=_ORDER.__getitem__))
