"""What the API server says to an HCPEtcdBackup, at every boundary from both sides."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given

from openshift_credentials.systems.etcd_backup.rules.backup import validate
from tests.kit.golden import Golden
from tests.kit.recorded_rows import Ask, compare_rows
from tests.systems.etcd_backup.rules.backup_samples import (
    ACCEPTED,
    AZURE,
    FIELDS,
    FULL_AZURE,
    FULL_S3,
    KMS_FRONT,
    REQUIRED,
    S3,
    VAULT,
    Json,
    azure_blob,
    backup,
    changed,
    paths,
    s3,
    values,
    with_field,
    without,
)

SMILE = "\U0001f600"


ROWS = Path(__file__).with_name("admission.txt")


def errors(manifest: Json) -> Iterator[str]:
    for error in validate(manifest).errors:
        yield f"{error.path}: {error.message}"


def test_what_the_api_server_says(golden: Golden) -> None:
    rules: dict[str, Ask] = {
        "METADATA": lambda metadata: errors(backup(**metadata)),
        "FIELD": lambda field: errors(with_field(*field)),
        "STORAGE": lambda storage: errors(backup(storage)),
        "OBJECT": lambda members: errors({**backup(), **members}),
    }
    compare_rows(ROWS, golden, rules)


TOO_SHORT = {f"{S3}.bucket": ["ab"], f"{AZURE}.container": ["ab"], f"{AZURE}.storageAccount": ["ab"]}


TOO_LONG = {
    f"{S3}.bucket": ["a" * 64, SMILE * 64],
    f"{S3}.region": ["a" * 64],
    f"{S3}.keyPrefix": ["a" * 1025],
    f"{S3}.credentials.name": ["a" * 254],
    f"{S3}.kmsKeyARN": [f"{KMS_FRONT}/{'k' * (256 - len(KMS_FRONT))}"],
    f"{AZURE}.container": ["a" * 64],
    f"{AZURE}.storageAccount": ["a" * 25],
    f"{AZURE}.keyPrefix": ["a" * 1025],
    f"{AZURE}.credentials.name": ["a" * 254],
    f"{AZURE}.encryptionKeyURL": [VAULT + "k" * (211 - len(VAULT))],
}


def cases(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(path, value) for path, each in table.items() for value in each]


@pytest.mark.parametrize(("path", "value"), cases(ACCEPTED))
def test_values_within_the_rules_are_accepted(path: str, value: str) -> None:
    assert validate(with_field(path, value)).errors == ()


@pytest.mark.parametrize(("path", "value"), cases(TOO_SHORT))
def test_a_short_text_does_not_stop_the_other_rules(path: str, value: str) -> None:
    manifest = changed(with_field(path, value), "spec.storage.storageType", "S3")
    manifest["spec"]["storage"].setdefault("s3", s3()["s3"])
    verdict = validate(manifest)

    assert verdict.errors[0].message == "must have at least 3 characters"
    assert ("spec.storage" in paths(verdict)) == path.startswith(AZURE)


@pytest.mark.parametrize(("path", "value"), cases(TOO_LONG))
def test_a_long_text_stops_the_other_rules(path: str, value: str) -> None:
    manifest = changed(with_field(path, value), "spec.storage.azureBlob", azure_blob()["azureBlob"])
    manifest["spec"]["storage"].setdefault("s3", s3()["s3"])
    if path.startswith(AZURE):
        manifest = changed(manifest, path, value)
    verdict = validate(manifest)

    assert paths(verdict) == [path]
    assert verdict.errors[0].message.startswith("must have at most ")


@pytest.mark.parametrize("path", [*FIELDS, S3, AZURE, f"{S3}.credentials", "spec", "spec.storage"])
def test_another_type_is_refused(path: str) -> None:
    expected = "string" if path in FIELDS else "object"
    wrong: list[object] = [1, 2**63, 1.5, True, []]
    for value in wrong:
        verdict = validate(with_field(path, value))

        assert paths(verdict) == [path], f"{path} = {value!r}"
        assert verdict.errors[0].message == f"must be of type {expected}"


@pytest.mark.parametrize("path", [*REQUIRED, f"{S3}.credentials", f"{AZURE}.credentials", "spec", "spec.storage"])
def test_null_counts_as_absent(path: str) -> None:
    base = FULL_AZURE if path.startswith(AZURE) else FULL_S3

    assert paths(validate(changed(base, path, None))) == [path]
    assert paths(validate(without(base, path))) == [path]
    assert validate(without(base, path)).errors[0].message == "is required"


def test_problems_with_names_and_shapes_come_together() -> None:
    manifest = changed(backup(name="A", labels={"a": "b c"}), f"{S3}.bucket", 1)

    assert paths(validate(manifest)) == ["metadata.name", "metadata.labels", f"{S3}.bucket"]


# What the API server says to the metadata of an HCPEtcdBackup.


@pytest.mark.parametrize("manifest", [without(backup(), "metadata"), {**backup(), "metadata": None}])
def test_metadata_that_is_missing_has_no_name(manifest: Json) -> None:
    assert paths(validate(manifest)) == ["metadata.name"]


# What the API server drops from an HCPEtcdBackup, and what it does not look at.


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
