"""HCPEtcdBackup objects: rules of the API server, and problems that it does not check.

``schema`` contains the rules of the API server, ``advice`` what it does not check.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from openshift_credentials.base.notices import Notice
from openshift_credentials.platforms.kubernetes.admission.admission import (
    Admission,
    admit,
    admit_update,
)
from openshift_credentials.platforms.kubernetes.admission.status_cause import StatusCause
from openshift_credentials.systems.etcd_backup.rules.backup.advice import BackupLocation, advise
from openshift_credentials.systems.etcd_backup.rules.backup.advice_texts import advice
from openshift_credentials.systems.etcd_backup.rules.backup.schema import BACKUPS

__all__ = ["AdmissionVerdict", "BackupLocation", "StatusCause", "validate", "validate_update"]


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


def validate(
    manifest: Mapping[str, object], backup_storage_location: BackupLocation | None = None
) -> AdmissionVerdict:
    """The verdict of the API server and the operator on a new object.

    ``errors`` are exactly the API server's reasons to reject it; an object without errors can still
    have warnings of severity ``error``, with which its backup cannot succeed.
    """
    return _verdict(manifest, admit(BACKUPS, manifest), backup_storage_location)


def validate_update(
    old: Mapping[str, object],
    new: Mapping[str, object],
    backup_storage_location: BackupLocation | None = None,
) -> AdmissionVerdict:
    """The API server's answer to a replacement of the existing ``old`` with ``new``."""
    return _verdict(new, admit_update(BACKUPS, old, new), backup_storage_location)


def _verdict(
    manifest: Mapping[str, object],
    admission: Admission,
    backup_storage_location: BackupLocation | None,
) -> AdmissionVerdict:
    warnings = list(advise(manifest, admission.body, backup_storage_location))
    if admission.rules_skipped:
        warnings.append(advice("rules-not-checked", ""))
    return AdmissionVerdict(admission.errors, tuple(warnings), admission.pruned)
