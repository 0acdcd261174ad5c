"""What the API server lets through and this program does not."""

import pytest

from openshift_credentials.base.notices import Severity
from openshift_credentials.systems.etcd_backup.rules.backup import ADVICE, BackupLocation, validate
from tests.kit.tables import nonempty
from tests.systems.etcd_backup.rules.backup_samples import (
    FULL_AZURE,
    KEY_URL,
    Json,
    azure_blob,
    backup,
    changed,
    s3,
    without,
)


def codes(manifest: Json, location: BackupLocation | None = None) -> list[str]:
    verdict = validate(manifest, location)
    assert verdict.accepted
    return [warning.code for warning in verdict.warnings]


def kms(region: str, partition: str = "aws") -> str:
    return f"arn:{partition}:kms:{region}:123456789012:key/k"


@pytest.mark.parametrize(
    ("manifest", "expected"),
    [
        (backup(), []),
        (backup(azure_blob()), []),
        (backup(name="n" * 45), []),
        (backup(name="n" * 46), ["name-over-45"]),
        (backup(name="n" * 63), ["name-over-45"]),
        (backup(name="n" * 64), ["name-over-63"]),
        (backup(name="n" * 253), ["name-over-63"]),
        (backup(name=None, generateName="n-"), ["generated-name"]),
        (backup(generateName="n-"), []),
        (backup(namespace=None), ["namespace-missing"]),
        ({**backup(), "status": {}}, []),
        (backup(s3(bucket="192.168.0.1")), ["bucket-looks-like-ip"]),
        (backup(s3(bucket="999.1.1.1")), ["bucket-looks-like-ip"]),
        (backup(s3(bucket="192.168.0")), []),
        (backup(s3(bucket="1.2.3.4.5")), []),
        (backup(s3(bucket="1234.2.3.4")), []),
        (backup(s3(bucket="a.-b")), ["bucket-period-beside-hyphen"]),
        (backup(s3(bucket="a-.b")), ["bucket-period-beside-hyphen"]),
        (backup(s3(bucket="a.b-c")), []),
        (backup(s3(region="mars")), ["region-unusual"]),
        (backup(s3(region="us-gov-west-1")), []),
        (backup(s3(kmsKeyARN=kms("us-east-1"))), []),
        (backup(s3(kmsKeyARN=kms("us-east-2"))), ["kms-region"]),
        (backup(s3(kmsKeyARN=kms("us-east-1", "aws-cn"))), ["kms-partition"]),
        (backup(s3(region="cn-north-1", kmsKeyARN=kms("cn-north-1"))), ["kms-partition"]),
        (backup(s3(region="cn-north-1", kmsKeyARN=kms("cn-north-1", "aws-cn"))), []),
        (backup(s3(region="us-gov-west-1", kmsKeyARN=kms("us-gov-west-1", "aws-us-gov"))), []),
        (backup(s3(region="us-gov-west-1", kmsKeyARN=kms("us-gov-east-1"))), ["kms-region", "kms-partition"]),
        (backup(azure_blob(encryptionKeyURL=KEY_URL)), ["encryption-key-url"]),
    ],
    ids=lambda each: repr(each)[:80],
)
def test_advice_has_these_codes(manifest: Json, expected: list[str]) -> None:
    assert codes(manifest) == expected


@pytest.mark.parametrize("storage", [s3, azure_blob])
@pytest.mark.parametrize(
    ("prefix", "expected"),
    [
        ("a/b", []),
        ("a/b/", []),
        ("a..b/.c/d.", []),
        ("/a", ["prefix-unusual"]),
        ("/", ["prefix-unusual"]),
        ("a//b", ["prefix-unusual"]),
        ("a//", ["prefix-unusual"]),
        ("a/../b", ["prefix-unusual"]),
        ("..", ["prefix-unusual"]),
        ("./a", ["prefix-unusual"]),
        ("a" * 1010, []),
        ("a" * 1010 + "/", []),
        ("a" * 1011, ["prefix-too-long-for-key"]),
        ("a" * 1024, ["prefix-too-long-for-key"]),
    ],
)
def test_prefixes_that_make_odd_keys(storage: object, prefix: str, expected: list[str]) -> None:
    make = s3 if storage is s3 else azure_blob
    manifest = backup(make(keyPrefix=prefix))

    assert codes(manifest) == expected
    member = "s3" if storage is s3 else "azureBlob"
    for warning in validate(manifest).warnings:
        assert warning.setting == f"spec.storage.{member}.keyPrefix"


