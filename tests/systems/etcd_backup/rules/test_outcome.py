"""The condition that a backup gets, in the order in which the operator looks at things."""

from dataclasses import replace

import pytest

from openshift_credentials.systems.etcd_backup.rules.outcome import (
    BackupJob,
    ConditionStatus,
    EtcdReplicas,
    JobState,
    Outcome,
    Reason,
    predict_outcome,
)
from tests.systems.etcd_backup.rules.outcome_samples import FALSE, READY, RUNNING


def test_a_ready_cluster_gets_a_job() -> None:
    assert predict_outcome(READY) == Outcome(
        status=FALSE,
        reason=Reason.IN_PROGRESS,
        message="Backup Job created, waiting for completion",
        retries=True,
        creates_job=True,
    )


FINAL: list[tuple[dict[str, object], Reason, str]] = [
    (
        {"hosted_control_plane": None},
        Reason.FAILED,
        "HostedControlPlane not found in namespace clusters-a",
    ),
    (
        {"other_jobs": (BackupJob(name="done"), RUNNING)},
        Reason.REJECTED,
        (
            'rejected: backup Job "etcd-backup-other-abcde" is already running for this HCP; '
            "delete this CR and retry after the active backup completes"
        ),
    ),
    ({"storage_type": "GCS"}, Reason.FAILED, "unsupported storage type: GCS"),
    ({"storage_type": "s3"}, Reason.FAILED, "unsupported storage type: s3"),
    (
        {"secret_present": False, "operator_namespace": "ho"},
        Reason.FAILED,
        'credential Secret "cloud-credentials" not found in namespace "ho"',
    ),
    (
        {"pull_secret_present": False},
        Reason.FAILED,
        'pull secret "pull-secret" in namespace "clusters-a": secrets "pull-secret" not found',
    ),
]


@pytest.mark.parametrize(("change", "reason", "message"), FINAL)
def test_some_situations_are_final(change: dict[str, object], reason: Reason, message: str) -> None:
    situation = replace(READY, **change)  # pyright: ignore[reportArgumentType]

    assert predict_outcome(situation) == Outcome(
        status=FALSE, reason=reason, message=message, terminal=True
    )


@pytest.mark.parametrize(
    ("etcd", "message"),
    [
        (None, "etcd StatefulSet not found"),
        (
            EtcdReplicas(ready=2, desired=3),
            "etcd StatefulSet not fully ready: 2/3 replicas ready",
        ),
        (EtcdReplicas(ready=0), "etcd StatefulSet not fully ready: 0/1 replicas ready"),
    ],
)
def test_an_unhealthy_etcd_is_waited_for(etcd: EtcdReplicas | None, message: str) -> None:
    assert predict_outcome(replace(READY, etcd=etcd)) == Outcome(
        status=FALSE, reason=Reason.ETCD_UNHEALTHY, message=message, retries=True
    )


@pytest.mark.parametrize(
    "etcd",
    [EtcdReplicas(ready=1), EtcdReplicas(ready=0, desired=0), EtcdReplicas(ready=5, desired=3)],
)
def test_enough_ready_replicas_are_healthy(etcd: EtcdReplicas) -> None:
    assert predict_outcome(replace(READY, etcd=etcd)).creates_job


@pytest.mark.parametrize(
    ("job", "expected"),
    [
        (
            BackupJob(name="j", active=1),
            Outcome(
                retries=True,
                adopted_job="j",
                explanation="no condition is written until the Job ends",
            ),
        ),
        (
            BackupJob(name="j", state=JobState.FAILED, failure="deadline"),
            Outcome(
                status=FALSE,
                reason=Reason.FAILED,
                message="Backup Job failed: deadline",
                terminal=True,
                adopted_job="j",
            ),
        ),
        (
            BackupJob(name="j", state=JobState.COMPLETE, snapshot_url="s3://b/k.db"),
            Outcome(
                status=ConditionStatus.TRUE,
                reason=Reason.SUCCEEDED,
                message="Backup completed successfully",
                terminal=True,
                adopted_job="j",
                snapshot_url="s3://b/k.db",
            ),
        ),
    ],
)
def test_a_job_of_the_same_name_is_adopted(job: BackupJob, expected: Outcome) -> None:
    hopeless = replace(
        READY,
        own_jobs=(job, BackupJob(name="z", state=JobState.FAILED)),
        other_jobs=(RUNNING,),
        secret_present=False,
        pull_secret_present=False,
        storage_type="GCS",
    )

    assert predict_outcome(hopeless) == expected


def test_a_result_without_a_url_is_a_success() -> None:
    job = BackupJob(name="j", state=JobState.COMPLETE)
    outcome = predict_outcome(replace(READY, own_jobs=(job,), hosted_cluster=False))

    assert (outcome.reason, outcome.terminal, outcome.snapshot_url) == (
        Reason.SUCCEEDED,
        True,
        None,
    )
    assert "could not be read" in (outcome.explanation or "")


def test_a_result_that_cannot_be_written_is_retried_for_ever() -> None:
    job = BackupJob(name="j", state=JobState.COMPLETE, snapshot_url="s3://b/k.db")
    outcome = predict_outcome(replace(READY, own_jobs=(job,), hosted_cluster=False))

    assert outcome.status is None
    assert outcome.reason is None
    assert outcome.retries
    assert not outcome.terminal
    assert outcome.adopted_job == "j"
    assert outcome.snapshot_url is None
    assert "HostedCluster" in (outcome.explanation or "")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": "n" * 64}, "as the name of the backup becomes"),
        ({"hosted_control_plane": "n" * 64}, "as the name of the HostedControlPlane becomes"),
        ({"namespace": "n" * 64}, "as the namespace of the backup becomes"),
        ({"image_problem": "the release image cannot be read"}, "the release image cannot be read"),
    ],
)
def test_a_job_that_cannot_be_created_is_retried_without_a_condition(
    change: dict[str, object], said: str
) -> None:
    outcome = predict_outcome(replace(READY, **change))  # pyright: ignore[reportArgumentType]

    assert outcome == Outcome(retries=True, explanation=outcome.explanation)
    assert said in (outcome.explanation or "")
    assert "retries this forever and sets no condition" in (outcome.explanation or "")
