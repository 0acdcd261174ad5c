"""The status of Stacks in every state that the operator leaves them in."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from openshift_credentials.fleet.status import Judge, State, causes, newest_trigger
from tests.cli.command import call
from tests.fleet import stacks
from tests.fleet.status_cases import AT, CASES, FAILED, without_backups


@pytest.mark.parametrize("case", CASES)
def test_a_state_is_reported_with_its_cause(case: str) -> None:
    content, state, code = CASES[case]
    status = Judge(now=AT, tonight=stacks.TONIGHT).status(content)

    found = list(causes(status, AT, timedelta(hours=26)))

    assert status.state is state
    assert (code in [each.code for each in found]) if code else not found
    assert all(each.way_out for each in found)


def test_tonights_trigger_is_the_newest_of_the_stacks_that_are_updated() -> None:
    def stack(trigger: str, **spec: object) -> dict[str, object]:
        branch = {"backupDefaults": {"trigger": trigger}}
        config = {"openshift-credentials:etcdBackup": branch}
        return {"spec": {"config": config, **spec}}

    looking = stack("2026-11-23", preview=True)
    assert newest_trigger([stack("2026-11-21"), stack("2026-11-22"), looking]) == "2026-11-22"
    assert newest_trigger([stack("2026-11-21", preview=False), looking]) == "2026-11-21"
    assert newest_trigger([looking]) == ""


@pytest.mark.parametrize("case", CASES)
def test_the_reason_is_that_of_the_condition_that_decides(case: str) -> None:
    content, state, _ = CASES[case]
    status = Judge(now=AT, tonight=stacks.TONIGHT).status(content)
    true = {
        condition["type"]: condition
        for condition in content.get("status", {}).get("conditions", ())
        if condition["status"] == "True"
    }
    decisive = true.get("Stalled") or true.get("Reconciling")
    if decisive and state not in (State.UNSEEN, State.DELETING):
        assert status.reason == decisive["reason"]
        assert decisive["message"] in status.message
    else:
        assert status.reason == ""


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
    status = Judge(now=AT, updates=updates).status(failed)
    assert status.newest_success == datetime(2026, 11, 21, 1, tzinfo=UTC)


def test_failed_hosted_clusters_have_the_names_of_the_configuration() -> None:
    status = Judge(now=AT).status(stacks.retrying(FAILED))
    assert status.failed == ("clusters/b",)
    assert status.outdated
    assert set(status.snapshots) == {"clusters/a", "clusters/b"}


def test_a_hosted_cluster_is_found_by_the_namespace_that_its_backup_names() -> None:
    stack = stacks.retrying(FAILED)
    _, second = stack["spec"]["config"]["openshift-credentials:etcdBackup"]["backups"]
    second |= {"hostedCluster": "shop/prod", "hostedControlPlaneNamespace": "clusters-b"}
    assert Judge(now=AT).status(stack).failed == ("shop/prod",)


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