@pytest.mark.parametrize(
    ("prefix", "bucket", "location_prefix", "disturbs"),
    [
        ("etcd-backups", "my-bucket", "", True),
        ("/etcd-backups/", "my-bucket", "", True),
        ("etcd-backups", "other", "", False),
        ("backups/x/etcd-backup", "my-bucket", "", False),
        ("backups", "my-bucket", "", False),
        ("velero/etcd", "my-bucket", "velero", True),
        ("velero/etcd", "my-bucket", "/velero/", True),
        ("velero", "my-bucket", "velero", True),
        *(
            (f"velero/{directory}/x", "my-bucket", "velero", False)
            for directory in ("backups", "kopia", "metadata", "plugins", "restic", "restores")
        ),
        ("velero-etcd", "my-bucket", "velero", False),
        ("etcd", "my-bucket", "velero", False),
        ("a/velero/etcd", "my-bucket", "velero", False),
        ("velero/etcd/backups", "my-bucket", "velero", True),
        ("etcd/backups", "my-bucket", "", True),
    ],
)
@pytest.mark.parametrize("member", ["s3", "azureBlob"])
def test_a_prefix_may_disturb_a_backup_storage_location(
    prefix: str, bucket: str, location_prefix: str, *, disturbs: bool, member: str
) -> None:
    storage = s3(keyPrefix=prefix) if member == "s3" else azure_blob(keyPrefix=prefix, container="my-bucket")
    location = BackupLocation(bucket=bucket, prefix=location_prefix)

    found = [
        warning.setting
        for warning in validate(backup(storage), location).warnings
        if warning.code == "prefix-inside-backup-storage-location"
    ]
    assert found == [f"spec.storage.{member}.keyPrefix"] * disturbs
    assert "prefix-inside-backup-storage-location" not in codes(backup(storage))


def test_what_makes_a_backup_fail_is_of_severity_error() -> None:
    severities = {
        warning.code: warning.severity
        for manifest in (
            backup(s3(bucket="1.2.3.4", kmsKeyARN=kms("x", "aws-cn")), name="n" * 64),
            backup(s3(bucket="a.-b", keyPrefix="/" + "a" * 1023), name="n" * 50),
            backup(azure_blob(encryptionKeyURL=KEY_URL, keyPrefix="a//..")),
            {**backup(s3(region="x1"), namespace=None, name=None, generateName="a"), "status": 1},
            changed(backup(), "spec.storage.s3.bucket", 1),
        )
        for warning in validate(manifest).warnings
    }

    assert {code for code, severity in severities.items() if severity is Severity.ERROR} == {
        "bucket-looks-like-ip",
        "bucket-period-beside-hyphen",
        "encryption-key-url",
        "kms-partition",
        "kms-region",
        "name-over-63",
        "prefix-too-long-for-key",
    }
    assert {code for code, severity in severities.items() if severity is Severity.WARNING} == {
        "generated-name",
        "name-over-45",
        "namespace-missing",
        "prefix-unusual",
        "region-unusual",
    }


def test_every_advice_says_where_and_what_to_do() -> None:
    manifest = backup(s3(bucket="1.2.3.4", kmsKeyARN=kms("eu-west-1")), name="n" * 64)
    by_code = {warning.code: warning for warning in validate(manifest).warnings}

    assert by_code["name-over-63"].setting == "metadata.name"
    assert "has 64 characters" in by_code["name-over-63"].why
    assert "at most 45 characters" in by_code["name-over-63"].way_out
    assert by_code["bucket-looks-like-ip"].setting == "spec.storage.s3.bucket"
    assert by_code["kms-region"].setting == "spec.storage.s3.kmsKeyARN"
    assert "'eu-west-1'" in by_code["kms-region"].why
    assert "'us-east-1'" in by_code["kms-region"].why
    for warning in nonempty(by_code.values()):
        assert warning.why, warning
        assert warning.way_out, warning


def test_an_object_of_the_wrong_shape_gets_what_advice_it_can() -> None:
    manifest = without(changed(FULL_AZURE, "spec.storage.azureBlob.keyPrefix", "/x"), "metadata")
    manifest["spec"]["storage"]["azureBlob"]["container"] = 1

    assert {warning.code for warning in validate(manifest).warnings} == {
        "namespace-missing",
        "prefix-unusual",
        "encryption-key-url",
    }


def test_texts_have_no_open_braces_and_codes_are_words() -> None:
    for code, text in ADVICE.items():
        built = text.why.format(length=1, region="r", key="k", bucket="b")
        assert "{" not in built + text.way_out
        assert code.replace("-", "").isalnum(), code
