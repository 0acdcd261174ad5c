"""Outcomes in order: explanations, names, the next contract, and every combination."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openshift_credentials.systems.etcd_backup.rules.outcome import (
    BackupJob,
    ConditionStatus,
    EtcdReplicas,
    JobState,
    Reason,
    Situation,
    predict_outcome,
)
from openshift_credentials.systems.etcd_backup.rules.versions import ContractVersion
from tests.systems.etcd_backup.rules.outcome_samples import FALSE, READY, RUNNING


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
