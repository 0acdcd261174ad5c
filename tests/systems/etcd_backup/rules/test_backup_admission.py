"""What the API server says to an HCPEtcdBackup, at every boundary from both sides."""

import pytest

from openshift_credentials.systems.etcd_backup.rules.backup import validate
from tests.kit.tables import nonempty
from tests.systems.etcd_backup.rules.backup_samples import (
    ACCEPTED,
    AZURE,
    FIELDS,
    FULL_AZURE,
    FULL_S3,
    KEY_URL,
    KMS_FRONT,
    KMS_KEY_ARN,
    REQUIRED,
    S3,
    VAULT,
    Json,
    azure_blob,
    backup,
    changed,
    paths,
    s3,
    with_field,
    without,
)

SMILE = "\U0001f600"


BROKEN_RULE = {
    f"{S3}.bucket": ["-ab", "ab-", ".ab", "ab.", "a..b", "aBc", "a_b", "abc\n", "\nabc", "é" * 63],
    f"{S3}.region": ["a", "1a", "a-", "a--b", "US", "us east", "us-east-1\n", "a.b", SMILE * 63],
    f"{S3}.keyPrefix": ["a b", "a\n", "é", "a:b", "a+b", "a\\b", "~", SMILE * 1024],
    f"{S3}.credentials.name": ["A", "-a", "a-", "a..b", "a.", ".a", "a_b", "a\n", "a.-b"],
    f"{S3}.kmsKeyARN": [
        KMS_KEY_ARN + "\n",
        " " + KMS_KEY_ARN,
        KMS_KEY_ARN.replace("aws", "aws-iso", 1),
        KMS_KEY_ARN.replace("123456789012", "12345678901"),
        KMS_KEY_ARN.replace("123456789012", "1234567890123"),
        KMS_KEY_ARN.replace("key/", "alias/"),
        KMS_FRONT + "/",
        KMS_KEY_ARN + "_",
        KMS_KEY_ARN.replace("us-east-1", ""),
        KMS_KEY_ARN.replace("us-east-1", "US"),
    ],
    f"{AZURE}.container": ["-ab", "ab-", "a--b", "aBc", "a.b", "a_b", "abc\n", SMILE * 63],
    f"{AZURE}.storageAccount": ["a-b", "a.b", "aBc", "abc\n", "é" * 24],
    f"{AZURE}.keyPrefix": ["a!", "a*", "a'", "a(", "a)", "a b", "a\n", "é"],
    f"{AZURE}.credentials.name": ["A", "-a", "a..b", "a\n"],
    f"{AZURE}.encryptionKeyURL": [
        KEY_URL + "\n",
        KEY_URL + "/x",
        KEY_URL + "-",
        KEY_URL.replace("https", "http"),
        KEY_URL.replace("keys", "secrets"),
        KEY_URL.replace("azure.net", "azure.com"),
        KEY_URL.replace("azure.net", "azurexnet"),
        KEY_URL.replace("vault.azure", "vaultxazure"),
        KEY_URL.replace("vault-1.", "vault_1."),
        KEY_URL.replace("vault-1.", ""),
        VAULT,
        VAULT + "k/",
        VAULT + "k_",
    ],
}


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


@pytest.mark.parametrize(("path", "value"), cases(BROKEN_RULE))
def test_a_broken_rule_is_named_at_its_field(path: str, value: str) -> None:
    verdict = validate(with_field(path, value))

    assert set(paths(verdict)) == {path}
    name = path.rsplit(".", maxsplit=1)[-1]
    assert all(f": {name} must " in error.message for error in nonempty(verdict.errors))


@pytest.mark.parametrize(("path", "value"), cases(TOO_SHORT))
def test_a_short_text_does_not_stop_the_other_rules(path: str, value: str) -> None:
    manifest = changed(with_field(path, value), "spec.storage.storageType", "S3")
    manifest["spec"]["storage"].setdefault("s3", s3()["s3"])
    verdict = validate(manifest)

    assert f"{path} in body should be at least 3 chars long" in verdict.errors[0].message
    assert ("spec.storage" in paths(verdict)) == path.startswith(AZURE)


@pytest.mark.parametrize(("path", "value"), cases(TOO_LONG))
def test_a_long_text_stops_the_other_rules(path: str, value: str) -> None:
    manifest = changed(with_field(path, value), "spec.storage.azureBlob", azure_blob()["azureBlob"])
    manifest["spec"]["storage"].setdefault("s3", s3()["s3"])
    if path.startswith(AZURE):
        manifest = changed(manifest, path, value)
    verdict = validate(manifest)

    assert paths(verdict) == [path]
    assert verdict.errors[0].message.startswith("Too long: may not be more than ")


TYPES: list[tuple[object, str]] = [
    *((1, "integer"), (2**63, "number"), (1.5, "number"), (True, "boolean"), ([], "array"))
]


@pytest.mark.parametrize("path", [*FIELDS, S3, AZURE, f"{S3}.credentials", "spec", "spec.storage"])
def test_another_type_is_refused(path: str) -> None:
    expected = "string" if path in FIELDS else "object"
    for value, found in TYPES:
        verdict = validate(with_field(path, value))

        assert paths(verdict) == [path], f"{path} = {value!r}"
        assert verdict.errors[0].message == (
            f'Invalid value: "{found}": {path} in body must be of type {expected}: "{found}"'
        )


@pytest.mark.parametrize("path", [*REQUIRED, f"{S3}.credentials", f"{AZURE}.credentials", "spec", "spec.storage"])
def test_null_counts_as_absent(path: str) -> None:
    base = FULL_AZURE if path.startswith(AZURE) else FULL_S3

    assert paths(validate(changed(base, path, None))) == [path]
    assert paths(validate(without(base, path))) == [path]
    assert validate(without(base, path)).errors[0].message == "Required value"


@pytest.mark.parametrize("path", [f"{S3}.kmsKeyARN", f"{AZURE}.encryptionKeyURL"])
def test_an_optional_field_may_be_absent_or_null_but_not_empty(path: str) -> None:
    assert validate(with_field(path, None)).accepted
    assert validate(without(with_field(path, None), path)).accepted
    assert set(paths(validate(with_field(path, "")))) == {path}


@pytest.mark.parametrize("storage_type", ["GCS", "s3", "", "S3\n", "azureblob", 1, [], {}])
def test_storage_types_are_two(storage_type: object) -> None:
    verdict = validate(changed(backup(), "spec.storage.storageType", storage_type))

    assert set(paths(verdict)) == {"spec.storage.storageType"}
    assert 'supported values: "S3", "AzureBlob"' in verdict.errors[-1].message


@pytest.mark.parametrize(
    ("storage", "count"),
    [
        ({**s3(), "azureBlob": azure_blob()["azureBlob"]}, 1),
        ({"storageType": "S3"}, 1),
        ({"storageType": "AzureBlob"}, 1),
        ({"storageType": "AzureBlob", "s3": s3()["s3"]}, 2),
        ({"storageType": "S3", "azureBlob": azure_blob()["azureBlob"]}, 2),
        ({"storageType": "S3", "s3": s3()["s3"], "azureBlob": None}, 0),
    ],
)
def test_exactly_the_member_of_the_type_is_there(storage: Json, count: int) -> None:
    assert paths(validate(backup(storage))) == ["spec.storage"] * count


def test_problems_with_names_and_shapes_come_together() -> None:
    manifest = changed(backup(name="A", labels={"a": "b c"}), f"{S3}.bucket", 1)

    assert paths(validate(manifest)) == ["metadata.name", "metadata.labels", f"{S3}.bucket"]
