"""Everything that a backup to S3 needs on AWS."""

import pulumi
import pulumi_aws as aws

from components.aws.adopted_bucket import AdoptedBucket, AdoptedBucketArgs
from components.aws.lifecycle import lifecycle_rules
from components.aws.oidc_provider import OidcProvider, OidcProviderArgs
from components.aws.snapshot_bucket import SnapshotBucket, SnapshotBucketArgs
from components.aws.upload_role import UploadRole, UploadRoleArgs
from components.etcd_backup.target import SecretData, Target
from openshift_credentials.aws.arns import partition_of
from openshift_credentials.aws.policies import bucket_policy, key_policy
from openshift_credentials.etcd_backup.plan.aws import PlannedRole, planned_role, settle_seconds
from openshift_credentials.etcd_backup.plan.prefixes import kept_prefixes
from openshift_credentials.etcd_backup.plan.secret_form import secret_form
from openshift_credentials.etcd_backup.rules import payloads
from openshift_credentials.etcd_backup.rules.credentials import CredentialMode
from openshift_credentials.etcd_backup.settings import EtcdBackupSettings, S3Storage
from openshift_credentials.stack.load import PROJECT


def s3_target(
    name: str, settings: EtcdBackupSettings, storage: S3Storage, opts: pulumi.ResourceOptions
) -> Target:
    """Make bucket and identity in the account that the settings name, and in no other."""
    provider = aws.Provider(
        f"{name}-aws",
        region=storage.region,
        allowed_account_ids=[storage.account_id],
        opts=opts,
    )
    options = pulumi.ResourceOptions(parent=opts.parent, providers=[provider])
    key_arn = (
        _made_key(name, settings, storage, options) if storage.makes_key else storage.kms_key_arn
    )
    bucket = _bucket(name, settings, storage, key_arn, options)
    ready = (bucket.settled,) if isinstance(bucket, SnapshotBucket) else (bucket.bucket,)
    if settings.mode is CredentialMode.AWS_STATIC:
        return _with_static_keys(settings, bucket, ready)
    planned = planned_role(settings, storage)
    role = _role(name, settings, storage, planned, key_arn, options)
    return Target(
        secret_form=secret_form(settings),
        secret_data=_held_back(bucket, role.role_arn.apply(payloads.aws_sts)),
        needed_first=(*ready, *role.settled),
        exports={"bucket": bucket.bucket_name, "roleArn": role.role_arn},
    )


def _made_key(
    name: str, settings: EtcdBackupSettings, storage: S3Storage, options: pulumi.ResourceOptions
) -> pulumi.Output[str]:
    from components.aws.snapshot_key import SnapshotKey, SnapshotKeyArgs  # noqa: PLC0415

    if storage.kms is None:
        raise AssertionError("only called where the settings ask for a key")
    key = SnapshotKey(
        f"{name}-snapshots-key",
        SnapshotKeyArgs(
            alias=storage.kms.alias or storage.bucket.replace(".", "-"),
            description=f"Encrypts etcd snapshots of {settings.cluster.name}",
            policy=key_policy(partition_of(storage.region), storage.account_id),
            rotation_days=storage.kms.rotation_days,
            deletion_days=storage.kms.deletion_days,
            protect=storage.is_protected,
            retain_on_destroy=storage.retain_on_destroy,
            tags=storage.tags,
        ),
        options,
    )
    return key.arn


def _bucket(
    name: str,
    settings: EtcdBackupSettings,
    storage: S3Storage,
    kms_key_arn: pulumi.Input[str] | None,
    options: pulumi.ResourceOptions,
) -> SnapshotBucket | AdoptedBucket:
    prefixes = kept_prefixes(settings)
    if storage.existing:
        adopted = AdoptedBucketArgs(
            bucket=storage.bucket,
            region=storage.region,
            key_prefixes=prefixes,
            kms_key_arn=storage.kms_key_arn,
        )
        return AdoptedBucket(f"{name}-snapshots", adopted, options)
    lock, log = storage.object_lock, storage.access_logging
    made = SnapshotBucketArgs(
        bucket=storage.bucket,
        policy=bucket_policy(
            partition_of(storage.region), storage.bucket, storage.minimum_tls_version
        ),
        lifecycle_rules=lifecycle_rules(
            abort_incomplete_uploads_days=storage.abort_incomplete_uploads_days,
            noncurrent_version_days=storage.noncurrent_version_days,
            retention_days=storage.retention_days,
            key_prefixes=prefixes,
        ),
        kms_key_arn=kms_key_arn,
        object_lock=(lock.mode.upper(), lock.days) if lock else None,
        access_logging=(log.bucket, log.prefix or f"{storage.bucket}/") if log else None,
        protect=storage.is_protected,
        retain_on_destroy=storage.retain_on_destroy,
        tags=storage.tags,
    )
    return SnapshotBucket(f"{name}-snapshots", made, options)


def _role(
    name: str,
    settings: EtcdBackupSettings,
    storage: S3Storage,
    planned: PlannedRole,
    kms_key_arn: pulumi.Input[str] | None,
    options: pulumi.ResourceOptions,
) -> UploadRole:
    credentials = settings.credentials
    provider = None
    if credentials.create_oidc_provider:
        provider = OidcProvider(
            f"{name}-issuer",
            OidcProviderArgs(
                issuer=planned.issuer, expected_arns=planned.provider_arns, tags=storage.tags
            ),
            options,
        )
    return UploadRole(
        f"{name}-upload",
        UploadRoleArgs(
            role_name=planned.name,
            path=planned.path,
            expected_arn=planned.arn,
            description=planned.description,
            trust_policy=planned.trust_policy,
            permission_policy=pulumi.Output.from_input(kms_key_arn).apply(
                planned.permission_policy
            ),
            max_session_duration=credentials.max_session_duration,
            permissions_boundary=credentials.permissions_boundary,
            oidc_provider=provider,
            settle_seconds=settle_seconds(settings),
            tags=storage.tags,
        ),
        options,
    )


def _with_static_keys(
    settings: EtcdBackupSettings,
    bucket: SnapshotBucket | AdoptedBucket,
    ready: tuple[pulumi.Resource, ...],
) -> Target:
    from components.etcd_backup.static_keys import static_keys  # noqa: PLC0415

    if not pulumi.runtime.is_config_secret(f"{PROJECT}:etcdBackup"):
        pulumi.log.warn(
            "credentials: the static keys are in the stack file in plain text; encrypt them: "
            f"pulumi config set --secret --path '{PROJECT}:etcdBackup.credentials.secretAccessKey'"
        )
    return Target(
        secret_form=secret_form(settings),
        secret_data=_held_back(bucket, static_keys(settings.credentials)),
        needed_first=ready,
        exports={"bucket": bucket.bucket_name},
    )


def _held_back(
    bucket: SnapshotBucket | AdoptedBucket, secret_data: pulumi.Output[SecretData]
) -> pulumi.Output[SecretData]:
    """No Secret, and so no backup, for a bucket that turns out to be the wrong one."""
    if isinstance(bucket, AdoptedBucket):
        return bucket.once_looked_at(secret_data)
    return secret_data
