"""What the API server says to an HCPEtcdBackup, at every boundary from both sides."""

import pytest
from hypothesis import given

from openshift_credentials.systems.etcd_backup.rules.backup import validate
from tests.kit.tables import nonempty, read_rows
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
    values,
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


# What the API server says to the metadata of an HCPEtcdBackup.

METADATA_ACCEPTED: list[Json] = [
    {"name": "a"},
    {"name": "a" * 253},
    {"name": "a.b-c.1"},
    {"namespace": ""},
    {"namespace": None},
    {"namespace": "n" * 63},
    {"generateName": None},
    {"generateName": "a"},
    {"generateName": "a-"},
    {"generateName": "x_-"},
    {"name": None, "generateName": "a-"},
    {"name": "", "generateName": "a" * 57 + "b" * 10},
    {"name": None, "generateName": "a" * 253 + "-"},
    {"labels": None},
    {"labels": {"a": None, "a.b/C_d-e.f": "", "x" * 63: "v" * 63, "a" * 253 + "/a": "A.b_c-9"}},
    {"annotations": {"a": "x\n\u00e9", "A/B": "", "\u212a": "", "\u0130x": None}},
    {"annotations": {"a": "x" * (256 * 1024 - 1)}},
    {"annotations": {"a": "\u00e9" * (128 * 1024 - 1) + "x"}},
    {"finalizers": ["a", "example.com/a"]},
    {"finalizers": None},
    {"ownerReferences": [{"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u"}]},
    {"ownerReferences": [{"apiVersion": "g/v1", "kind": "Event", "name": "p", "uid": "u"}]},
    {"ownerReferences": None},
    {"resourceVersion": ""},
    {"resourceVersion": "0"},
    {"resourceVersion": "x"},
    {"resourceVersion": str(2**64)},
    {"generation": -1},
    {"generation": 2**63 - 1},
    {"generation": -(2**63)},
    {"generation": 1000.0},
    {"creationTimestamp": None},
    {"creationTimestamp": "2026-08-01T00:00:00Z"},
    {"deletionGracePeriodSeconds": 5},
    {"managedFields": [{"manager": "m", "time": "2026-08-01T00:00:00Z", "fieldsV1": [1]}, None]},
    {"uid": "u", "selfLink": "s"},
]


METADATA_REFUSED: list[tuple[Json, str]] = [
    ({"name": None}, "metadata.name"),
    ({"name": ""}, "metadata.name"),
    ({"name": "A"}, "metadata.name"),
    ({"name": "a" * 254}, "metadata.name"),
    ({"name": "a\n"}, "metadata.name"),
    ({"name": "a..b"}, "metadata.name"),
    ({"name": "a_b"}, "metadata.name"),
    ({"name": 1}, "metadata.name"),
    ({"namespace": "N"}, "metadata.namespace"),
    ({"namespace": "a.b"}, "metadata.namespace"),
    ({"namespace": "n" * 64}, "metadata.namespace"),
    ({"namespace": []}, "metadata.namespace"),
    ({"generateName": "-"}, "metadata.generateName"),
    ({"generateName": "A"}, "metadata.generateName"),
    ({"generateName": "a."}, "metadata.generateName"),
    ({"generateName": "a" * 254}, "metadata.generateName"),
    ({"name": None, "generateName": "x_-"}, "metadata.name"),
    ({"name": None, "generateName": "a" * 254 + "-"}, "metadata.generateName"),
    ({"labels": []}, "metadata.labels"),
    ({"labels": {"a": 1}}, "metadata.labels"),
    ({"labels": {"": "x"}}, "metadata.labels"),
    ({"labels": {"a b": "x"}}, "metadata.labels"),
    ({"labels": {"/a": "x"}}, "metadata.labels"),
    ({"labels": {"a/": "x"}}, "metadata.labels"),
    ({"labels": {"a/b/c": "x"}}, "metadata.labels"),
    ({"labels": {"A/b": "x"}}, "metadata.labels"),
    ({"labels": {"x" * 64: "x"}}, "metadata.labels"),
    ({"labels": {"a" * 254 + "/a": "x"}}, "metadata.labels"),
    ({"labels": {"a": "x" * 64}}, "metadata.labels"),
    ({"labels": {"a": "-x"}}, "metadata.labels"),
    ({"labels": {"a": "x\n"}}, "metadata.labels"),
    ({"annotations": "x"}, "metadata.annotations"),
    ({"annotations": {"a": True}}, "metadata.annotations"),
    ({"annotations": {"a b": ""}}, "metadata.annotations"),
    ({"annotations": {"\u00e9": ""}}, "metadata.annotations"),
    ({"annotations": {"a": "x" * (256 * 1024)}}, "metadata.annotations"),
    ({"annotations": {"a": "\u00e9" * (128 * 1024)}}, "metadata.annotations"),
    ({"finalizers": ["a b"]}, "metadata.finalizers"),
    ({"finalizers": [None]}, "metadata.finalizers"),
    ({"finalizers": "a"}, "metadata.finalizers"),
    ({"finalizers": [1]}, "metadata.finalizers[0]"),
    ({"finalizers": ["orphan", "foregroundDeletion"]}, "metadata.finalizers"),
    ({"ownerReferences": {}}, "metadata.ownerReferences"),
    ({"ownerReferences": [1]}, "metadata.ownerReferences[0]"),
    ({"resourceVersion": "1"}, "metadata.resourceVersion"),
    ({"resourceVersion": str(2**64 - 1)}, "metadata.resourceVersion"),
    ({"resourceVersion": 1}, "metadata.resourceVersion"),
    ({"generation": 2**63}, "metadata.generation"),
    ({"generation": 1.5}, "metadata.generation"),
    ({"generation": -(2.0**63)}, "metadata.generation"),
    ({"generation": True}, "metadata.generation"),
    ({"generation": "1"}, "metadata.generation"),
    ({"creationTimestamp": ""}, "metadata.creationTimestamp"),
    ({"creationTimestamp": 5}, "metadata.creationTimestamp"),
    ({"deletionTimestamp": "today"}, "metadata.deletionTimestamp"),
    ({"deletionGracePeriodSeconds": "x"}, "metadata.deletionGracePeriodSeconds"),
    ({"managedFields": "x"}, "metadata.managedFields"),
    ({"managedFields": [{"time": "x"}]}, "metadata.managedFields[0].time"),
    ({"uid": 1}, "metadata.uid"),
    ({"selfLink": {}}, "metadata.selfLink"),
]


