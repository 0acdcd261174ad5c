"""What the API server says to the metadata of an HCPEtcdBackup."""

import pytest

from openshift_credentials.systems.etcd_backup.rules.backup import validate
from tests.kit.tables import read_rows
from tests.systems.etcd_backup.rules.backup_samples import Json, backup, paths, without

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
