"""What the identity of the uploads can do, and which ServiceAccounts become it.

``upload_actions.yaml`` has the actions on AWS, each with its reason: docs/aws.md shows it, and every
permission policy is generated only from it. Calls of the uploader and of OADP's plugin:
openshift/hypershift ``etcd-upload/s3_uploader.go`` and openshift/hypershift-oadp-plugin
``pkg/s3presign/presign.go``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from openshift_credentials.base.json_values import as_object, text_members
from openshift_credentials.base.package_data import package_yaml
from openshift_credentials.platforms.aws.names import bucket_arn
from openshift_credentials.platforms.aws.policies import Statement, document, literal, one_or_many, s3_services
from openshift_credentials.platforms.azure.identifiers import Federation, federated_credential_name
from openshift_credentials.platforms.kubernetes.names import subject

from .names import SERVICE_ACCOUNT, VELERO_SERVICE_ACCOUNT


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
    return sorted(grant.action for grant in GRANTS if grant.purpose is purpose)


UPLOAD_ACTIONS: Final = tuple(actions_for(ActionPurpose.UPLOAD))
"""Calls of the uploader."""


def upload_policy(
    partition: str,
    region: str,
    bucket: str,
    key_prefixes: Sequence[str],
    *,
    kms_key_arn: str | None = None,
    restore: bool = False,
    resource_account: str | None = None,
    extra: Sequence[Statement] = (),
) -> str:
    """Upload below the prefixes, use the key for that, and with ``restore`` also read there.

    The prefixes are literal: IAM wildcards are escaped. ``resource_account`` must own the bucket: a bucket of another
    account, because of a typing error or a takeover, then receives nothing. Only S3 itself can use the key
    (``kms:ViaService``). ``extra`` are statements of the caller, already checked, and come last.
    """
    objects = one_or_many(
        f"{bucket_arn(partition, bucket)}/{literal(prefix.removesuffix('/'))}/*" for prefix in key_prefixes
    )
    statements = [_on_objects(ActionPurpose.UPLOAD, objects, resource_account)]
    if restore:
        statements.append(_on_objects(ActionPurpose.RESTORE, objects, resource_account))
    if kms_key_arn:
        statements.append(_on_key(partition, region, kms_key_arn))
    return document(*statements, *extra)


def _on_objects(purpose: ActionPurpose, objects: object, resource_account: str | None) -> Statement:
    condition = {"Condition": {"StringEquals": {"aws:ResourceAccount": resource_account}}}
    return {
        "Sid": purpose.value,
        "Effect": "Allow",
        "Action": one_or_many(actions_for(purpose)),
        "Resource": objects,
        **(condition if resource_account else {}),
    }


def _on_key(partition: str, region: str, kms_key_arn: str) -> Statement:
    return {
        "Sid": ActionPurpose.ENCRYPT.value,
        "Effect": "Allow",
        "Action": one_or_many(actions_for(ActionPurpose.ENCRYPT)),
        "Resource": kms_key_arn,
        "Condition": {"StringEquals": {"kms:ViaService": one_or_many(s3_services(partition, region))}},
    }


def federations(
    issuer: str, operator_namespace: str, velero_namespace: str | None = None, service_accounts: Iterable[str] = ()
) -> tuple[Federation, ...]:
    """Subjects that can use the identity: the backup Job, and others from the settings.

    ``velero_namespace`` adds Velero, whose plugin signs restores with the same identity;
    ``service_accounts`` are further ones as ``namespace/name``. Each account occurs once.
    """
    whys = {f"{operator_namespace}/{SERVICE_ACCOUNT}": "uploads the snapshots"}
    if velero_namespace:
        whys.setdefault(f"{velero_namespace}/{VELERO_SERVICE_ACCOUNT}", "signs restores")
    for service_account in service_accounts:
        whys.setdefault(service_account, "listed in etcdBackup.credentials.serviceAccounts")
    return tuple(
        Federation(
            name=federated_credential_name(*account.split("/")),
            issuer=issuer,
            subject=subject(*account.split("/")),
            why=why,
        )
        for account, why in whys.items()
    )
