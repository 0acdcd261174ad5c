"""What the API server says to a changed HCPEtcdBackup."""

import pytest

from openshift_credentials.systems.etcd_backup.rules.backup import BackupLocation, validate, validate_update
from tests.systems.etcd_backup.rules.backup_samples import (
    AZURE,
    FULL_AZURE,
    FULL_S3,
    KEY_URL,
    KMS_KEY_ARN,
    REQUIRED,
    S3,
    Json,
    backup,
    changed,
    paths,
    s3,
    with_field,
    without,
)


class TestUpdates:
    @pytest.mark.parametrize("manifest", [backup(), FULL_S3, FULL_AZURE])
    def test_metadata_may_change(self, manifest: Json) -> None:
        new = changed(manifest, "metadata.labels", {"a": "b"})
        new["metadata"]["resourceVersion"] = "7"

        assert validate_update(manifest, new).accepted

    @pytest.mark.parametrize("path", [*REQUIRED])
    def test_a_spec_does_not_change(self, path: str) -> None:
        old = with_field(path, "abc")
        new = with_field(path, "abcd")

        assert validate(old).accepted
        assert paths(validate_update(old, new)) == ["spec"]
        assert validate_update(old, new).errors[0].message == ("Invalid value: HCPEtcdBackupSpec is immutable")

    @pytest.mark.parametrize(
        ("full", "path"), [(FULL_S3, f"{S3}.kmsKeyARN"), (FULL_AZURE, f"{AZURE}.encryptionKeyURL")]
    )
    def test_a_key_is_neither_added_nor_changed_nor_removed(self, full: Json, path: str) -> None:
        bare = without(full, path)
        parent, name = path.rsplit(".", maxsplit=1)
        value = KMS_KEY_ARN if name == "kmsKeyARN" else KEY_URL
        other = changed(full, path, f"{value}2")

        assert paths(validate_update(bare, full)) == ["spec"]
        assert paths(validate_update(full, other)) == ["spec", path]
        assert f"{name} is immutable" in validate_update(full, other).errors[1].message
        assert paths(validate_update(full, bare)) == ["spec", parent]
        assert f"{name} cannot be removed" in validate_update(full, bare).errors[1].message

    def test_null_and_absent_are_the_same(self) -> None:
        assert validate_update(backup(), backup(s3(kmsKeyARN=None))).accepted

    def test_a_name_does_not_change(self) -> None:
        assert paths(validate_update(backup(), backup(name="b2"))) == ["metadata.name"]
        moved = backup(namespace="clusters-b")
        assert paths(validate_update(backup(), moved)) == ["metadata.namespace"]
        assert paths(validate_update(backup(), backup(name=None))) == ["metadata.name"]
        assert [error.message for error in validate_update(backup(), moved).errors] == [
            'Invalid value: "clusters-b": field is immutable'
        ]
        unnamed = without(backup(), "metadata.namespace")
        assert validate_update(unnamed, backup(namespace=None)).accepted
        assert validate_update(backup(namespace=None), unnamed).accepted

    def test_what_is_pruned_and_advised_is_said_as_of_a_new_object(self) -> None:
        new = backup(s3(keyPrefix="etcd", zone=1))
        location = BackupLocation(bucket="my-bucket")
        verdict = validate_update(new, new, location)

        assert verdict.pruned == ("spec.storage.s3.zone",)
        assert [warning.code for warning in verdict.warnings] == ["prefix-inside-backup-storage-location"]

    def test_the_wrong_shape_hides_what_an_update_changes(self) -> None:
        new = changed(backup(s3(region="eu-west-1")), f"{S3}.bucket", 1)

        assert paths(validate_update(backup(), new)) == [f"{S3}.bucket"]
