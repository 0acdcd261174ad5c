"""Typed arguments: the same checks, promises and secrets as a stack file."""

from dataclasses import fields

import pulumi
import pytest
from pydantic import SecretStr, ValidationError

from components.etcd_backup import EtcdBackup, EtcdBackupArgs
from openshift_credentials.systems.etcd_backup.settings import (
    AwsStatic,
    AwsSts,
    AzureBlobStorage,
    Backup,
    BackupPolicy,
    Cluster,
    EtcdBackupSettings,
    S3Storage,
)
from tests.kit.harness import record, record_stopped

CLUSTER = Cluster(name="mc", oidc_issuer="https://oidc.example.com/mc")
S3 = S3Storage(bucket="snapshots-of-mc", region="us-east-1", account_id="123456789012")
BLOB = AzureBlobStorage(
    storage_account="snapshots",
    container="etcd",
    resource_group="mc",
    location="westeurope",
    subscription_id="11111111-2222-3333-4444-555555555555",
    tenant_id="66666666-7777-8888-9999-000000000000",
)
KEY_ID, KEY = SecretStr("AKIAIOSFODNN7EXAMPLE"), SecretStr("MARKER/wJalrXUtnFEMIK7MDENG")


def test_no_setting_of_the_stack_file_is_out_of_reach() -> None:
    names = {field.name for field in fields(EtcdBackupArgs)}

    # A file of backups, and defaults for it, are for those who have no programming language.
    assert set(EtcdBackupSettings.model_fields) - names == {"backups_file", "backup_defaults"}
    assert names <= set(EtcdBackupSettings.model_fields)


def test_all_problems_between_groups_come_at_once_and_in_words_of_a_program() -> None:
    def program() -> None:
        EtcdBackup(
            "rosa",
            EtcdBackupArgs(
                cluster=CLUSTER,
                storage=BLOB,
                credentials=AwsSts(),
                backup_policy=BackupPolicy(wait=False, keep_previous=False),
                backups=[Backup(hosted_cluster="a/b", trigger="1"), Backup(hosted_cluster="a/b", trigger="2")],
            ),
        )

    stopped = record_stopped(program, preview=True)

    assert isinstance(stopped.error, pulumi.RunError)
    for words in ("cannot be used with storageType AzureBlob", "backups[1].hostedCluster", "backupPolicy.keepPrevious"):
        assert words in str(stopped.error)
    assert "etcdBackup" not in str(stopped.error)


def test_a_wrong_key_is_an_error_of_the_constructor_that_names_it() -> None:
    with pytest.raises(ValidationError, match="rolname"):
        AwsSts.model_validate({"rolname": "x"})
    with pytest.raises(TypeError, match="backup"):
        EtcdBackupArgs(cluster=CLUSTER, storage=S3, credentials=AwsSts(), backup=[])  # type: ignore[arg-type]


def test_a_wrong_value_does_not_show_a_secret() -> None:
    with pytest.raises(ValidationError) as caught:
        AwsStatic(access_key_id=KEY_ID, secret_access_key=SecretStr("MARKER MARKER"))

    assert "MARKER" not in str(caught.value)
    assert "secret_access_key" in str(caught.value)


@pytest.mark.parametrize("preview", [True, False])
def test_secrets_reach_the_secret_alone(*, preview: bool) -> None:
    credentials = AwsStatic(access_key_id=KEY_ID, secret_access_key=KEY)

    recorded = record(
        lambda: EtcdBackup("rosa", EtcdBackupArgs(cluster=CLUSTER, storage=S3, credentials=credentials)),
        preview=preview,
    )

    assert recorded.only("kubernetes:core/v1:Secret").is_secret("data")
    assert "MARKER" not in repr(recorded.exports)
