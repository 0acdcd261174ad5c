from typing import Any

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.systems.etcd_backup.rules.backup_status import SUCCESS_MESSAGE, BackupReason, BackupStatus

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


@pytest.mark.parametrize(
    ("message", "advice"),
    [
        ("HostedControlPlane not found in namespace a", "correct hostedCluster"),
        ('credential Secret "s" not found in namespace "n"', "check why the Secret is not"),
        ('pull secret "pull-secret" in namespace "n": x', "restore the pull secret"),
        ("Backup Job failed: DeadlineExceeded", "read the log of its Job's pod"),
        ("something new", "mend that"),
    ],
)
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
