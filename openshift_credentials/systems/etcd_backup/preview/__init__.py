"""What a preview shows of etcd backups: the verdict on the Secret, and a picture."""

from collections.abc import Mapping
from typing import Final

from openshift_credentials.stack.parts import Judge
from openshift_credentials.systems.etcd_backup.preview.picture import picture
from openshift_credentials.systems.etcd_backup.preview.verdict import CREDENTIAL_SECRET_TYPE, credential_verdict

__all__ = ["VERDICTS", "picture"]

VERDICTS: Final[Mapping[str, Judge]] = {CREDENTIAL_SECRET_TYPE: credential_verdict}
"""Judges of components by type token."""
