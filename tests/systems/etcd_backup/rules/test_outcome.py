"""The condition that a backup gets, in the order in which the operator looks at things."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openshift_credentials.systems.etcd_backup.rules.outcome import (
    BackupJob,
    ConditionStatus,
    EtcdReplicas,
    JobState,
    Outcome,
    Reason,
    Situation,
    predict_outcome,
)
from openshift_credentials.systems.etcd_backup.rules.versions import ContractVersion

READY = Situation(
    name="b1",
    namespace="clusters-a",
    storage_type="S3",
    secret="cloud-credentials",
    hosted_control_plane="hcp",
    etcd=EtcdReplicas(ready=3, desired=3),
)
FALSE = ConditionStatus.FALSE
RUNNING = BackupJob(name="etcd-backup-other-abcde", active=1)


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


def test_explanations_are_whole_sentences() -> None:
    done = BackupJob(name="j", state=JobState.COMPLETE)
    explanations = [
        predict_outcome(situation).explanation
        for situation in (
            replace(READY, own_jobs=(done,)),
            replace(
                READY, own_jobs=(replace(done, snapshot_url="s3://b/k"),), hosted_cluster=False
            ),
            replace(READY, name="n" * 64),
            replace(READY, image_problem="the etcd image is unknown"),
        )
    ]

    assert explanations == [
        "the URL of the snapshot could not be read from the Job's pod",
        (
            "the snapshot was uploaded, but its URL cannot be written to the status of the "
            "HostedCluster, which does not exist. The operator retries this forever and sets no "
            "condition"
        ),
        (
            "the Job cannot be created, as the name of the backup becomes a label's value: must "
            "be no more than 63 characters; the operator retries this forever and sets no "
            "condition"
        ),
        "the etcd image is unknown; the operator retries this forever and sets no condition",
    ]


def test_names_of_63_characters_are_no_problem() -> None:
    situation = replace(READY, name="n" * 63, namespace="n" * 63, hosted_control_plane="n" * 63)

    assert predict_outcome(situation).creates_job


@pytest.mark.parametrize(
    ("seconds", "reason", "terminal"),
    [
        (0, Reason.WAITING_FOR_CREDENTIALS, False),
        (119, Reason.WAITING_FOR_CREDENTIALS, False),
        (120, Reason.FAILED, True),
    ],
)
def test_the_next_contract_waits_for_the_secret(
    seconds: int, reason: Reason, *, terminal: bool
) -> None:
    situation = replace(
        READY,
        secret_present=False,
        seconds_since_creation=seconds,
        version=ContractVersion.NEXT,
    )
    outcome = predict_outcome(situation)

    assert (outcome.status, outcome.reason) == (FALSE, reason)
    assert (outcome.terminal, outcome.retries) == (terminal, not terminal)
    assert outcome.message == (
        'credential Secret "cloud-credentials" not found in namespace "hypershift"'
    )


ORDER: list[tuple[dict[str, object], Reason | None]] = [
    ({"hosted_control_plane": None}, Reason.FAILED),
    ({"etcd": None}, Reason.ETCD_UNHEALTHY),
    ({"own_jobs": (BackupJob(name="j"),)}, None),
    ({"other_jobs": (RUNNING,)}, Reason.REJECTED),
    ({"storage_type": "GCS"}, Reason.FAILED),
    ({"secret_present": False}, Reason.FAILED),
    ({"pull_secret_present": False}, Reason.FAILED),
    ({"image_problem": "x"}, None),
]


@given(st.sets(st.sampled_from(range(len(ORDER))), min_size=1))
def test_the_first_problem_in_the_operators_order_decides(chosen: set[int]) -> None:
    situation = READY
    for index in chosen:
        situation = replace(situation, **ORDER[index][0])  # pyright: ignore[reportArgumentType]
    alone = replace(READY, **ORDER[min(chosen)][0])  # pyright: ignore[reportArgumentType]

    assert predict_outcome(situation) == predict_outcome(alone)
    assert predict_outcome(situation).reason == ORDER[min(chosen)][1]


booleans = st.booleans()
jobs = st.builds(
    BackupJob,
    name=st.just("j"),
    active=st.integers(0, 1),
    state=st.sampled_from(JobState),
    snapshot_url=st.sampled_from(["", "s3://b/k"]),
)


@given(
    st.builds(
        Situation,
        name=st.sampled_from(["b", "b" * 64]),
        namespace=st.just("n"),
        storage_type=st.sampled_from(["S3", "AzureBlob", "x"]),
        secret=st.just("s"),
        hosted_control_plane=st.sampled_from([None, "h"]),
        etcd=st.none() | st.builds(EtcdReplicas, ready=st.integers(0, 2), desired=st.just(1)),
        own_jobs=st.lists(jobs, max_size=1).map(tuple),
        other_jobs=st.lists(jobs, max_size=2).map(tuple),
        secret_present=booleans,
        pull_secret_present=booleans,
        hosted_cluster=booleans,
        seconds_since_creation=st.integers(0, 200),
        version=st.sampled_from(ContractVersion),
    )
)
def test_an_outcome_is_final_or_retried_and_never_both(situation: Situation) -> None:
    outcome = predict_outcome(situation)

    assert outcome.terminal != outcome.retries
    assert (outcome.status is None) == (outcome.reason is None) == (outcome.message is None)
    assert outcome.status is not None or outcome.explanation
    assert not (outcome.creates_job and outcome.adopted_job)
    assert (outcome.status is ConditionStatus.TRUE) == (outcome.reason is Reason.SUCCEEDED)
