"""``diagnose`` in a cluster: texts, facts that no text says, and each backup by itself."""

import copy
from datetime import UTC, datetime
from typing import Any, Final

from openshift_credentials.live.cause import Evidence, diagnose_items
from openshift_credentials.live.observed import Observed, Obstacle
from openshift_credentials.systems.etcd_backup.live import OPERATION, cluster_reads
from openshift_credentials.systems.etcd_backup.live.verify import verify
from openshift_credentials.systems.etcd_backup.settings import EtcdBackupSettings
from tests.kit.trees import AWS, AZURE, changed, load
from tests.systems.etcd_backup.live.cluster_objects import observed, with_backup

SETTINGS: Final = load(AWS)


def causes(cluster: dict[str, list[dict[str, Any]]], **obstacles: Obstacle) -> dict[str, list[str]]:
    evidence = OPERATION.evidence(SETTINGS, observed(cluster, **obstacles))
    return {
        item.about: [cause.cause.code for cause in item.causes] for item in diagnose_items(evidence, OPERATION.causes)
    }


def without_condition() -> dict[str, list[dict[str, Any]]]:
    cluster = with_backup(SETTINGS, "")
    cluster[cluster_reads.BACKUPS][0]["status"] = {}
    cluster[cluster_reads.JOBS] = []
    cluster[cluster_reads.OPERATOR][0]["status"] = {"readyReplicas": 1}
    return cluster


def test_a_running_job_is_no_failure_unless_something_shows_a_cause() -> None:
    cluster = with_backup(SETTINGS, "BackupInProgress", "the Job runs")
    cluster[cluster_reads.JOBS][0]["status"] = {"active": 1}
    assert causes(cluster) == {}
    cluster[cluster_reads.PODS][0]["status"] = {"reason": "Evicted", "message": "words of nobody"}
    assert causes(cluster) == {}
    waiting = {"state": {"waiting": {"reason": "ImagePullBackOff", "message": "back-off"}}}
    cluster[cluster_reads.PODS][0]["status"] = {"containerStatuses": [{"name": "upload", **waiting}]}
    assert list(causes(cluster).values()) == [["image-pull"]]


def test_one_broken_backup_never_hides_another() -> None:
    cluster = with_backup(SETTINGS, "BackupFailed", "Backup Job failed: backoff limit")
    other = copy.deepcopy(cluster[cluster_reads.BACKUPS][0])
    other["metadata"]["name"] = "another"
    message = 'credential Secret "x" not found in namespace "hypershift"'
    other["status"]["conditions"][0]["message"] = message
    third = copy.deepcopy(other)
    third["metadata"]["name"] = "third"
    third["status"]["conditions"][0]["message"] = "words that nobody knows"
    cluster[cluster_reads.BACKUPS] += [other, third]
    first = cluster[cluster_reads.BACKUPS][0]["metadata"]["name"]
    namespace = other["metadata"]["namespace"]
    assert causes(cluster) == {
        f"{namespace}/{first}": ["job-failed"],
        f"{namespace}/another": ["no-secret"],
        f"{namespace}/third": [],
    }


def test_a_backup_without_a_condition_is_explained_by_the_operator() -> None:
    (found,) = causes(without_condition()).values()
    assert found == ["no-condition"]
    off = without_condition()
    off[cluster_reads.OPERATOR][0]["spec"]["template"]["spec"]["containers"] = [{"args": ["run"]}]
    assert list(causes(off).values()) == [["feature-gate-off"]]
    down = without_condition()
    down[cluster_reads.OPERATOR][0]["status"] = {}
    assert list(causes(down).values()) == [["no-operator"]]
    gone = causes(without_condition(), operator=Obstacle.ABSENT)
    assert list(gone.values()) == [["no-operator"]]
    long = without_condition()
    long[cluster_reads.BACKUPS][0]["metadata"]["name"] = "x" * 64
    assert list(causes(long).values()) == [["name-too-long"]]


def test_the_operator_is_looked_at_where_no_backup_waits_for_it_too() -> None:
    good = with_backup(SETTINGS, "BackupSucceeded", url="s3://b/1.db")
    assert causes(good, operator=Obstacle.ABSENT) == {"": ["no-operator"]}
    assert causes({**good, cluster_reads.BACKUPS: []}, operator=Obstacle.ABSENT) == {"": ["no-operator"]}
    assert causes(good, operator=Obstacle.FORBIDDEN) == {}


