"""Everything that a backup to S3 needs on AWS."""

import pulumi
import pulumi_aws as aws

from components.aws.adopted_bucket import AdoptedBucket, AdoptedBucketArgs
from components.aws.lifecycle import lifecycle_rules
from components.aws.oidc_provider import OidcProvider, OidcProviderArgs
from components.aws.snapshot_bucket import SnapshotBucket, SnapshotBucketArgs
from components.aws.upload_role import UploadRole, UploadRoleArgs
from components.target import SecretData, Target
from openshift_credentials.contract import payloads
from openshift_credentials.contract.aws import partition_of
from openshift_credentials.contract.credentials import CredentialMode
from openshift_credentials.contract.policies import bucket_policy, key_policy
from openshift_credentials.plan.aws import PlannedRole, planned_role, settle_seconds
from openshift_credentials.plan.prefixes import kept_prefixes
from openshift_credentials.plan.secret_form import secret_form
from openshift_credentials.remarks.aws import warnings
from openshift_credentials.settings import S3Storage, StackSettings
from openshift_credentials.settings.load import PROJECT


def s3_target(settings: StackSettings, storage: S3Storage) -> Target:
    """Make bucket and identity in the account that the settings name, and in no other."""
    for warning in warnings(settings, storage):
        pulumi.log.warn(warning)
    provider = aws.Provider("aws", region=storage.region, allowed_account_ids=[storage.account_id])
    options = pulumi.ResourceOptions(providers=[provider])
    key_arn = _made_key(settings, storage, options) if storage.makes_key else storage.kms_key_arn
    bucket = _bucket(settings, storage, key_arn, options)
    ready = (bucket.settled,) if isinstance(bucket, SnapshotBucket) else (bucket.bucket,)
    if settings.mode is CredentialMode.AWS_STATIC:
        return _with_static_keys(settings, bucket, ready)
    planned = planned_role(settings, storage)
    role = _role(settings, storage, planned, key_arn, options)
    return Target(
        secret_form=secret_form(settings),
        secret_data=_held_back(bucket, role.role_arn.apply(payloads.aws_sts)),
        needed_first=(*ready, *role.settled),
        exports={"bucket": bucket.bucket_name, "roleArn": role.role_arn},
    )


def _made_key(
    settings: StackSettings, storage: S3Storage, options: pulumi.ResourceOptions
) -> pulumi.Output[str]:
    from components.aws.snapshot_key import SnapshotKey, SnapshotKeyArgs  # noqa: PLC0415

    if storage.kms is None:
        raise AssertionError("only called where the settings ask for a key")
    key = SnapshotKey(
        "snapshots-key",
        SnapshotKeyArgs(
            alias=storage.kms.alias or storage.bucket.replace(".", "-"),
            description=f"Encrypts etcd snapshots of {settings.management_cluster.name}",
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
    settings: StackSettings,
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
        return AdoptedBucket("snapshots", adopted, options)
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
    return SnapshotBucket("snapshots", made, options)


def _role(
    settings: StackSettings,
    storage: S3Storage,
    planned: PlannedRole,
    kms_key_arn: pulumi.Input[str] | None,
    options: pulumi.ResourceOptions,
) -> UploadRole:
    credentials = settings.credentials
    provider = None
    if credentials.create_oidc_provider:
        provider = OidcProvider(
            "management-cluster-issuer",
            OidcProviderArgs(
                issuer=planned.issuer, expected_arns=planned.provider_arns, tags=storage.tags
            ),
            options,
        )
    return UploadRole(
        "upload",
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
    settings: StackSettings,
    bucket: SnapshotBucket | AdoptedBucket,
    ready: tuple[pulumi.Resource, ...],
) -> Target:
    from components.aws.static_keys import static_keys  # noqa: PLC0415

    if not pulumi.runtime.is_config_secret(f"{PROJECT}:credentials"):
        pulumi.log.warn(
            "credentials: the static keys are in the stack file in plain text; encrypt them: "
            f"pulumi config set --secret --path '{PROJECT}:credentials.secretAccessKey'"
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
