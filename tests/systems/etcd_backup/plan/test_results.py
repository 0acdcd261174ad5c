"""What is told of a backup that has no snapshot, or none yet."""

import pytest

from openshift_credentials.systems.etcd_backup.plan.backups import plan_backups
from openshift_credentials.systems.etcd_backup.plan.results import BackupResult
from openshift_credentials.systems.etcd_backup.rules.backup_status import BackupStatus
from tests.kit.trees import AWS, load

BACKUP = next(iter(plan_backups(load(AWS))))
DELETED = "the object was deleted before the backup finished, and"
AGAIN = "mend that, then set a new trigger: the operator does not retry a backup"
FAILED = {
    "conditions": [
        {
            "type": "BackupCompleted",
            "status": "False",
            "reason": "BackupFailed",
            "message": "the Job failed",
        }
    ]
}


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (
            BackupResult(BACKUP, BackupStatus(), removed=True),
            f"{DELETED} is not repeated; set a new trigger",
        ),
        (
            BackupResult(BACKUP, BackupStatus(), removed=True, unread="no route"),
            "no route is not repeated; set a new trigger",
        ),
        (
            BackupResult(BACKUP, BackupStatus(), unread="no route"),
            "no route; the next 'pulumi up' checks it again",
        ),
        (BackupResult(BACKUP, BackupStatus.of(FAILED)), f"BackupFailed: the Job failed; {AGAIN}"),
    ],
)
def test_the_problem_names_the_backup_and_what_follows(result: BackupResult, told: str) -> None:
    assert result.problem == f"HCPEtcdBackup {BACKUP.namespace}/{BACKUP.name}: {told}"
