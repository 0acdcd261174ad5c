"""The status of Stacks in every state that the operator leaves them in."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openshift_credentials.fleet.rules.stack_causes import StalledReason, causes
from openshift_credentials.fleet.rules.stack_status import Judge, State
from tests.cli.command import Outcome, call
from tests.fleet import stacks

AT = datetime(2026, 11, 22, 6, tzinfo=UTC)
LOCK = "error: the stack is currently locked by 1 lock(s). Either wait ... or `pulumi cancel`"
EXISTS = 'error: hcpetcdbackups "a" already exists'
TAKEN = "error: aws:iam/role:Role x: the resource exists and is not in the state of the stack"
GONE = "error: Missing required: openshift-credentials:tokenIssuer: or another system is required"
DRIFT = "error: no changes were expected but changes were proposed"
FAILED = "HCPEtcdBackup clusters-b/x-1: BackupFailed: the Job failed"


def unseen(**metadata: Any) -> stacks.Object:  # noqa: ANN401 - any JSON
    found = stacks.succeeded()
    found["metadata"] |= metadata
    return found


def without_backups(stack: stacks.Object, *kept: str) -> stacks.Object:
    outputs = stack["status"]["outputs"]
    outputs["backups"] = [each for each in outputs["backups"] if each["hostedCluster"] in kept]
    return stack


CASES: dict[str, tuple[stacks.Object, State, str | None]] = {
    "a success": (stacks.succeeded(), State.SUCCEEDED, None),
    "yesterday's trigger": (stacks.succeeded(trigger="2026-11-21"), State.BEHIND, "trigger-behind"),
    "a success without any backup": (
        without_backups(stacks.succeeded()),
        State.BEHIND,
        "backup-missing",
    ),
    "a sentinel that waits and was never processed": (
        {
            **stacks.waiting(),
            "status": {**stacks.waiting()["status"], "observedGeneration": 0},
        },
        State.WAITING,
        None,
    ),
    "at work": (stacks.running(), State.RUNNING, None),
    "at work since yesterday": (
        stacks.running("2026-11-21T01:00:00Z"),
        State.STUCK,
        "stack-stuck",
    ),
    "waiting for another": (stacks.waiting(), State.WAITING, None),
    "tried again": (stacks.retrying("error: x"), State.RETRYING, "stack-retrying"),
    "tried again, backup failed": (stacks.retrying(FAILED), State.RETRYING, "backup-failed"),
    "frozen": (stacks.frozen(), State.FROZEN, "stack-frozen"),
    "a new generation that nobody saw": (unseen(generation=4), State.UNSEEN, "stack-unseen"),
    "a request that nobody saw": (
        unseen(annotations={"pulumi.com/reconciliation-request": "now"}),
        State.UNSEEN,
        "stack-unseen",
    ),
    "a request that was processed": (
        {
            **unseen(annotations={"pulumi.com/reconciliation-request": "now"}),
            "status": {**stacks.succeeded()["status"], "observedReconcileRequest": "now"},
        },
        State.SUCCEEDED,
        None,
    ),
    "a request that was processed, and a new generation": (
        {
            **unseen(annotations={"pulumi.com/reconciliation-request": "now"}, generation=4),
            "status": {**stacks.succeeded()["status"], "observedReconcileRequest": "now"},
        },
        State.UNSEEN,
        "stack-unseen",
    ),
    "never looked at": ({**stacks.stack(), "status": {}}, State.UNSEEN, "stack-unseen"),
    "being deleted": (unseen(deletionTimestamp=stacks.NOW), State.DELETING, None),
    "failed four times": (
        stacks.stalled("UpdateFailed", "up failed 3 times", message="error: x"),
        State.STALLED,
        "update-failed",
    ),
    "locked": (stacks.stalled("UpdateFailed", message=LOCK), State.STALLED, "stack-locked"),
    "locked while it is set up": (
        stacks.stalled("WorkspaceFailed", LOCK),
        State.STALLED,
        "stack-locked",
    ),
    "killed with a backup under way": (
        stacks.stalled("UpdateFailed", message=EXISTS),
        State.STALLED,
        "backup-exists",
    ),
    "killed with a role made and not recorded": (
        stacks.stalled("UpdateFailed", message=TAKEN),
        State.STALLED,
        "cloud-exists",
    ),
    "restarted without its settings": (
        stacks.stalled("UpdateFailed", message=GONE),
        State.STALLED,
        "settings-gone",
    ),
    "not installed": (
        stacks.stalled("WorkspaceFailed", "InstallationFailed: pip"),
        State.STALLED,
        "workspace-failed",
    ),
    "a reference across namespaces": (
        stacks.stalled("SpecInvalid", "cross-namespace refs are not allowed"),
        State.STALLED,
        "stack-spec",
    ),
    "no source": (stacks.stalled("SourceUnavailable"), State.STALLED, "stack-source"),
    "an old CLI": (stacks.stalled("PulumiVersionTooLow"), State.STALLED, "pulumi-too-old"),
    "a conflict": (stacks.stalled("UpdateConflict"), State.STALLED, "update-failed"),
    "its namespace goes": (
        stacks.stalled("NamespaceTerminating"),
        State.STALLED,
        "namespace-gone",
    ),
    "a reason of a later release": (stacks.stalled("Tired"), State.STALLED, "stack-stalled"),
    "nothing drifted": (stacks.sentinel(), State.SUCCEEDED, None),
    "drift, tried again": (
        stacks.sentinel(("Reconciling", "PreviewFailed", "1 attempt"), message=DRIFT),
        State.DRIFT,
        "drift",
    ),
    "drift": (
        stacks.sentinel(("Stalled", "UpdateFailed", "preview failed 3 times"), message=DRIFT),
        State.DRIFT,
        "drift",
    ),
    "nobody could look": (
        stacks.sentinel(("Stalled", "UpdateFailed", "x"), message="error: connection refused"),
        State.STALLED,
        "update-failed",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_state_is_told_with_its_cause(case: str) -> None:
    content, state, code = CASES[case]
    status = Judge(now=AT, tonight=stacks.TONIGHT).status(content)

    found = list(causes(status, AT, timedelta(hours=26)))

    assert status.state is state
    assert (code in [each.code for each in found]) if code else not found
    assert all(each.way_out for each in found)


def test_every_reason_to_stall_has_a_way_out_of_its_own() -> None:
    for reason in StalledReason:
        status = Judge(now=AT).status(stacks.stalled(reason))
        (found,) = causes(status, AT, timedelta(hours=26))
        assert found.code != "stack-stalled"
        assert found.way_out, reason


def test_an_update_that_is_gone_is_not_waited_for() -> None:
    updates = {("fleet", "mc-1-0000"): stacks.update("mc-1-0000")}
    assert Judge(now=AT, updates=updates).status(stacks.running()).state is State.STUCK
    updates = {("fleet", "mc-1-19ab"): stacks.update("mc-1-19ab")}
    assert Judge(now=AT, updates=updates).status(stacks.running()).state is State.RUNNING


def test_the_newest_success_behind_a_failure_is_that_of_the_snapshot_or_of_an_update() -> None:
    failed = stacks.retrying("error")
    assert Judge(now=AT).status(failed).newest_success == datetime.fromtimestamp(1795309800, UTC)
    early, late = "2026-11-20T01:00:00Z", "2026-11-21T01:00:00Z"
    updates = {
        ("fleet", "a"): stacks.update("a", end=early),
        ("fleet", "b"): stacks.update("b", end=late),
        ("fleet", "c"): stacks.update("c", end=stacks.NOW, failed=True),
        ("fleet", "d"): stacks.update("d", "preview"),
    }
    status = Judge(now=AT, updates=updates).status(failed)
    assert status.newest_success == datetime(2026, 11, 21, 1, tzinfo=UTC)


def test_failed_hosted_clusters_have_the_names_of_the_configuration() -> None:
    status = Judge(now=AT).status(stacks.retrying(FAILED))
    assert status.failed == ("clusters/b",)
    assert status.outdated
    assert set(status.snapshots) == {"clusters/a", "clusters/b"}


def write(path: Path, *items: stacks.Object) -> Path:
    path.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": list(items)}))
    return path


def status_of(path: Path, *arguments: str) -> Outcome:
    return call("fleet", "status", str(path), "--now", stacks.NOW, *arguments)


@pytest.mark.parametrize("case", CASES)
def test_the_exit_code_calls_somebody_only_where_one_is_needed(tmp_path: Path, case: str) -> None:
    content, state, code = CASES[case]
    path = write(tmp_path / "stacks.json", content, stacks.succeeded("mc-9"))

    outcome = status_of(path, "-o", "json")

    report = json.loads(outcome.results)
    needed = code in ("backup-failed", "backup-missing") or state in (
        State.STALLED, State.STUCK, State.UNSEEN, State.DRIFT,
    )  # fmt: skip
    assert outcome.code == int(needed)
    assert report["needsSomebody"] is needed
    assert report["trigger"] == stacks.TONIGHT


def test_a_stack_without_the_trigger_that_was_asked_for_is_late(tmp_path: Path) -> None:
    path = write(tmp_path / "stacks.json", stacks.succeeded(trigger="2026-11-21"))
    assert status_of(path).code == 0
    outcome = status_of(path, "--trigger", stacks.TONIGHT)
    assert outcome.code == 1
    assert "has trigger 2026-11-21, not tonight's" in outcome.results


def test_an_old_success_calls_somebody(tmp_path: Path) -> None:
    path = write(tmp_path / "stacks.json", stacks.succeeded())
    assert status_of(path, "--max-age", "4h").code == 1
    assert status_of(path, "--max-age", "5h").code == 0


def test_the_table_has_what_a_person_needs(tmp_path: Path) -> None:
    path = write(tmp_path / "stacks.json", *(content for content, _, _ in CASES.values()))

    text = status_of(path).results
    markdown = status_of(path, "-o", "markdown").results

    assert text.splitlines()[0] == "Tonight's trigger: 2026-11-22 (the newest among the stacks)"
    assert "pulumi cancel --yes --stack mc-1" in text
    assert text.splitlines()[-1].startswith(f"{len(CASES)} stacks: ")
    assert markdown.count("\n| fleet/mc-1") == len(CASES)
    assert "clusters/b" in markdown


@pytest.mark.parametrize("output", ["text", "markdown"])
def test_snapshots_are_listed_where_they_are_asked_for(tmp_path: Path, output: str) -> None:
    path = write(tmp_path / "stacks.json", stacks.succeeded(), stacks.retrying("error"))
    url = stacks.URL.format(1795309800)
    assert url not in status_of(path, "-o", output).results
    listed = status_of(path, "-o", output, "--snapshots").results
    assert f"mc-1 clusters/a: {url}\n" in listed
    assert f"mc-1 clusters/b: {url} (of an earlier update)\n" in listed


def test_watching_ends_once_nothing_is_under_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "stacks.json", stacks.running())

    def sleep(_: float) -> None:
        write(path, stacks.succeeded())

    monkeypatch.setattr("time.sleep", sleep)

    outcome = status_of(path, "--watch")

    assert outcome.code == 0
    assert "1 stack: 1 running" in outcome.others
    assert "1 stack: 1 succeeded" in outcome.results


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"kind": "Pod", "apiVersion": "v1"}', "contains no Stack of the operator"),
        ("[", "is neither YAML nor JSON"),
        ("", "is empty"),
    ],
)
def test_what_is_no_stack_is_refused(tmp_path: Path, text: str, expected: str) -> None:
    (tmp_path / "stacks.json").write_text(text)
    outcome = status_of(tmp_path / "stacks.json")
    assert outcome.code == 2
    assert expected in outcome.others


STATUS = ("conditions", "lastUpdate", "outputs", "currentUpdate", "observedGeneration")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@settings(max_examples=20)
@given(
    st.fixed_dictionaries(
        {},
        optional=dict.fromkeys(STATUS, JSON),
    )
)
def test_no_status_ends_in_a_traceback(status: dict[str, object]) -> None:
    content = {**stacks.stack(), "status": status}
    judged = Judge(now=AT, tonight="x").status(content)
    assert list(causes(judged, AT, timedelta(1))) is not None


def test_a_success_is_what_the_outputs_say_for_the_trigger(tmp_path: Path) -> None:
    found = without_backups(stacks.succeeded(), "clusters/a")
    status = Judge(now=AT, tonight=stacks.TONIGHT).status(found)

    assert status.missing == ("clusters/b",)
    assert status.newest_success == datetime(2026, 11, 22, 1, 10, tzinfo=UTC)  # of its snapshot

    (tmp_path / "stacks.json").write_text(json.dumps({"kind": "List", "items": [found]}))
    outcome = call("fleet", "status", str(tmp_path / "stacks.json"), "--trigger", stacks.TONIGHT)
    assert outcome.code == 1
    assert "no backup of clusters/b for its trigger" in outcome.results


def test_no_backup_is_expected_without_a_trigger_or_with_schedules() -> None:
    without_trigger = without_backups(stacks.succeeded(trigger=""))
    with_schedules = without_backups(stacks.succeeded())
    with_schedules["spec"]["config"]["openshift-credentials:etcdBackup"]["oadp"] = {}

    for stack in (without_trigger, with_schedules):
        assert Judge(now=AT).status(stack).state is State.SUCCEEDED
