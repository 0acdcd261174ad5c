"""Results of buckets in other accounts: statements for them, and the copy of snapshots."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated

from openshift_credentials.platforms.aws.arns import partition_of, role_arn
from openshift_credentials.platforms.aws.policies.document import Statement, document
from openshift_credentials.platforms.aws.policies.perimeter import (
    key_perimeter_statements,
    perimeter_statements,
)
from openshift_credentials.platforms.aws.policies.replication import (
    Copy,
    replica_bucket_statement,
    replica_key_statement,
)
from openshift_credentials.platforms.kubernetes.names import within
from openshift_credentials.stack.outputs import About, Outputs
from openshift_credentials.systems.etcd_backup.plan import velero
from openshift_credentials.systems.etcd_backup.plan.aws import PlannedRole, uploading_role
from openshift_credentials.systems.etcd_backup.plan.bucket_policies import (
    OwnRoles,
    key_statements_of,
    plan_perimeter,
)
from openshift_credentials.systems.etcd_backup.plan.records import RecordPolicies, record_policies
from openshift_credentials.systems.etcd_backup.rules.elsewhere_policies import (
    RemoteRole,
    bucket_statements,
    copy_key_statement,
    copy_statement,
    key_statements,
)
from openshift_credentials.systems.etcd_backup.settings import (
    EtcdBackupSettings,
    S3Storage,
    S3Upload,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedCopy:
    """The copy of a bucket, and the role for replication."""

    copy: Copy
    role_name: str
    role_arn: str
    permissions_boundary: str | None


@dataclass(frozen=True, kw_only=True)
class StatementsElsewhere(Outputs):
    """Policy documents for others to apply."""

    statements_for_the_bucket: Annotated[
        str | None, About("Bucket policy for the owner of a bucket in another account.")
    ]
    statements_for_the_key: Annotated[
        str | None, About("Key policy for the owner of a key in another account.")
    ]
    statements_for_the_copy: Annotated[
        str | None, About("Bucket policy for a copy in another account.")
    ]
    statements_for_the_key_of_the_copy: Annotated[
        str | None, About("Key policy for a copy in another account.")
    ]
    records: RecordPolicies


def plan_copy(settings: EtcdBackupSettings, storage: S3Storage) -> PlannedCopy | None:
    """The copy of ``storage.s3.replication``."""
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
        locked=storage.object_lock is not None,
    )
    return PlannedCopy(
        copy=copy,
        role_name=name,
        role_arn=role_arn(partition, storage.account_id, name),
        permissions_boundary=settings.credentials.permissions_boundary,
    )


def own_roles(settings: EtcdBackupSettings, upload: S3Upload) -> OwnRoles:
    """The roles that the stack creates for its bucket."""
    storage = upload.storage
    copy = plan_copy(settings, storage)
    copiers = [copy.role_arn] if copy else []
    of_velero = (
        [velero.plan_role(settings, storage).arn] if settings.oadp.velero.create_identity else []
    )
    role = uploading_role(settings, upload)
    if role is None:
        return OwnRoles(restorers=of_velero, uploaders=None, copiers=copiers)
    return OwnRoles(
        restorers=[*([role.arn] if role.restore else []), *of_velero],
        uploaders=[role.arn],
        copiers=copiers,
        existing=[_as_others_see(role)] if role.existing else [],
    )


def copy_statements(settings: EtcdBackupSettings, upload: S3Upload) -> Iterator[Statement]:
    """Statements of the second bucket's policy in addition to TLS: the first one's perimeter."""
    storage = upload.storage
    perimeter = plan_perimeter(storage, own_roles(settings, upload))
    if perimeter and storage.replication:
        yield from perimeter_statements(
            partition_of(storage.region), storage.replication.bucket, perimeter
        )


def copy_key_statements(settings: EtcdBackupSettings, upload: S3Upload) -> Iterator[Statement]:
    """Statements of the policy of the copies' key, in addition to the account's IAM."""
    storage, role = upload.storage, uploading_role(settings, upload)
    makes_key = storage.replication is not None and storage.replication.create_key
    if makes_key and role and role.existing and role.copy:
        yield copy_key_statement(_as_others_see(role))
    perimeter = plan_perimeter(storage, own_roles(settings, upload))
    if perimeter and storage.replication:
        region = storage.replication.region
        yield from key_perimeter_statements(partition_of(region), region, perimeter)


def statements_elsewhere(settings: EtcdBackupSettings, upload: S3Upload) -> StatementsElsewhere:
    """Policy documents for others to apply."""
    return StatementsElsewhere(
        statements_for_the_bucket=_document(_for_the_bucket(settings, upload)),
        statements_for_the_key=_document(_for_the_key(settings, upload)),
        statements_for_the_copy=_document(_for_the_copy(settings, upload)),
        statements_for_the_key_of_the_copy=_document(_for_the_key_of_the_copy(settings, upload)),
        records=record_policies(upload.storage),
    )


def _document(statements: Iterable[Statement]) -> str | None:
    found = tuple(statements)
    return document(*found) if found else None


def _remote_role(settings: EtcdBackupSettings, upload: S3Upload) -> RemoteRole | None:
    """The stack's role, as other accounts see it."""
    planned = uploading_role(settings, upload)
    return _as_others_see(planned) if planned else None


def _as_others_see(role: PlannedRole) -> RemoteRole:
    return RemoteRole(arn=role.arn, key_prefixes=role.key_prefixes, restore=role.restore)


def _for_the_bucket(settings: EtcdBackupSettings, upload: S3Upload) -> Iterator[Statement]:
    storage, role = upload.storage, _remote_role(settings, upload)
    if storage.bucket_account_id and role:
        yield from bucket_statements(storage.bucket, [role])


def _for_the_key(settings: EtcdBackupSettings, upload: S3Upload) -> Iterator[Statement]:
    """Key policies for the owner of an existing key, equal to those of a new key."""
    storage, role = upload.storage, _remote_role(settings, upload)
    if storage.kms_key_arn and storage.bucket_account_id and role:
        yield from key_statements([role])
    elif storage.kms_key_arn and not storage.existing:
        yield from key_statements_of(storage, own_roles(settings, upload))


def _for_the_copy(settings: EtcdBackupSettings, upload: S3Upload) -> Iterator[Statement]:
    storage, role = upload.storage, _remote_role(settings, upload)
    planned = plan_copy(settings, storage)
    if planned is None or storage.replication is None:
        return
    bucket = storage.replication.bucket
    if planned.copy.leaves_the_account:
        yield replica_bucket_statement(
            bucket, planned.role_arn, delete_markers=planned.copy.delete_markers
        )
        if role and storage.replication.restore:
            yield copy_statement(bucket, role)
    if storage.replication.existing:
        yield from copy_statements(settings, upload)


def _for_the_key_of_the_copy(settings: EtcdBackupSettings, upload: S3Upload) -> Iterator[Statement]:
    storage, role = upload.storage, _remote_role(settings, upload)
    planned = plan_copy(settings, storage)
    if planned is None or planned.copy.target_key_arn is None:
        return
    if planned.copy.leaves_the_account:
        yield replica_key_statement(planned.role_arn)
        if role and storage.replication and storage.replication.restore:
            yield copy_key_statement(role)
    yield from copy_key_statements(settings, upload)
