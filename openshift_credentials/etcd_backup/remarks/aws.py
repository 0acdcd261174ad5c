"""What people should know about a stack on AWS that is allowed and yet not as it could be."""

from collections.abc import Iterator

from openshift_credentials.aws.arns import has_port, partition_of
from openshift_credentials.etcd_backup.rules.credentials import CredentialMode
from openshift_credentials.etcd_backup.settings import EtcdBackupSettings, S3Storage


def warnings(settings: EtcdBackupSettings, storage: S3Storage) -> Iterator[str]:
    """One sentence each; they are warnings of the preview and remarks of ``explain``."""
    if settings.mode is CredentialMode.AWS_STATIC:
        yield from _static_keys(settings, storage)
        return
    if storage.retention_days and not settings.backs_up_directly:
        yield (
            f"etcdBackup.storage.s3.retentionDays = {storage.retention_days}: there are no "
            "direct backups, and what OADP writes is Velero's to delete; no rule is made"
        )
    credentials = settings.credentials
    if credentials.role_name and credentials.role_name != settings.role_name:
        yield (
            f"etcdBackup.credentials.roleName has {len(credentials.role_name)} characters and "
            f"IAM takes 64: the role is named {settings.role_name}"
        )
    partition = partition_of(storage.region)
    if credentials.restore and partition != "aws":
        yield (
            f"etcdBackup.credentials.restore in partition {partition}: OADP's plugin asks the "
            "STS endpoint https://sts.amazonaws.com, which does not know roles of this "
            "partition; restores signed by this role fail, backups do not"
        )
    issuer = settings.cluster.oidc_issuer
    if issuer.endswith("/"):
        yield (
            f"cluster.oidcIssuer = {issuer}: the trust policy names IAM's OIDC provider "
            "with and without the trailing slash, as IAM has kept it in some and tools have left "
            "it out in others"
        )
    if has_port(issuer):
        yield (
            f"cluster.oidcIssuer = {issuer}: AWS says that the URL of an OIDC provider "
            "should not have a port; try the role before you rely on it"
        )
    patterns = [account for account in credentials.service_accounts if "*" in account]
    if patterns:
        yield (
            f"etcdBackup.credentials.serviceAccounts: every service account that matches "
            f"{', '.join(patterns)} may become the role, those made later included"
        )


def _static_keys(settings: EtcdBackupSettings, storage: S3Storage) -> Iterator[str]:
    yield (
        "etcdBackup.credentials.mode is aws-static: the keys work from anywhere and until "
        "somebody changes them, they lie in the Secret, nothing here limits what they may do, "
        "and no service account has to prove who it is; aws-sts has none of this"
    )
    token = settings.credentials.session_token
    if token is not None:
        yield (
            "etcdBackup.credentials.sessionToken: the keys of a session end after hours, and "
            "backups then fail until new ones are set"
        )
    if settings.credentials.role_name:
        yield (
            "etcdBackup.credentials.roleName has no effect: no role is made in "
            "etcdBackup.credentials.mode aws-static"
        )
    if storage.kms_key_arn or storage.makes_key:
        yield (
            "etcdBackup.storage.s3 encrypts with a KMS key: whoever owns the static keys has to "
            "be given kms:GenerateDataKey and kms:Decrypt on it"
        )
