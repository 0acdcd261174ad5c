"""What is told of a backup that has no snapshot, or none yet."""

import pytest

from openshift_credentials.base.errors import ContractError
from openshift_credentials.systems.etcd_backup.plan import plan_of
from openshift_credentials.systems.etcd_backup.plan.earlier import BackupResult, assert_success
from openshift_credentials.systems.etcd_backup.rules.backup_status import SUCCESS_MESSAGE, BackupStatus
from tests.kit.trees import AWS, load

BACKUP = plan_of(load(AWS)).backups[0]
DELETED = "the object was deleted before the backup finished, and"
MISSING = 'namespaces "x" not found'
AGAIN = "mend that, then set a new trigger: the operator does not retry a backup"
FAILED = {
    "conditions": [
        {"type": "BackupCompleted", "status": "False", "reason": "BackupFailed", "message": "the Job failed"}
    ]
}


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (BackupResult(BACKUP, BackupStatus(), removed=True), f"{DELETED} is not repeated; set a new trigger"),
        (
            BackupResult(BACKUP, BackupStatus(), removed=True, unread="no route"),
            "no route is not repeated; set a new trigger",
        ),
        (BackupResult(BACKUP, BackupStatus(), unread="no route"), "no route; the next 'pulumi up' checks it again"),
        (
            BackupResult(BACKUP, BackupStatus(), refused=MISSING),
            (
                f"the API server does not create it: {MISSING}; correct hostedCluster or "
                "hostedControlPlaneNamespace, then run 'pulumi up' again"
            ),
        ),
        (BackupResult(BACKUP, BackupStatus.of(FAILED)), f"BackupFailed: the Job failed; {AGAIN}"),
    ],
)
def test_the_problem_names_the_backup_and_what_follows(result: BackupResult, told: str) -> None:
    assert result.problem == f"HCPEtcdBackup {BACKUP.namespace}/{BACKUP.name}: {told}"


def test_a_backup_that_is_deleted_while_it_runs_is_said_to_be_deleted() -> None:
    running = BackupStatus("BackupInProgress", "the Job runs")
    told = str(BackupResult(BACKUP, running, removed=True).end_notice(12))
    assert "deleted before it finished (12 s)" in told
    assert "BackupInProgress" not in told


def test_a_refused_object_is_an_outcome_of_its_own() -> None:
    result = BackupResult(BACKUP, BackupStatus(), refused="forbidden")
    assert (result.document["reason"], result.document["message"]) == ("NotCreated", "forbidden")
    assert "not created, forbidden" in str(result.note)
    with pytest.raises(ContractError, match="1 backup has not succeeded"):
        assert_success([result])


STATUSES = {
    "none": BackupStatus(),
    "running": BackupStatus("BackupInProgress", "the Job runs"),
    "succeeded": BackupStatus("BackupSucceeded", SUCCESS_MESSAGE, "s3://snapshots/1.db"),
    "without a URL": BackupStatus("BackupSucceeded", SUCCESS_MESSAGE),
    "failed": BackupStatus.of(FAILED),
    "rejected": BackupStatus("BackupRejected", "another backup runs"),
    "unhealthy": BackupStatus("EtcdUnhealthy", "2 of 3 members"),
    "waiting": BackupStatus("BackupWaitingForCredentials", "no Secret"),
    "counted as completed": BackupStatus("EtcdUnhealthy", "m", unusual_status="True"),
    "without a control plane": BackupStatus("BackupFailed", "HostedControlPlane not found in a"),
    "without a Secret": BackupStatus("BackupFailed", 'credential Secret "s" not found'),
    "without a pull secret": BackupStatus("BackupFailed", 'pull secret "p": x'),
    "after a failed Job": BackupStatus("BackupFailed", "Backup Job failed: DeadlineExceeded"),
}


@pytest.mark.parametrize("unread", ["", "no route"])
@pytest.mark.parametrize("removed", [False, True])
@pytest.mark.parametrize("status", STATUSES)
def test_every_outcome_is_told_word_for_word(status: str, removed: bool, unread: str) -> None:
    """The golden file has the words; here is which of them are told at all."""
    result = BackupResult(BACKUP, STATUSES[status], removed=removed, unread=unread)
    has_succeeded = result.status.succeeded
    assert result.end_notice(1.4).severity == ("info" if has_succeeded else "warning")
    assert (result.note is not None) is (removed and has_succeeded)
    assert (result.warning is not None) is (status == "without a URL")
    assert (result.forecast is not None) is (result.problem is not None)
    is_known = result.problem is not None and (removed or status != "none")
    assert (result.status_notice is not None) is is_known
