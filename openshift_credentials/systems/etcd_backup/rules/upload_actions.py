"""The actions that an identity on AWS needs, each with its reason: ``upload_actions.yaml``.

docs/aws.md shows it; every permission policy is generated only from it. Calls of the uploader and
of OADP's plugin: openshift/hypershift ``etcd-upload/s3_uploader.go`` and
openshift/hypershift-oadp-plugin ``pkg/s3presign/presign.go``.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from openshift_credentials.base.json_values import as_object, text_members
from openshift_credentials.base.package_data import package_yaml


class ActionPurpose(StrEnum):
    """The purpose of a permission; the value is the ``Sid`` of its statement."""

    UPLOAD = "UploadSnapshots"
    ENCRYPT = "EncryptSnapshots"
    RESTORE = "ReadSnapshots"


@dataclass(frozen=True, slots=True)
class UploadGrant:
    """One action, its purpose and its reason."""

    purpose: ActionPurpose
    action: str
    why: str


_TABLE: Final = as_object(package_yaml(__package__ or "", "upload_actions.yaml"))

GRANTS: Final = tuple(
    UploadGrant(purpose, action, why)
    for purpose in ActionPurpose
    for action, why in text_members(_TABLE, purpose).items()
)


def actions_for(purpose: ActionPurpose) -> list[str]:
    """The actions of a purpose, sorted."""
    return sorted(grant.action for grant in GRANTS if grant.purpose is purpose)


UPLOAD_ACTIONS: Final = tuple(actions_for(ActionPurpose.UPLOAD))
"""Calls of the uploader."""
