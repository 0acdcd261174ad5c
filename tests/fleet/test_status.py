"""The status of Stacks in every state that the operator leaves them in."""

import json
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.fleet.status import Judge, State
from tests.cli.command import Outcome, call, call_in_both_forms
from tests.fleet import samples as stacks
from tests.fleet.status_cases import AT, CASES, without_backups
from tests.kit.definitions import problems
from tests.kit.tables import rows_beside
from tests.live.api_server import ApiServer, serving


@pytest.mark.parametrize("case", CASES)
def test_a_state_is_reported_with_its_cause(case: str) -> None:
    content, state, code = CASES[case]
    status = Judge(now=AT, tonight=stacks.TONIGHT).status(content)

    assert status.state is state
    assert (code in [each.code for each in status.notices]) if code else not status.notices
    assert all(each.way_out for each in status.notices)


def test_an_update_that_is_gone_is_not_waited_for() -> None:
    updates = {("fleet", "mc-1-0000"): stacks.update("mc-1-0000")}
    assert Judge(now=AT, updates=updates).status(stacks.running()).state is State.STUCK
    updates = {("fleet", "mc-1-19ab"): stacks.update("mc-1-19ab")}
    assert Judge(now=AT, updates=updates).status(stacks.running()).state is State.RUNNING


@pytest.mark.parametrize(("reason", "failed"), [("BackupSucceeded", ()), ("", ()), ("BackupFailed", ("clusters/b",))])
def test_a_backup_that_did_not_succeed_is_told(reason: str, failed: tuple[str, ...]) -> None:
    found = stacks.succeeded()
    found["status"]["outputs"] = stacks.backups(second=reason)
    status = Judge(now=AT, tonight=stacks.TONIGHT).status(found)
    assert status.failed == failed


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
    status = Judge(now=AT, updates=updates, longest_age=timedelta(days=3)).status(failed)
    assert status.newest_success == datetime(2026, 11, 21, 1, tzinfo=UTC)


@pytest.mark.without_golden  # the trigger is a date of these days
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


# The command that tells the state of a fleet.

UPDATES = "/apis/auto.pulumi.com/v1alpha1/updates"


def write(path: Path, *items: stacks.Object) -> Path:
    path.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": list(items)}))
    return path


def status_of(path: Path, *arguments: str) -> Outcome:
    return call("fleet", "status", str(path), "--now", stacks.NOW, *arguments)


@pytest.mark.without_golden  # the table has all of them
@pytest.mark.parametrize("case", CASES)
def test_the_exit_code_calls_somebody_only_where_one_is_needed(tmp_path: Path, case: str) -> None:
    content, state, code = CASES[case]
    path = write(tmp_path / "stacks.json", content, stacks.succeeded("mc-9"))

    outcome = status_of(path, "-o", "json")

    report = json.loads(outcome.results)
    needed = code in ("backup-failed", "backup-missing") or state in (
        State.STALLED, State.STUCK, State.UNSEEN,
    )  # fmt: skip
    assert outcome.code == int(needed)
    assert report["needsSomebody"] is needed
    assert report["trigger"] == stacks.TONIGHT
    assert problems("fleet status", report) == []


def test_an_update_of_a_cluster_tells_when_the_last_success_was(tmp_path: Path) -> None:
    failed = stacks.retrying("error")
    update = stacks.update("u", end="2026-11-22T05:00:00Z")
    unnamed = {key: part for key, part in update.items() if key not in ("apiVersion", "kind")}
    answers = {"/apis/pulumi.com/v1/stacks": [failed], UPDATES: [unnamed]}
    with serving(ApiServer(answers)) as server:
        live = ("fleet", "status", "live", "--now", stacks.NOW, "--kubeconfig")
        found = call_in_both_forms(*live, server.kubeconfig(tmp_path))
    recorded = status_of(write(tmp_path / "s.json", failed, update), "-o", "json")
    assert found.results == recorded.results
    assert json.loads(found.results)["stacks"][0]["ageSeconds"] == 3600


def test_a_cluster_that_refuses_the_list_is_told_with_the_way_out(tmp_path: Path) -> None:
    with serving(ApiServer({"/apis/pulumi.com/v1/stacks": HTTPStatus.FORBIDDEN})) as server:
        kubeconfig = server.kubeconfig(tmp_path)
        outcome = call("fleet", "status", "live", "--kubeconfig", kubeconfig)
    assert outcome.code == 2
    assert outcome.others == (
        "error: Stacks cannot be listed (forbidden); allow 'list stacks.pulumi.com', or check "
        "that the operator is installed\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("live", "a.json"), "live cannot be combined with a file; use one of them"),
        (("-", "--watch"), "--watch: standard input can be read only once; use a file, or live"),
    ],
)
def test_sources_that_cannot_be_read_together_are_refused(arguments: tuple[str, ...], message: str) -> None:
    outcome = call("fleet", "status", *arguments)
    assert (outcome.code, outcome.others) == (2, f"error: {message}\n")


@pytest.mark.parametrize("output", ["text", "markdown"])
def test_snapshots_are_listed_where_they_are_asked_for(tmp_path: Path, output: str) -> None:
    path = write(tmp_path / "stacks.json", stacks.succeeded(), stacks.retrying("error"))
    url = stacks.URL.format(1795309800)
    assert url not in status_of(path, "-o", output).results
    listed = status_of(path, "-o", output, "--snapshots").results
    assert f"mc-1 clusters/a: {url}\n" in listed
    assert f"mc-1 clusters/b: {url} (of an earlier update)\n" in listed


@pytest.mark.parametrize(
    ("interval", "seconds"), [((), 15.0), (("--interval", "0.5"), 0.5), (("--interval", "0"), 0.1)]
)
def test_watching_ends_once_nothing_is_under_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, interval: tuple[str, ...], seconds: float
) -> None:
    path = write(tmp_path / "stacks.json", stacks.running())

    waited: list[float] = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) > 1:
            write(path, stacks.succeeded())

    monkeypatch.setattr("time.sleep", sleep)

    outcome = status_of(path, "--watch", *interval)

    assert outcome.code == 0
    assert waited == [seconds, seconds]
    assert outcome.others == "06:00:00 1 stack: 1 running\n" * 2
    assert "1 stack: 1 succeeded" in outcome.results


@rows_beside("text, expected")
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


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(STATUS, JSON)))
def test_no_status_ends_in_a_traceback(status: dict[str, object]) -> None:
    content = {**stacks.stack(), "status": status}
    assert Judge(now=AT, tonight="x").status(content)
