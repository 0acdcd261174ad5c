"""HCPEtcdBackup objects: rules of the API server, and problems that it does not check.

Source: openshift/hypershift, ``HCPEtcdBackup`` in ``api/hypershift/v1beta1/etcdbackup_types.go``
and the custom resource definition generated from it, at commit 3ee9615567ac. The status has names
and types only: it is dropped when an object is created.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.kubernetes import upstream
from openshift_credentials.platforms.kubernetes.admission.admission import (
    Admission,
    CustomResource,
    admit,
    admit_update,
)
from openshift_credentials.platforms.kubernetes.admission.structural import StatusCause, read_packaged_schema

from .advice import BackupLocation, advise

__all__ = ["AdmissionVerdict", "BackupLocation", "StatusCause", "validate", "validate_update"]

BACKUPS: Final = CustomResource(
    upstream.HYPERSHIFT_API, "HCPEtcdBackup", read_packaged_schema(__package__ or "", "schema.json")["HCPEtcdBackup"]
)


@dataclass(frozen=True, slots=True)
class AdmissionVerdict:
    """``errors`` are the API server's, ``pruned`` the fields that it would drop without a word."""

    errors: tuple[StatusCause, ...] = ()
    warnings: tuple[Notice, ...] = ()
    pruned: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether the API server would accept the object."""
        return not self.errors


def validate(manifest: Mapping[str, object], backup_storage_location: BackupLocation | None = None) -> AdmissionVerdict:
    """The verdict of the API server and the operator on a new object.

    ``errors`` are exactly the API server's reasons to reject it; an object without errors can still
    have warnings of severity ``error``, with which its backup cannot succeed.
    """
    return _verdict(manifest, admit(BACKUPS, manifest), backup_storage_location)


def validate_update(
    old: Mapping[str, object], new: Mapping[str, object], backup_storage_location: BackupLocation | None = None
) -> AdmissionVerdict:
    """The API server's answer to a replacement of the existing ``old`` with ``new``."""
    return _verdict(new, admit_update(BACKUPS, old, new), backup_storage_location)


def _verdict(
    manifest: Mapping[str, object], admission: Admission, backup_storage_location: BackupLocation | None
) -> AdmissionVerdict:
    warnings = tuple(advise(manifest, admission.body, backup_storage_location))
    return AdmissionVerdict(admission.errors, warnings, admission.pruned)
