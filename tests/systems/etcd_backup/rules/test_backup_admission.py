"""What the API server says to an HCPEtcdBackup, at every boundary from both sides."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openshift_credentials.platforms.go.time import parse_rfc3339
from openshift_credentials.platforms.kubernetes.admission.object_names import (
    dns_label_problems,
    label_value_problems,
    qualified_name_problems,
    subdomain_problems,
)
from openshift_credentials.platforms.kubernetes.admission.structural import json_type, quote
from openshift_credentials.systems.etcd_backup.rules.backup import (
    BackupStorageLocation,
    StatusCause,
    Verdict,
    validate,
    validate_update,
)
from tests.kit.nonempty import nonempty
from tests.systems.etcd_backup.rules.backup_samples import (
    FULL_AZURE,
    FULL_S3,
    KEY_URL,
    KMS_KEY_ARN,
    Json,
    azure_blob,
    backup,
    changed,
    s3,
    values,
    without,
)

S3 = "spec.storage.s3"
AZURE = "spec.storage.azureBlob"
SMILE = "\U0001f600"
KMS_FRONT, KMS_ID = KMS_KEY_ARN.rsplit("/", maxsplit=1)
VAULT = "https://v.vault.azure.net/keys/"


def with_field(path: str, value: object) -> Json:
    return changed(FULL_S3 if path.startswith(S3) else FULL_AZURE, path, value)


def paths(verdict: Verdict) -> list[str]:
    return [error.path for error in verdict.errors]


ACCEPTED = {
    f"{S3}.bucket": ["abc", "a" * 63, "1.2", "a-.b", "a.-b", "192.168.0.1", "a--b"],
    f"{S3}.region": ["us-east-1", "aa", "a1", "a" * 63],
    f"{S3}.keyPrefix": ["a", "a" * 1024, "/", "//", "..", "azAZ09!_.*'()/-"],
    f"{S3}.credentials.name": ["a", "a" * 253, "a.b", "1-a.b-1"],
    f"{S3}.kmsKeyARN": [
        "arn:aws:kms:r:123456789012:key/k",
        "arn:aws-cn:kms:r-1:123456789012:key/A-9",
        "arn:aws-us-gov:kms:-:123456789012:key/-",
        f"{KMS_FRONT}/{'k' * (255 - len(KMS_FRONT))}",
    ],
    f"{AZURE}.container": ["abc", "a" * 63, "0-0", "a-b-c"],
    f"{AZURE}.storageAccount": ["abc", "a" * 24, "012"],
    f"{AZURE}.keyPrefix": ["a", "a" * 1024, "/", "..", "azAZ09/_.-"],
    f"{AZURE}.credentials.name": ["a", "a" * 253, "a.b"],
    f"{AZURE}.encryptionKeyURL": [
        *(
            f"https://V-9.{service}.{cloud}/keys/K-9/V9"
            for service in ("vault", "managedhsm")
            for cloud in (
                "azure.net",
                "usgovcloudapi.net",
                "azure.cn",
                "microsoftazure.de",
                "sovcloud-api.fr",
            )
        ),
        VAULT + "k",
        VAULT + "k" * (210 - len(VAULT)),
    ],
}

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
TOO_SHORT = {
    f"{S3}.bucket": ["ab"],
    f"{AZURE}.container": ["ab"],
    f"{AZURE}.storageAccount": ["ab"],
}
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
FIELDS = sorted(ACCEPTED)


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
    assert "rules-not-checked" not in {warning.code for warning in verdict.warnings}
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
    assert "rules-not-checked" in {warning.code for warning in verdict.warnings}


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


REQUIRED = [path for path in FIELDS if "kmsKeyARN" not in path and "encryptionKey" not in path]


@pytest.mark.parametrize(
    "path",
    [*REQUIRED, f"{S3}.credentials", f"{AZURE}.credentials", "spec", "spec.storage"],
)
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
    verdict = validate(
        backup({"storageType": {"a": 1}, "s3": [{"bucket": "b"}, [{"x": 1}]], "azureBlob": None})
    )

    assert verdict.pruned == (
        "spec.storage.s3[0].bucket",
        "spec.storage.s3[1][0].x",
        "spec.storage.storageType.a",
    )


@given(values)
def test_a_status_is_never_a_reason_to_refuse(status: object) -> None:
    verdict = validate({**backup(), "status": status})

    assert verdict.accepted
    assert ("status-dropped" in {w.code for w in verdict.warnings}) == (status is not None)


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
    ({"name": 1}, "must be a string, not integer"),
    ({"labels": "x"}, "must be an object, not string"),
    ({"finalizers": {}}, "must be a list, not object"),
    ({"ownerReferences": [[]]}, "must be an object, not array"),
    ({"ownerReferences": [{"controller": 1.5}]}, "must be true or false, not number"),
    ({"generation": "1"}, "must be a whole number of 64 bits, not string"),
    ({"creationTimestamp": "x"}, "must be a time such as 2026-08-01T00:00:00Z (RFC 3339)"),
    ({"creationTimestamp": True}, "must be a string, not boolean"),
    ({"name": ""}, "Required value: name or generateName is required"),
    ({"resourceVersion": "1"}, "must not be set on a new object"),
    (
        {"annotations": {"a": "x" * 262144}},
        "Too long: may not be more than 262144 bytes, has 262145",
    ),
    (
        {"finalizers": ["foregroundDeletion", "orphan"]},
        "Invalid value: orphan and foregroundDeletion exclude each other",
    ),
    (
        {"ownerReferences": [{"apiVersion": "v1", "kind": "Event", "name": "n", "uid": "u"}]},
        "Invalid value: a v1 Event cannot be an owner",
    ),
    (
        {"ownerReferences": [{"apiVersion": "a/", "kind": "K", "name": "n", "uid": "u"}]},
        "Invalid value: version must not be empty",
    ),
    (
        {"ownerReferences": [{"apiVersion": "v1", "kind": "", "name": "n", "uid": "u"}]},
        'Invalid value: "": must not be empty',
    ),
    (
        {"labels": {"a": "b c"}},
        (
            'Invalid value: "b c": a valid label must be empty or consist of '
            "A-Z, a-z, 0-9, '-', '_' and '.', starting and ending with a letter or digit"
        ),
    ),
]


@pytest.mark.parametrize(
    ("metadata", "message"),
    METADATA_WORDS,
    ids=lambda each: repr(each)[:60],
)
def test_metadata_is_refused_in_these_words(metadata: Json, message: str) -> None:
    assert [error.message for error in validate(backup(**metadata)).errors] == [message]


def test_two_controllers_are_refused_in_these_words() -> None:
    owner = {"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u", "controller": True}
    verdict = validate(backup(ownerReferences=[owner, owner]))

    assert [error.message for error in verdict.errors] == [
        "Invalid value: only one reference can be the controller"
    ]


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (None, "null"),
        (False, "boolean"),
        (2**63 - 1, "integer"),
        (-(2**63), "integer"),
        (2**63, "number"),
        (-(2**63) - 1, "number"),
        (0.0, "number"),
        ("", "string"),
        ({}, "object"),
        ([], "array"),
        ((), "array"),
        (b"", "bytes"),
    ],
)
def test_types_have_json_names(value: object, name: str) -> None:
    assert json_type(value) == name


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a", '"a"'),
        ('"', '"\\""'),
        ("\n\x07é", '"\\n\\x07\\xe9"'),
        ("a" * 120, f'"{"a" * 120}"'),
        ("a" * 121, f'"{"a" * 120}..."'),
    ],
)
def test_values_are_quoted_on_one_line(text: str, shown: str) -> None:
    assert quote(text) == shown


@pytest.mark.parametrize(
    ("problem", "text"),
    [(StatusCause("a.b", "is bad"), "a.b: is bad"), (StatusCause("", "is bad"), "is bad")],
)
def test_a_problem_reads_as_one_line(problem: StatusCause, text: str) -> None:
    assert str(problem) == text


@pytest.mark.parametrize("value", [[], "x", 1, True])
def test_metadata_of_another_type_is_refused(value: object) -> None:
    assert paths(validate({**backup(), "metadata": value})) == ["metadata"]


@pytest.mark.parametrize(
    "manifest", [without(backup(), "metadata"), {**backup(), "metadata": None}]
)
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
    assert paths(validate(backup(ownerReferences=[wrong]))) == [
        "metadata.ownerReferences[0].blockOwnerDeletion"
    ]


def test_problems_with_names_and_shapes_come_together() -> None:
    manifest = changed(backup(name="A", labels={"a": "b c"}), f"{S3}.bucket", 1)

    assert paths(validate(manifest)) == ["metadata.name", "metadata.labels", f"{S3}.bucket"]


@pytest.mark.parametrize(
    ("text", "is_time"),
    [
        ("2026-08-01T00:00:00Z", True),
        ("2026-08-01T1:00:00Z", True),
        ("2026-08-01T23:59:59.123456789012+24:60", True),
        ("2026-08-01T00:00:00,5-00:00", True),
        ("2024-02-29T00:00:00Z", True),
        ("0000-02-29T00:00:00Z", True),
        ("2026-12-31T00:00:00Z", True),
        ("2026-01-01T00:00:00Z", True),
        ("2023-02-29T00:00:00Z", False),
        ("2026-00-01T00:00:00Z", False),
        ("2026-13-01T00:00:00Z", False),
        ("2026-08-00T00:00:00Z", False),
        ("2026-08-32T00:00:00Z", False),
        ("2026-08-01T24:00:00Z", False),
        ("2026-08-01T00:60:00Z", False),
        ("2026-08-01T00:00:60Z", False),
        ("2026-08-01T00:00:00+25:00", False),
        ("2026-08-01T00:00:00+00:61", False),
        ("2026-08-01T00:00:00.Z", False),
        ("2026-08-01t00:00:00Z", False),
        ("2026-08-01T00:00:00z", False),
        ("2026-08-01T00:00:00", False),
        ("2026-08-01T00:00:00Z\n", False),
        ("2026-8-01T00:00:00Z", False),
        ("2026-08-01T00:0:00Z", False),
        ("", False),
    ],
)
def test_times_are_those_that_go_parses(text: str, is_time: bool) -> None:
    assert (parse_rfc3339(text) is not None) is is_time


@pytest.mark.parametrize(
    ("check", "value", "said"),
    [
        (subdomain_problems, "a" * 254, "must be no more than 253 characters"),
        (subdomain_problems, "A", "a lowercase RFC 1123 subdomain must consist of"),
        (dns_label_problems, "a" * 64, "must be no more than 63 characters"),
        (dns_label_problems, "a.b", "a lowercase RFC 1123 label must consist of"),
        (label_value_problems, "a" * 64, "must be no more than 63 characters"),
        (label_value_problems, "a b", "a valid label must be empty or consist of"),
        (qualified_name_problems, "a" * 64, "name part must be no more than 63 characters"),
        (qualified_name_problems, "a b", "name part must consist of"),
        (qualified_name_problems, "", "name part must be non-empty"),
        (qualified_name_problems, "/a", "prefix part must be non-empty"),
        (qualified_name_problems, "A/a", "prefix part a lowercase RFC 1123 subdomain"),
        (qualified_name_problems, "a/b/c", "with at most one '/'"),
    ],
)
def test_names_are_refused_with_the_reason(
    check: Callable[[str], Iterator[str]], value: str, said: str
) -> None:
    assert any(said in problem for problem in check(value))


@given(st.text(max_size=300))
def test_long_and_odd_values_are_shown_on_one_line(value: str) -> None:
    for error in validate(changed(backup(), f"{S3}.bucket", value)).errors:
        assert error.message.isprintable(), error
        assert len(error.message) < 2000


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
        assert validate_update(old, new).errors[0].message == (
            "Invalid value: HCPEtcdBackupSpec is immutable"
        )

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
        location = BackupStorageLocation(bucket="my-bucket")
        verdict = validate_update(new, new, location)

        assert verdict.pruned == ("spec.storage.s3.zone",)
        assert [warning.code for warning in verdict.warnings] == [
            "prefix-inside-backup-storage-location"
        ]

    def test_the_wrong_shape_hides_what_an_update_changes(self) -> None:
        new = changed(backup(s3(region="eu-west-1")), f"{S3}.bucket", 1)

        assert paths(validate_update(backup(), new)) == [f"{S3}.bucket"]
