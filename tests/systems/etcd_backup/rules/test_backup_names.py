"""Names, prefixes and status of backups."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.systems.etcd_backup.rules.backup_status import SUCCESS_MESSAGE, BackupReason, BackupStatus
from openshift_credentials.systems.etcd_backup.rules.names import (
    AZURE_KEY_PREFIX,
    BACKUP_NAME_LIMIT,
    DEFAULT_ROOT,
    KEY_PREFIX_TEMPLATE,
    S3_KEY_PREFIX,
    backup_name,
    default_template,
    is_below,
    is_literal,
    object_key_pattern,
    render,
)
from openshift_credentials.systems.etcd_backup.settings import AzureBlobStorage, S3Storage
from tests.kit.tables import rows_beside

LABEL = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")

clusters = st.from_regex(r"[a-z0-9]{1,20}/[a-z0-9]([-.a-z0-9]{0,60}[a-z0-9])?", fullmatch=True)
triggers = st.text(min_size=1, max_size=60)
identities = st.dictionaries(
    st.sampled_from(["namespace", "mode", "contract", "spec"]),
    st.text(max_size=8) | st.dictionaries(st.text(max_size=4), st.text(max_size=4), max_size=3),
)
inputs = st.tuples(clusters, triggers, identities)


def canonical(value: tuple[str, str, dict[str, object]]) -> str:
    return json.dumps(value, sort_keys=True)


@given(inputs)
def test_a_name_is_a_short_label_and_always_the_same(value: tuple[str, str, dict[str, object]]) -> None:
    name = backup_name(*value)
    assert LABEL.fullmatch(name)
    assert len(name) <= BACKUP_NAME_LIMIT == 45
    assert name == backup_name(value[0], value[1], dict(reversed(value[2].items())))


@given(st.lists(inputs, min_size=2, max_size=30, unique_by=canonical))
def test_different_input_never_has_the_same_name(values: list[tuple[str, str, dict[str, object]]]) -> None:
    assert len({backup_name(*value) for value in values}) == len(values)


@given(st.text(max_size=10), st.text(max_size=10), st.text(max_size=10), st.text(max_size=10))
def test_a_text_does_not_pass_for_that_of_a_neighbour(a: str, b: str, c: str, d: str) -> None:
    first = backup_name("ns/x", a, {"namespace": b})
    second = backup_name("ns/x", c, {"namespace": d})
    assert (first == second) == ((a, b) == (c, d))


def test_twenty_thousand_backups_of_one_namespace_have_as_many_names() -> None:
    assert len({backup_name("ns/x", f"t{number}", {})[-13:] for number in range(20_000)}) == (20_000)


def test_the_front_is_the_cluster_and_the_trigger_where_both_fit() -> None:
    assert backup_name("clusters/my.cluster", "2026-11-21", {}).startswith("my-cluster-2026-11-21-")
    long_trigger = backup_name("clusters/my-cluster", "x" * 40, {})
    assert re.fullmatch(r"my-cluster-[a-z2-7]{13}", long_trigger)
    long_cluster = backup_name(f"clusters/{'a' * 30}-{'b' * 30}", "x", {})
    assert re.fullmatch(r"a{30}-[a-z2-7]{13}", long_cluster)


@rows_beside("hosted_cluster, trigger, front")
def test_the_front_of_a_name_is_a_label_whatever_the_trigger_is(hosted_cluster: str, trigger: str, front: str) -> None:
    assert backup_name(hosted_cluster, trigger, {})[:-14] == front


def test_any_part_of_the_input_changes_the_name() -> None:
    identity = {"namespace": "n", "mode": "m", "contract": "c", "spec": {"a": {"b": "c"}}}
    names = {
        backup_name("ns/x", "t", identity),
        backup_name("ms/x", "t", identity),
        backup_name("ns/y", "t", identity),
        backup_name("ns/x", "T", identity),
        backup_name("ns/x", "t", {**identity, "namespace": "o"}),
        backup_name("ns/x", "t", {**identity, "mode": "o"}),
        backup_name("ns/x", "t", {**identity, "contract": "o"}),
        backup_name("ns/x", "t", {**identity, "spec": {"a": {"b": "d"}}}),
    }
    assert len(names) == 8


FINAL = {"BackupSucceeded", "BackupFailed", "BackupRejected"}


def status(reason: str, message: str = "m", **more: object) -> dict[str, Any]:
    other = {"type": "Other", "reason": "BackupSucceeded", "status": "True"}
    condition = {"type": "BackupCompleted", "reason": reason, "message": message}
    return {"conditions": [other, condition], **more}


def test_the_condition_and_the_url_are_read() -> None:
    read = BackupStatus.of(status("BackupSucceeded", "done", snapshotURL="s3://b/k.db"))
    assert read == BackupStatus("BackupSucceeded", "done", "s3://b/k.db")
    assert read.succeeded
    assert read.problem is None


@pytest.mark.parametrize("empty", [None, {}, {"conditions": []}, {"conditions": None}, {"conditions": [{"type": "x"}]}])
def test_a_status_without_the_condition_has_no_reason(empty: dict[str, Any] | None) -> None:
    read = BackupStatus.of(empty)
    assert read == BackupStatus()
    assert not read.has_ended
    assert "the operator has not processed it" in str(read.problem)


@pytest.mark.parametrize("stated", ["True", "False", "Unknown"])
@pytest.mark.parametrize("reason", [*BackupReason, "Else"])
def test_a_backup_has_ended_as_the_operator_decides(reason: str, stated: str) -> None:
    """``isTerminal`` of reconciler.go: the status counts with every reason."""
    found = status(reason)
    found["conditions"][1]["status"] = stated
    read = BackupStatus.of(found)
    is_true = stated == "True"
    assert read.has_ended == (is_true or reason in ("BackupFailed", "BackupRejected"))
    assert read.succeeded == (is_true and reason == "BackupSucceeded")
    assert BackupStatus.from_record(read.record) == read
    assert (read.problem is None) == read.succeeded
    if read.has_ended and not read.succeeded:
        assert "new trigger" in str(read.problem)


@pytest.mark.parametrize("reason", BackupReason)
def test_only_three_reasons_are_final(reason: BackupReason) -> None:
    assert BackupStatus.of(status(reason)).has_ended == (reason in FINAL)


@pytest.mark.parametrize("reason", [each for each in BackupReason if each != BackupReason.SUCCEEDED])
def test_every_other_reason_is_a_problem_with_its_message_and_advice(reason: BackupReason) -> None:
    problem = BackupStatus.of(status(reason, "what happened")).problem
    assert problem is not None
    assert problem.startswith(f"{reason}: what happened; ")
    assert ("new trigger" in problem) == (reason in FINAL)


def test_unhealthy_etcd_is_reported_apart_from_a_running_job() -> None:
    unhealthy = str(BackupStatus.of(status("EtcdUnhealthy")).problem)
    running = str(BackupStatus.of(status("BackupInProgress")).problem)
    assert "no Job is running" in unhealthy
    assert "its Job was still running" in running


@rows_beside("message, advice")
def test_a_failure_comes_with_the_advice_that_fits_its_message(message: str, advice: str) -> None:
    assert advice in str(BackupStatus.of(status("BackupFailed", message)).problem)


@given(st.text(max_size=9), st.text(max_size=9), st.text(max_size=9))
def test_a_record_has_the_whole_status(reason: str, message: str, url: str) -> None:
    for status in (
        BackupStatus(reason, message, url),
        BackupStatus(BackupReason.SUCCEEDED, message, url),
        BackupStatus(BackupReason.SUCCEEDED, SUCCESS_MESSAGE, url),
    ):
        assert BackupStatus.from_record(status.record) == status


def test_the_record_of_the_usual_success_is_its_url() -> None:
    """A state has one for each backup."""
    assert BackupStatus(BackupReason.SUCCEEDED, SUCCESS_MESSAGE, "s3://b/1.db").record == "s3://b/1.db"
    failed = BackupStatus(BackupReason.FAILED, "why")
    assert failed.record == {"reason": "BackupFailed", "message": "why"}


TOO_LONG = "must leave room for the snapshot's name: at most 1010 characters, so that the key has no more than 1024"
names = st.from_regex(r"[a-z0-9]([-a-z0-9]{0,8}[a-z0-9])?", fullmatch=True)
prefixed_clusters = st.tuples(names, names).map("/".join)
roots = st.from_regex(r"[a-zA-Z0-9_-]{1,8}(/[a-zA-Z0-9_-]{1,8}){0,2}/?", fullmatch=True)


@given(roots, st.lists(prefixed_clusters, unique=True, max_size=20))
def test_by_default_no_two_clusters_share_a_prefix_and_all_are_below_the_root(
    root: str, hosted_clusters: list[str]
) -> None:
    prefixes = [render(default_template(root), cluster) for cluster in hosted_clusters]
    assert len(set(prefixes)) == len(prefixes)
    assert all(is_below(root, prefix) for prefix in prefixes)
    assert not any(S3_KEY_PREFIX.problem(prefix) for prefix in prefixes)
    assert not any(AZURE_KEY_PREFIX.problem(prefix) for prefix in prefixes)


@given(roots, prefixed_clusters)
def test_a_literal_prefix_is_rendered_as_it_is(prefix: str, cluster: str) -> None:
    assert is_literal(prefix)
    assert render(prefix, cluster) == prefix


def test_placeholders_stand_for_namespace_and_name() -> None:
    assert render("a/{name}/{namespace}/{name}", "ns/my.cluster") == "a/my.cluster/ns/my.cluster"
    assert not is_literal("a/{name}")
    assert not is_literal("{namespace}")


@rows_beside("root, prefix, below")
def test_below_is_meant_by_parts(root: str, prefix: str, below: bool) -> None:
    assert is_below(root, prefix) is below


def test_a_key_has_one_slash_between_prefix_and_time() -> None:
    assert object_key_pattern("a/b") == object_key_pattern("a/b/") == "a/b/<Unix seconds>.db"


def test_the_default_root_is_that_of_both_storages() -> None:
    for model in (S3Storage, AzureBlobStorage):
        assert model.model_fields["key_prefix"].default == DEFAULT_ROOT


def test_the_default_template_of_the_default_root_is_the_documented_one() -> None:
    assert default_template(DEFAULT_ROOT) == "etcd-backups/{namespace}/{name}"
    assert KEY_PREFIX_TEMPLATE.problem(default_template(DEFAULT_ROOT)) is None


@pytest.mark.parametrize(
    ("prefix", "problem"),
    [
        ("a/b.c/..d", None),
        ("a/", None),
        ("/a", "must not start with '/' or have an empty part ('//')"),
        ("a//b", "must not start with '/' or have an empty part ('//')"),
        ("a/./b", "must not have a part that is '.' or '..'"),
        ("../a", "must not have a part that is '.' or '..'"),
        ("a" * 1010, None),
        ("a" * 1011, TOO_LONG),
    ],
)
def test_a_prefix_has_whole_parts_and_leaves_room_for_the_snapshot(prefix: str, problem: str | None) -> None:
    assert S3_KEY_PREFIX.problem(prefix) == problem
    assert AZURE_KEY_PREFIX.problem(prefix) == problem
