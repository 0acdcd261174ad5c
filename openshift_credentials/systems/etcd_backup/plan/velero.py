"""The identity of Velero that follows from the settings, and Velero's configuration for it."""

import json
from dataclasses import dataclass
from functools import partial
from typing import assert_never

from openshift_credentials.platforms.aws.arns import oidc_provider_arns, partition_of, role_arn
from openshift_credentials.platforms.aws.policies import trust_policy
from openshift_credentials.platforms.azure.federation import Federation, federated_credential_name
from openshift_credentials.platforms.kubernetes.names import subject, within
from openshift_credentials.systems.etcd_backup.rules import velero_identity
from openshift_credentials.systems.etcd_backup.rules.names import VELERO_SERVICE_ACCOUNT
from openshift_credentials.systems.etcd_backup.settings import (
    AzureBlobStorage,
    EtcdBackupSettings,
    S3Storage,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedVeleroRole:
    """The IAM role of Velero, all of it known before it exists but the ARN of a new KMS key."""

    name: str
    path: str
    arn: str
    partition: str
    provider_arns: tuple[str, ...]
    trust_policy: str
    storage: S3Storage
    prefix: str

    def permission_policy(self, kms_key_arn: str | None) -> str:
        """The permission policy of the role."""
        return velero_identity.velero_policy(
            self.partition,
            self.storage.region,
            self.storage.bucket,
            self.prefix,
            kms_key_arn=kms_key_arn,
            conditions=self.storage.request_conditions.block,
        )


def plan_role(settings: EtcdBackupSettings, storage: S3Storage) -> PlannedVeleroRole:
    """The role of Velero on AWS."""
    partition, issuer = partition_of(storage.region), settings.cluster.oidc_issuer
    path = settings.credentials.role_path
    name = role_name(settings)
    return PlannedVeleroRole(
        name=name,
        path=path,
        arn=role_arn(partition, storage.account_id, name, path),
        partition=partition,
        provider_arns=oidc_provider_arns(partition, storage.account_id, issuer),
        trust_policy=trust_policy(
            partition, storage.account_id, issuer, [], with_either_audience=[_subject(settings)]
        ),
        storage=storage,
        prefix=settings.oadp.backup_storage_location.prefix,
    )


def role_name(settings: EtcdBackupSettings) -> str:
    """Name of the IAM role of Velero."""
    return within(64, settings.oadp.velero.role_name or _default(settings))


def identity_name(settings: EtcdBackupSettings) -> str:
    """Name of the managed identity of Velero."""
    return settings.oadp.velero.identity_name or within(128, _default(settings))


def plan_federation(settings: EtcdBackupSettings) -> Federation:
    """What lets Velero's ServiceAccount become the managed identity."""
    return Federation(
        name=federated_credential_name(settings.cluster.oadp_namespace, VELERO_SERVICE_ACCOUNT),
        issuer=settings.cluster.oidc_issuer,
        subject=_subject(settings),
        why="keeps backups",
    )


def velero_manifests(settings: EtcdBackupSettings, identity: str) -> dict[str, str]:
    """Manifests as JSON by output, for a role ARN or a client ID; the stack applies none."""
    namespace = settings.cluster.oadp_namespace
    match place := settings.storage.place:
        case S3Storage():
            annotations = velero_identity.aws_annotations(identity)
            application = partial(
                velero_identity.data_protection_application, plugin="aws", labelled=False
            )
        case AzureBlobStorage():
            annotations = velero_identity.azure_annotations(identity, place.tenant_id)
            application = partial(
                velero_identity.data_protection_application, plugin="azure", labelled=True
            )
        case _:
            assert_never(place)
    return {
        "veleroServiceAccount": json.dumps(velero_identity.service_account(namespace, annotations)),
        "dataProtectionApplication": json.dumps(application(namespace)),
    }


def _subject(settings: EtcdBackupSettings) -> str:
    return subject(settings.cluster.oadp_namespace, VELERO_SERVICE_ACCOUNT)


def _default(settings: EtcdBackupSettings) -> str:
    return f"{settings.cluster.name.replace('.', '-')}-velero"
