"""Verb ``validate`` from the outside."""

import json

import pytest
import yaml
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.cli.running import Runner
from tests.kit.frames import EXAMPLES
from tests.systems.etcd_backup.rules.backup_samples import FULL_S3, Json, azure_blob, backup, changed, s3, values

MARKER = "MARKER-7f3a"


def test_every_document_gets_an_entry_in_input_order(verbs: Runner) -> None:
    documents = [backup(name=f"b{number}") for number in range(5)]
    documents[3] = changed(documents[3], "spec.storage.s3.bucket", "A")
    first = verbs.file("first.yaml", yaml.safe_dump_all(documents[:2]))
    second = verbs.file("second.json", json.dumps({"kind": "List", "items": documents[2:4]}))
    standard_input = json.dumps(documents[4]).encode()
    result = verbs.in_both_forms("validate", first, second, "-", stdin=standard_input)

    assert result.code == 1
    assert result.err == ""
    assert [entry["name"] for entry in result.json] == ["b0", "b1", "b2", "b3", "b4"]
    assert [bool(entry["errors"]) for entry in result.json] == [False] * 3 + [True, False]


def test_warnings_and_pruned_fields_do_not_refuse(verbs: Runner) -> None:
    manifest = backup(s3(zone=1), name="n" * 64)

    assert verbs.run("validate", verbs.file("b.yaml", manifest)).code == 0


def test_another_kind_is_refused_without_showing_its_content(verbs: Runner) -> None:
    secret = {"apiVersion": "v1", "kind": "Secret", "stringData": {"credentials": MARKER}}
    for output in ("text", "json"):
        result = verbs.run("validate", "-o", output, verbs.file("s.yaml", secret))
        assert result.code == 1
        assert MARKER not in result.out + result.err
        assert "kind" in result.out


def test_a_backup_storage_location_can_be_given(verbs: Runner) -> None:
    file = verbs.file("b.yaml", backup(azure_blob(keyPrefix="velero/etcd")))

    def codes(*arguments: str) -> list[str]:
        [entry] = verbs.in_both_forms("validate", *arguments, file).json
        return [warning["code"] for warning in entry["warnings"]]

    disturbs = ["prefix-inside-backup-storage-location"]
    assert codes() == []
    assert codes("--backup-storage-location", "etcd") == disturbs
    assert codes("--backup-storage-location", "etcd/velero") == disturbs
    assert codes("--backup-storage-location", "etcd/other") == []
    assert codes("--backup-storage-location", "other/velero") == []


def whole_manifests() -> st.SearchStrategy[Json]:
    names = ["apiVersion", "kind", "metadata", "spec", "status"]
    return st.dictionaries(st.sampled_from(names), values).map(lambda part: {**FULL_S3, **part})


@settings(
    max_examples=4 * EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    st.binary(max_size=60)
    | st.text(max_size=60).map(str.encode)
    | whole_manifests().map(lambda manifest: json.dumps(manifest).encode())
    | st.text("{}[]:,-\"'\n &*!%~#a1", max_size=60).map(str.encode)
)
def test_no_input_makes_a_traceback(verbs: Runner, content: bytes) -> None:
    file = verbs.file("fuzz", content)
    text = verbs.run("validate", file)
    as_json = verbs.in_both_forms("validate", file)

    assert text.code == as_json.code
    assert text.code in (0, 1, 2)
    assert isinstance(as_json.json, list)
    assert (as_json.code == 2) == bool(as_json.err)


@pytest.mark.parametrize("depth", [10, 190, 199, 200, 300, 480, 700, 900, 960, 1000, 100_000])
@pytest.mark.parametrize("where", ["status", "spec", "metadata", "other", "kind"])
def test_deep_nesting_makes_no_traceback(verbs: Runner, depth: int, where: str) -> None:
    deep = "[" * depth + "]" * depth
    content = json.dumps({**backup(), where: "HERE"}).replace('"HERE"', deep)
    file = verbs.file("deep.json", content)
    result = verbs.run("validate", file)
    job = verbs.run("job", "--backup", file, "--secret", file)

    assert result.code == (2 if depth > 199 else 0 if where in ("status", "other") else 1)
    assert ("nested" in result.err) == (depth > 199)
    assert job.code in (1, 2)
