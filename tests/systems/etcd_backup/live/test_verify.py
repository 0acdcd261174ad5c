"""``verify``: the verdict on a backup, and the real Job beside the predicted one."""

import copy
from typing import Final

from openshift_credentials.live.check import State
from openshift_credentials.systems.etcd_backup.live import places
from openshift_credentials.systems.etcd_backup.live.jobs import differences
from openshift_credentials.systems.etcd_backup.live.verify import verify
from tests.kit.trees import AWS, AZURE, changed, load
from tests.systems.etcd_backup.live.cluster_objects import healthy, observed, with_backup

SETTINGS: Final = load(AWS)
KEYS: Final = {
    "accessKeyId": "AKIAIOSFODNN7EXAMPLE",
    "secretAccessKey": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
}
URL: Final = "s3://snapshots/etcd-backups/1.db"


def test_a_backup_that_succeeded_with_the_predicted_job_passes() -> None:
    cluster = with_backup(SETTINGS, "BackupSucceeded", url=URL)
    found = {each.code: each.state for each in verify(SETTINGS, observed(cluster))}
    assert found == {"backup-succeeded": State.PASSED, "job": State.PASSED}


def test_what_the_api_server_adds_to_a_job_is_no_difference() -> None:
    cluster = with_backup(SETTINGS, "BackupSucceeded", url=URL)
    job = cluster[places.JOBS][0]
    job["spec"] |= {"completions": 1, "parallelism": 1, "suspend": False}
    job["spec"]["template"]["spec"] |= {"dnsPolicy": "ClusterFirst", "securityContext": {}}
    found = {each.code for each in verify(SETTINGS, observed(cluster))}
    assert "job" in found


def test_another_identity_in_the_job_is_a_failure() -> None:
    cluster = with_backup(SETTINGS, "BackupSucceeded", url=URL)
    containers = cluster[places.JOBS][0]["spec"]["template"]["spec"]["containers"]
    assert containers[0]["env"], "the predicted Job names the role"
    containers[0]["env"][0]["value"] = "arn:aws:iam::999999999999:role/other"
    (check,) = [each for each in verify(SETTINGS, observed(cluster)) if each.code == "job-differs"]
    assert check.state is State.FAILED
    assert check.detail.startswith(
        "the Job ran as aws-sts with role arn:aws:iam::999999999999:role/other, aws-sts with role "
    )


def test_another_mode_is_reported_by_its_name_and_not_by_fields() -> None:
    static = load(changed(AWS, credentials={"mode": "aws-static", **KEYS}))
    cluster = with_backup(SETTINGS, "BackupSucceeded", url=URL)
    ran = with_backup(static, "BackupSucceeded", url=URL)[places.JOBS][0]
    cluster[places.JOBS][0]["spec"] = ran["spec"]
    (check,) = [each for each in verify(SETTINGS, observed(cluster)) if each.code == "job-differs"]
    assert check.detail.startswith("the Job ran as aws-static, aws-sts with role ")
    assert check.detail.endswith(" was expected")
    assert "spec." not in check.detail


def test_another_field_of_the_job_is_named() -> None:
    cluster = with_backup(SETTINGS, "BackupSucceeded", url=URL)
    cluster[places.JOBS][0]["spec"]["backoffLimit"] = 6
    (check,) = [each for each in verify(SETTINGS, observed(cluster)) if each.code == "job-differs"]
    assert "spec.backoffLimit is 6, not 0" in check.detail


def test_a_failed_backup_is_reported_with_its_cause() -> None:
    cluster = with_backup(SETTINGS, "BackupFailed", "Backup Job failed: backoff limit")
    job = cluster[places.JOBS][0]
    terminated = {
        "exitCode": 1,
        "message": "AccessDenied: Not authorized to perform sts:AssumeRoleWithWebIdentity",
    }
    labels = {"batch.kubernetes.io/job-name": job["metadata"]["name"]}
    cluster[places.PODS] = [
        {
            "metadata": {"name": "p", "labels": labels},
            "spec": {},
            "status": {
                "containerStatuses": [{"name": "upload", "state": {"terminated": terminated}}]
            },
        }
    ]
    found = [
        each.code for each in verify(SETTINGS, observed(cluster)) if each.state is State.FAILED
    ]
    assert found == ["backup-failed", "aws-trust-denied"]


def test_a_job_older_than_its_backup_was_adopted() -> None:
    cluster = with_backup(SETTINGS, "BackupSucceeded", url=URL)
    cluster[places.JOBS][0]["metadata"]["creationTimestamp"] = "2026-11-21T09:00:00Z"
    assert "adopted-job" in {each.code for each in verify(SETTINGS, observed(cluster))}
    cluster[places.JOBS][0]["metadata"]["creationTimestamp"] = "2026-11-21T10:00:00Z"
    assert "adopted-job" not in {each.code for each in verify(SETTINGS, observed(cluster))}


def test_a_missing_backup_and_one_that_runs_are_unknown() -> None:
    missing = list(verify(SETTINGS, observed(healthy(SETTINGS))))
    assert [(each.code, each.state) for each in missing] == [("backup-missing", State.UNKNOWN)]
    running = with_backup(SETTINGS, "BackupInProgress", "Backup Job created")
    states = {each.code: each.state for each in verify(SETTINGS, observed(running))}
    assert states["backup-not-ended"] is State.UNKNOWN


def test_a_success_without_a_url_is_a_warning() -> None:
    cluster = with_backup(SETTINGS, "BackupSucceeded")
    states = {each.code: each.state for each in verify(SETTINGS, observed(cluster))}
    assert states["snapshot-url-missing"] is State.WARNING


def test_a_pod_that_the_webhook_did_not_change_is_reported() -> None:
    settings = load(AZURE)
    cluster = with_backup(settings, "BackupFailed", "Backup Job failed")
    labels = {"batch.kubernetes.io/job-name": "etcd-backup-x"}
    cluster[places.PODS] = [
        {"metadata": {"name": "p", "labels": labels}, "spec": {"containers": [{"name": "upload"}]}}
    ]
    assert "azure-no-webhook" in {each.code for each in verify(settings, observed(cluster))}


def test_a_job_equals_itself_and_lists_must_not_be_shorter() -> None:
    job = with_backup(SETTINGS, "BackupSucceeded")[places.JOBS][0]
    shorter = copy.deepcopy(job)
    shorter["spec"]["template"]["spec"]["volumes"].pop()
    assert list(differences(job, job)) == []
    assert len(list(differences(job, shorter))) == 1