def test_a_pod_without_a_node_and_a_job_without_a_pod_are_causes() -> None:
    cluster = with_backup(SETTINGS, "BackupInProgress", "Backup Job created")
    name = cluster[cluster_reads.BACKUPS][0]["metadata"]["name"]
    about = f"{cluster[cluster_reads.BACKUPS][0]['metadata']['namespace']}/{name}"
    message = "0/3 nodes are available: 3 Insufficient cpu."
    condition = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}
    cluster[cluster_reads.PODS][0]["status"] = {"conditions": [{**condition, "message": message}]}
    assert causes(cluster) == {about: ["unschedulable"]}
    found = {each.code for each in verify(SETTINGS, observed(cluster)) if each.way_out}
    assert "unschedulable" in found
    cluster[cluster_reads.PODS] = []
    assert causes(cluster) == {about: ["job-without-pod"]}
    assert causes(cluster, pods=Obstacle.FORBIDDEN) == {about: []}
    cluster[cluster_reads.JOBS][0]["metadata"]["creationTimestamp"] = f"{datetime.now(UTC):%FT%TZ}"
    assert causes(cluster) == {about: []}


def test_a_job_from_before_and_a_missing_url_are_reported_of_a_success_too() -> None:
    cluster = with_backup(SETTINGS, "BackupSucceeded")
    cluster[cluster_reads.JOBS][0]["metadata"]["creationTimestamp"] = "2026-11-21T09:00:00Z"
    assert list(causes(cluster).values()) == [["adopted-job", "snapshot-url-missing"]]
    cluster[cluster_reads.JOBS][0]["metadata"]["creationTimestamp"] = "2026-11-21T10:00:00Z"
    assert list(causes(cluster).values()) == [["snapshot-url-missing"]]


def test_of_the_conditions_of_a_job_its_failure_alone_is_evidence() -> None:
    cluster = with_backup(SETTINGS, "BackupFailed", "Backup Job failed: x")
    reason = "DeadlineExceeded"
    message = "Job was active longer than specified deadline"
    for type_, expected in (("Failed", [f"{reason} {message}"]), ("SuccessCriteriaMet", [])):
        condition = {"type": type_, "status": "True", "reason": reason, "message": message}
        cluster[cluster_reads.JOBS][0]["status"] = {"conditions": [condition]}
        where = f"Job {cluster[cluster_reads.JOBS][0]['metadata']['name']}"
        evidence = OPERATION.evidence(SETTINGS, observed(cluster))
        assert [found.text for found in evidence if found.where == where] == expected


def test_a_client_id_of_somebody_else_is_reported() -> None:
    client_id = "11111111-2222-3333-4444-555555555555"
    identity = {
        "existingIdentity": True,
        "identityName": "uploader",
        "clientId": client_id,
        "principalId": client_id.replace("1", "3"),
    }
    settings = load(changed(AZURE, credentials=identity))
    cluster = with_backup(settings, "BackupFailed", "Backup Job failed: x")
    other = client_id.replace("1", "2")
    annotations = {"azure.workload.identity/client-id": other}
    stale = f"the annotation has client ID {other}, not {client_id} of the stack"
    none = "the ServiceAccount has no client ID annotation"
    for given, code, text in ((annotations, "stale-annotation", stale), ({}, "azure-no-annotation", none)):
        cluster[cluster_reads.ACCOUNT] = [{"metadata": {"annotations": given}}]
        assert text in [found.text for found in facts(settings, cluster)]
        (item,) = diagnose_items(OPERATION.evidence(settings, observed(cluster)), OPERATION.causes)
        assert [cause.cause.code for cause in item.causes] == [code]


def test_the_log_of_a_container_that_failed_is_read_and_diagnosed() -> None:
    cluster = with_backup(SETTINGS, "BackupFailed", "Backup Job failed: x")
    labels = {"batch.kubernetes.io/job-name": cluster[cluster_reads.JOBS][0]["metadata"]["name"]}
    state = {"terminated": {"exitCode": 1, "reason": "Error"}}
    cluster[cluster_reads.PODS] = [
        {
            "metadata": {"name": "p", "namespace": "hypershift", "labels": labels},
            "status": {
                "containerStatuses": [
                    {"name": "upload", "state": state},
                    {"name": "fine", "state": {"terminated": {"exitCode": 0}}},
                ]
            },
        }
    ]
    seen = observed(cluster)
    (log,) = OPERATION.follow_up(SETTINGS, seen)
    assert log.path == "/api/v1/namespaces/hypershift/pods/p/log"
    assert ("container", "upload") in log.parameters
    text = "starting\napi error NoSuchBucket: The specified bucket does not exist\n"
    answers = seen.together_with(Observed({log.name: [{"text": text}]}))
    (item,) = diagnose_items(OPERATION.evidence(SETTINGS, answers), OPERATION.causes)
    assert [cause.cause.code for cause in item.causes] == ["aws-no-bucket"]
    assert item.causes[0].evidence.where == "log of p, container upload"


def facts(settings: EtcdBackupSettings, cluster: dict[str, list[dict[str, Any]]]) -> list[Evidence]:
    return list(OPERATION.evidence(settings, observed(cluster)))