@pytest.mark.parametrize("metadata", METADATA_ACCEPTED, ids=lambda each: repr(each)[:60])
def test_metadata_within_the_rules_is_accepted(metadata: Json) -> None:
    assert validate(backup(**metadata)).errors == ()


@pytest.mark.parametrize(("metadata", "path"), METADATA_REFUSED, ids=lambda each: repr(each)[:60])
def test_metadata_that_breaks_a_rule_is_refused(metadata: Json, path: str) -> None:
    assert set(paths(validate(backup(**metadata)))) == {path}


METADATA_WORDS: list[tuple[Json, str]] = [
    *read_rows(__file__, "metadata_words.json"),
    ({"annotations": {"a": "x" * 262144}}, "Too long: may not be more than 262144 bytes, has 262145"),
]


@pytest.mark.parametrize(("metadata", "message"), METADATA_WORDS, ids=lambda each: repr(each)[:60])
def test_metadata_is_refused_in_these_words(metadata: Json, message: str) -> None:
    assert [error.message for error in validate(backup(**metadata)).errors] == [message]


def test_two_controllers_are_refused_in_these_words() -> None:
    owner = {"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u", "controller": True}
    verdict = validate(backup(ownerReferences=[owner, owner]))

    assert [error.message for error in verdict.errors] == ["Invalid value: only one reference can be the controller"]


@pytest.mark.parametrize("value", [[], "x", 1, True])
def test_metadata_of_another_type_is_refused(value: object) -> None:
    assert paths(validate({**backup(), "metadata": value})) == ["metadata"]


@pytest.mark.parametrize("manifest", [without(backup(), "metadata"), {**backup(), "metadata": None}])
def test_metadata_that_is_missing_has_no_name(manifest: Json) -> None:
    assert paths(validate(manifest)) == ["metadata.name"]


def test_a_generated_name_is_cut_before_it_is_checked() -> None:
    assert validate(backup(name=None, generateName="a" * 58)).accepted
    cut_at_a_period = backup(name=None, generateName="a" * 57 + "." + "b")
    assert validate(cut_at_a_period).accepted
    assert set(paths(validate(backup(name=None, generateName="x.-")))) == {"metadata.name"}


def test_owner_references_are_checked_field_by_field() -> None:
    nothing: list[Json] = [{}]
    assert paths(validate(backup(ownerReferences=nothing))) == [
        "metadata.ownerReferences.apiVersion",
        "metadata.ownerReferences.kind",
        "metadata.ownerReferences.name",
        "metadata.ownerReferences.uid",
    ]
    owner = {"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u", "controller": True}
    assert validate(backup(ownerReferences=[owner])).accepted
    assert validate(backup(ownerReferences=[owner, {**owner, "controller": False}])).accepted
    assert paths(validate(backup(ownerReferences=[owner, owner]))) == ["metadata.ownerReferences"]
    event = {**owner, "kind": "Event"}
    assert paths(validate(backup(ownerReferences=[event]))) == ["metadata.ownerReferences"]
    odd = {**owner, "apiVersion": "a/b/c"}
    assert paths(validate(backup(ownerReferences=[odd]))) == ["metadata.ownerReferences.apiVersion"]
    wrong = {**owner, "blockOwnerDeletion": "x"}
    assert paths(validate(backup(ownerReferences=[wrong]))) == ["metadata.ownerReferences[0].blockOwnerDeletion"]


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
