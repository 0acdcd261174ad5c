"""What follows from buckets of other accounts: statements for them, and the copy of snapshots."""

from collections.abc import Iterator
from dataclasses import dataclass

from openshift_credentials.aws.arns import UNKNOWN_KEY_ID, partition_of, role_arn
from openshift_credentials.aws.policies.document import Statement, document
from openshift_credentials.aws.policies.perimeter import Perimeter, perimeter_statements
from openshift_credentials.aws.policies.replication import Copy, replica_bucket_statement
from openshift_credentials.etcd_backup.plan.aws import planned_role
from openshift_credentials.etcd_backup.rules.credentials import CredentialMode
from openshift_credentials.etcd_backup.rules.elsewhere_policies import (
    RemoteRole,
    bucket_statements,
    key_statements,
)
from openshift_credentials.etcd_backup.settings import EtcdBackupSettings, S3Storage
from openshift_credentials.kubernetes.names import within


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedCopy:
    """The copy of a bucket, and the name of the role with which S3 makes it."""

    copy: Copy
    role_name: str
    role_arn: str


def planned_copy(settings: EtcdBackupSettings, storage: S3Storage) -> PlannedCopy | None:
    """The copy that ``storage.s3.replication`` asks for."""
    replication = storage.replication
    if replication is None:
        return None
    partition = partition_of(storage.region)
    name = within(64, f"{settings.cluster.name.replace('.', '-')}-etcd-replication")
    copy = Copy(
        partition=partition,
        account_id=storage.account_id,
        bucket=storage.bucket,
        region=storage.region,
        target_account_id=replication.account_id or storage.account_id,
        target_bucket=replication.bucket,
        target_region=replication.region,
        delete_markers=replication.delete_markers,
        target_key_arn=replication.kms_key_arn,
    )
    return PlannedCopy(
        copy=copy, role_name=name, role_arn=role_arn(partition, storage.account_id, name)
    )


def hosted_roles(storage: S3Storage) -> list[RemoteRole]:
    """Roles of other accounts that upload to the stack's own bucket."""
    return [
        RemoteRole(arn=each.role_arn, key_prefixes=(each.key_prefix,), restore=each.restore)
        for each in storage.upload_roles
    ]


def bucket_statements_of(settings: EtcdBackupSettings, storage: S3Storage) -> Iterator[Statement]:
    """What the policy of the stack's own bucket has beside TLS: who is let in, who is kept out."""
    yield from bucket_statements(storage.bucket, hosted_roles(storage))
    if asked := storage.perimeter:
        copy = planned_copy(settings, storage)
        readers = [
            *asked.readers,
            *(each.role_arn for each in storage.upload_roles if each.restore),
        ]
        sts = settings.mode is CredentialMode.AWS_STS
        if readers and settings.credentials.restore and sts:
            readers.append(planned_role(settings, storage).arn)
        yield from perimeter_statements(
            partition_of(storage.region),
            storage.bucket,
            Perimeter(
                readers=readers if asked.readers else (),
                source_vpce=asked.source_vpce,
                principal_org_id=asked.principal_org_id,
                copier=copy.role_arn if copy else None,
                blocks_customer_keys=asked.block_customer_keys,
            ),
        )


def statements_elsewhere(settings: EtcdBackupSettings, storage: S3Storage) -> dict[str, str]:
    """Policy documents for other accounts to apply, by the names of the stack's exports."""
    found: dict[str, str] = {}
    if storage.bucket_account_id and settings.mode is CredentialMode.AWS_STS:
        planned = planned_role(settings, storage)
        role = RemoteRole(
            arn=planned.arn, key_prefixes=planned.key_prefixes, restore=planned.restore
        )
        found["statementsForTheBucket"] = document(*bucket_statements(storage.bucket, [role]))
        if storage.kms_key_arn:
            found["statementsForTheKey"] = document(*key_statements([role]))
    planned_copy_ = planned_copy(settings, storage)
    if planned_copy_ and planned_copy_.copy.leaves_the_account:
        found["statementsForTheCopy"] = document(
            replica_bucket_statement(planned_copy_.copy, planned_copy_.role_arn)
        )
    return found


def example_key_arn(storage: S3Storage) -> str | None:
    """The key of the bucket; one that the stack makes has an ID that only AWS knows."""
    if not storage.makes_key:
        return storage.kms_key_arn
    partition = partition_of(storage.region)
    return f"arn:{partition}:kms:{storage.region}:{storage.account_id}:key/{UNKNOWN_KEY_ID}"
