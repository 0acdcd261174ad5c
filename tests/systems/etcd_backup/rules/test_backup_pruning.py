"""What the API server drops from an HCPEtcdBackup, and what it does not look at."""

import pytest
from hypothesis import given

from openshift_credentials.systems.etcd_backup.rules.backup import validate
from tests.systems.etcd_backup.rules.backup_samples import backup, changed, paths, s3, values


def test_unknown_fields_are_pruned_and_named() -> None:
    manifest = backup(s3(zone={"a": 1}), color="red", ownerReferences=[], a=None)
    manifest["status"] = {"conditions": [{"type": "x", "extra": 1}], "extra": 1}
    manifest["extra"] = None
    manifest["spec"]["storage"]["odd.name"] = 1
    verdict = validate(manifest)

    assert verdict.accepted
    assert verdict.pruned == (
        "metadata.a",
        "metadata.color",
        "extra",
        "spec.storage.odd.name",
        "spec.storage.s3.zone",
        "status.conditions[0].extra",
        "status.extra",
    )


def test_fields_below_a_value_of_the_wrong_type_are_pruned_too() -> None:
    verdict = validate(backup({"storageType": {"a": 1}, "s3": [{"bucket": "b"}, [{"x": 1}]], "azureBlob": None}))

    assert verdict.pruned == ("spec.storage.s3[0].bucket", "spec.storage.s3[1][0].x", "spec.storage.storageType.a")


@given(values)
def test_a_status_is_never_a_reason_to_refuse(status: object) -> None:
    assert validate({**backup(), "status": status}).accepted


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("apiVersion", "hypershift.openshift.io/v1"),
        ("apiVersion", ""),
        ("apiVersion", None),
        ("apiVersion", 1),
        ("kind", "hcpetcdbackup"),
        ("kind", "HCPEtcdBackupList"),
        ("kind", None),
        ("kind", []),
    ],
)
def test_another_kind_is_not_looked_at(field: str, value: object) -> None:
    manifest = changed(backup(name="B"), field, value)

    assert paths(validate(manifest)) == [field]
    del manifest[field]
    assert paths(validate(manifest)) == [field]
