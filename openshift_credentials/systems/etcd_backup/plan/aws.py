"""The IAM role that follows from settings: names, ARNs, and its policies."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final, assert_never

from openshift_credentials.base.errors import ContractError
from openshift_credentials.platforms.aws import names as aws
from openshift_credentials.platforms.aws.names import OIDC_CLIENT_IDS, STS_AUDIENCE
from openshift_credentials.platforms.aws.policies import Statement, trust_policy
from openshift_credentials.platforms.kubernetes.names import subject

from ..rules.adopted import UploadToken
from ..rules.names import VELERO_SERVICE_ACCOUNT, service_account_subject
from ..rules.policies import upload_policy
from ..settings import AwsStatic, AwsSts, EtcdBackupSettings, S3Storage, S3Upload
from .prefixes import upload_prefixes

DEFAULT_SETTLE_SECONDS: Final = 30
"""Wait until a change in IAM is effective everywhere.

AWS states no bound ("Changes that I make are not always immediately visible", IAM User Guide);
reports mention 5 to 15 seconds, and the operator's first failure is final.
"""


@dataclass(frozen=True, slots=True)
class TrustedAccount:
    """A service account that can assume the role, by the ``sub`` claim of its token.

    ``with_either_audience`` is Velero, whose token is projected by OADP for ``openshift`` or by the
    pod identity webhook for ``sts.amazonaws.com``.

    Source: openshift/oadp-operator ``internal/controller/velero.go``, volume ``bound-sa-token``.
    """

    subject: str
    why: str
    with_either_audience: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRole:
    """Everything about the role that is known before it exists.

    Of an ``existing`` one, the policies are what its own policies must at least allow.

    ``provider_arns`` has more than one entry if the name of the OIDC provider is not certain;
    see :func:`oidc_provider_arns`.
    """

    name: str
    path: str
    arn: str
    existing: bool
    description: str
    partition: str
    issuer: str
    provider_arns: tuple[str, ...]
    trusted: tuple[TrustedAccount, ...]
    region: str
    bucket: str
    key_prefixes: tuple[str, ...]
    restore: bool
    resource_account: str
    extra: tuple[Statement, ...]
    account_id: str

    @property
    def tokens(self) -> list[UploadToken]:
        """The tokens that the role must admit."""
        return [
            UploadToken(account.subject, OIDC_CLIENT_IDS if account.with_either_audience else (STS_AUDIENCE,))
            for account in self.trusted
        ]

    @property
    def trust_policy(self) -> str:
        """The trust policy of the role."""
        velero = [account.subject for account in self.trusted if account.with_either_audience]
        others = [account.subject for account in self.trusted if not account.with_either_audience]
        return trust_policy(self.partition, self.account_id, self.issuer, others, with_either_audience=velero)

    def permission_policy(self, kms_key_arn: str | None) -> str:
        """The permission policy of the role; the ARN of a new key is known only later."""
        return upload_policy(
            self.partition,
            self.region,
            self.bucket,
            self.key_prefixes,
            kms_key_arn=kms_key_arn,
            restore=self.restore,
            resource_account=self.resource_account,
            extra=self.extra,
        )


def uploading_role(settings: EtcdBackupSettings, upload: S3Upload) -> PlannedRole | None:
    """The role that uploads; static keys have none."""
    match upload.identity:
        case AwsSts() as identity:
            return plan_role(settings, upload.storage, identity)
        case AwsStatic():
            return None
        case _:
            assert_never(upload.identity)


def assert_role_stays(created: Collection[str], settings: EtcdBackupSettings) -> None:
    """Raise :class:`ContractError` if an existing role is one that the stack has created itself.

    ``created`` are the ARNs of the roles in the state: the engine deletes what the settings do not
    create any more.
    """
    upload = settings.upload
    role = uploading_role(settings, upload) if isinstance(upload, S3Upload) else None
    if role and role.existing and role.arn in created:
        raise ContractError(
            f"openshift-credentials:etcdBackup.credentials.existingRole: this stack has created "
            f"{role.arn}, so the update would delete the role that it is about to use. Nothing was "
            "changed: remove existingRole, name another role, or first remove role and policy from "
            "the state with 'pulumi state delete', which leaves them in AWS"
        )


def plan_role(settings: EtcdBackupSettings, storage: S3Storage, identity: AwsSts) -> PlannedRole:
    """The role of mode ``aws-sts``."""
    issuer = settings.cluster.oidc_issuer
    partition = aws.partition_of(storage.region)
    return PlannedRole(
        name=settings.role_name,
        path=identity.role_path,
        arn=aws.role_arn(partition, storage.account_id, settings.role_name, identity.role_path),
        existing=identity.existing_role,
        description=f"Uploads etcd snapshots of {settings.cluster.name} to {storage.bucket}",
        partition=partition,
        account_id=storage.account_id,
        issuer=issuer,
        provider_arns=aws.oidc_provider_arns(partition, storage.account_id, issuer),
        trusted=tuple(_trusted_accounts(settings, identity)),
        region=storage.region,
        bucket=storage.bucket,
        key_prefixes=upload_prefixes(settings),
        restore=identity.restore,
        resource_account=storage.bucket_account_id or storage.account_id,
        extra=identity.extra_statements,
    )


def settle_seconds(settings: EtcdBackupSettings) -> int:
    """Seconds between a change of the role and the first backup."""
    seconds = settings.credentials.settle_seconds
    return DEFAULT_SETTLE_SECONDS if seconds is None else seconds


def _trusted_accounts(settings: EtcdBackupSettings, identity: AwsSts) -> Iterator[TrustedAccount]:
    cluster = settings.cluster
    backup_job = service_account_subject(cluster.operator_namespace)
    yield TrustedAccount(backup_job, "the backup Job uploads with it")
    velero = subject(cluster.oadp_namespace, VELERO_SERVICE_ACCOUNT)
    if identity.restore:
        yield TrustedAccount(
            velero, "OADP's plugin signs restores with it (etcdBackup.credentials.restore)", with_either_audience=True
        )
    for index, account in enumerate(identity.service_accounts):
        extra = subject(*account.split("/"))
        if extra != backup_job and not (identity.restore and extra == velero):
            yield TrustedAccount(
                extra, f"etcdBackup.credentials.serviceAccounts[{index}]", with_either_audience=extra == velero
            )
