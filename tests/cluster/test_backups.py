"""Backups on the real engine, with the real Kubernetes provider and API server."""

from threading import Thread
from typing import Any

from tests.cluster.conftest import make_namespace
from tests.cluster.control_plane import ControlPlane
from tests.cluster.operator import Operator
from tests.cluster.stack import Stack
from tests.kit.waiting import wait_until


def entries(clusters: list[str], trigger: str) -> list[dict[str, Any]]:
    return [{"hostedCluster": cluster, "trigger": trigger} for cluster in clusters]


def namespace(cluster: str) -> str:
    return cluster.replace("/", "-")


def test_an_update_waits_for_its_backups_and_reports_them(
    stack: Stack, operator: Operator, clusters: list[str]
) -> None:
    stack.configure(backups=entries(clusters, "one"), backupPolicy={"concurrency": 1})
    stack.up()
    results = stack.results()
    assert list(results) == clusters
    for cluster, result in results.items():
        name = result["name"]
        assert operator.backups(namespace(cluster)) == {namespace(cluster): [name]}
        assert result["reason"] == "BackupSucceeded"
        assert result["snapshotURL"] == f"s3://rosa-etcd-snapshots/etcd-backups/{name}.db"
        assert result["objectKeyPattern"] == f"etcd-backups/{cluster}/<Unix seconds>.db"
    of_test = [(what, place) for what, place, _ in operator.events]
    assert of_test == [(what, namespace(cluster)) for cluster in clusters for what in ("made", "ended")]
    assert "unchanged" in stack.up().text
    assert len(operator.events) == 6


def test_failed_backups_stop_no_other_and_fail_the_update_together(
    stack: Stack, operator: Operator, clusters: list[str]
) -> None:
    first, second, third = clusters
    operator.outcomes = {namespace(first): ["BackupFailed"], namespace(second): ["BackupRejected"]}
    settings: dict[str, Any] = {"backupPolicy": {"concurrency": 1}}
    stack.configure(backups=entries(clusters, "one"), **settings)
    text = stack.failing_up()
    assert "2 backups have not succeeded" in text
    assert "told by the test: BackupFailed" in text
    assert "told by the test: BackupRejected" in text
    assert "set a new trigger" in text
    assert "Traceback" not in text
    assert stack.results()[third]["reason"] == "BackupSucceeded"
    preview = stack.succeed("preview").text
    assert "told by the test: BackupFailed" in preview
    assert "until then 'pulumi up' fails" in preview
    again = [{**entry, "trigger": "two"} for entry in entries([first, second], "two")]
    stack.configure(backups=[*again, *entries([third], "one")], **settings)
    stack.up()
    assert {result["reason"] for result in stack.results().values()} == {"BackupSucceeded"}
    assert len(operator.backups(namespace(third))[namespace(third)]) == 1


def test_a_new_trigger_makes_a_new_object_and_keeps_the_earlier_one(
    stack: Stack, operator: Operator, clusters: list[str]
) -> None:
    place = namespace(clusters[0])
    names: list[str] = []
    for trigger in ("one", "two"):
        stack.configure(backups=entries(clusters[:1], trigger))
        stack.up()
        names.append(stack.results()[clusters[0]]["name"])
    assert operator.backups(place) == {place: names}
    assert len(set(names)) == 2


def test_an_earlier_object_is_deleted_only_after_the_new_backup_has_succeeded(
    stack: Stack, operator: Operator, clusters: list[str]
) -> None:
    place = namespace(clusters[0])
    operator.outcomes = {place: ["BackupSucceeded", "BackupFailed", "BackupSucceeded"]}
    settings: dict[str, Any] = {"backupPolicy": {"keepPrevious": False}}
    for trigger, works, left in (("one", True, 1), ("two", False, 2), ("three", True, 1)):
        stack.configure(backups=entries(clusters[:1], trigger), **settings)
        if works:
            stack.up()
        else:
            stack.failing_up()
        assert len(operator.backups(place)[place]) == left
    whats = [what for what, _, _ in operator.events]
    assert whats == ["made", "ended"] * 3 + ["deleted"] * 2


def test_a_hanging_backup_silences_no_other(stack: Stack, operator: Operator, clusters: list[str]) -> None:
    failed, hanging, last = map(namespace, clusters)
    operator.outcomes = {failed: ["BackupFailed"], hanging: ["EtcdUnhealthy"]}
    settings: dict[str, Any] = {"backupPolicy": {"concurrency": 1}}
    stack.configure(backups=entries(clusters, "one"), **settings)

    text = stack.failing_up(timeout_seconds=8)

    assert "2 backups have not succeeded" in text
    for place, line in ((failed, "BackupFailed"), (hanging, "has not finished in time, EtcdUnhealthy")):
        (name,) = operator.backups(place)[place]
        assert f"HCPEtcdBackup {place}/{name}: {line} (" in text
    assert f"HCPEtcdBackup {last}/" in text
    assert "jsonpath" not in text.lower()
    assert "Traceback" not in text
    assert [place for what, place, _ in operator.events if what == "made"] == [failed, hanging, last]
    assert stack.results()[clusters[2]]["reason"] == "BackupSucceeded"


def test_a_missing_namespace_among_twelve_hides_no_other(stack: Stack, operator: Operator, plane: ControlPlane) -> None:
    names = [f"{stack.operator_namespace}-{number:02}" for number in range(12)]
    missing, failed, hanging = (f"clusters-{name}" for name in names[:3])
    for name in names[1:]:
        make_namespace(plane, f"clusters-{name}")
    operator.outcomes = {failed: ["BackupFailed"], hanging: ["EtcdUnhealthy"]}
    clusters = [f"clusters/{name}" for name in names]
    stack.configure(backups=entries(clusters, "one"))

    text = stack.failing_up(timeout_seconds=15)

    assert "3 backups have not succeeded" in text
    assert f"""not created, namespaces "{missing}" not found""" in text
    assert f"""the API server does not create it: namespaces "{missing}" not found""" in text
    assert "told by the test: BackupFailed" in text
    assert "EtcdUnhealthy: told by the test" in text
    assert "hostedControlPlaneNamespace" in text
    assert "Traceback" not in text
    reasons = [result["reason"] for result in stack.results().values()]
    assert reasons == ["NotCreated", "BackupFailed", "EtcdUnhealthy", *["BackupSucceeded"] * 9]

    make_namespace(plane, missing)
    operator.outcomes = {}
    operator.set_status(hanging, operator.backups(hanging)[hanging][0], "BackupSucceeded")
    again = [{**each, "trigger": "two"} for each in entries(clusters[1:2], "two")]
    stack.configure(backups=[*entries(clusters[:1], "one"), *again, *entries(clusters[2:], "one")])
    stack.up()
    assert {result["reason"] for result in stack.results().values()} == {"BackupSucceeded"}


def test_a_new_object_that_is_refused_leaves_the_earlier_one_where_it_is(
    stack: Stack, operator: Operator, clusters: list[str]
) -> None:
    place = namespace(clusters[0])
    settings: dict[str, Any] = {"backupPolicy": {"keepPrevious": False}}
    stack.configure(backups=entries(clusters[:1], "one"), **settings)
    stack.up()
    (name,) = operator.backups(place)[place]
    wrong = {**entries(clusters[:1], "two")[0], "hostedControlPlaneNamespace": "not-there"}
    stack.configure(backups=[wrong], **settings)

    assert 'namespaces "not-there" not found' in stack.failing_up()

    assert operator.backups(place) == {place: [name]}
    stack.configure(backups=entries(clusters[:1], "one"), **settings)
    assert "unchanged" in stack.up().text
    assert operator.backups(place) == {place: [name]}


def test_a_backup_that_is_deleted_while_it_runs_is_said_to_be_deleted(
    stack: Stack, operator: Operator, clusters: list[str]
) -> None:
    place = namespace(clusters[0])
    operator.outcomes = {place: ["BackupInProgress"]}
    stack.configure(backups=entries(clusters[:1], "one"))
    told: list[str] = []
    update = Thread(target=lambda: told.append(stack.failing_up(timeout_seconds=300)))
    update.start()
    wait_until(lambda: any(what == "ended" for what, _, _ in operator.events))
    operator.remove(place, operator.backups(place)[place][0])
    update.join()
    assert "deleted before it finished (" in told[0]
    assert "BackupInProgress (" not in told[0]


def test_an_update_waits_again_for_what_had_not_ended_and_tells_the_truth_of_it(
    stack: Stack, operator: Operator, clusters: list[str]
) -> None:
    place = namespace(clusters[0])
    operator.outcomes = {place: ["EtcdUnhealthy"]}
    stack.configure(backups=entries(clusters[:1], "one"))
    assert "EtcdUnhealthy" in stack.failing_up(timeout_seconds=8)
    preview = stack.succeed("preview").text
    assert "EtcdUnhealthy: told by the test" in preview
    assert "no Job is running" in preview
    (name,) = operator.backups(place)[place]
    operator.set_status(place, name, "BackupInProgress")
    text = stack.failing_up(timeout_seconds=8)
    assert "its Job was still running" in text
    assert stack.results()[clusters[0]]["reason"] == "BackupInProgress"
    operator.set_status(place, name, "BackupSucceeded")
    stack.succeed("refresh", "--yes")
    stack.up()
    assert stack.results()[clusters[0]]["reason"] == "BackupSucceeded"
    assert operator.backups(place) == {place: [name]}


def test_a_removed_backup_is_not_run_again_by_a_refresh(stack: Stack, operator: Operator, clusters: list[str]) -> None:
    place = namespace(clusters[0])
    stack.configure(backups=entries(clusters[:1], "one"))
    stack.up()
    (name,) = operator.backups(place)[place]
    told = stack.results()
    operator.remove(place, name)
    stack.up()
    stack.succeed("refresh", "--yes")
    assert "to create" not in stack.succeed("preview").text
    text = stack.up().text
    assert "does not create it again. To start another backup, set a new trigger" in text
    assert operator.backups(place) == {}
    assert stack.results() == told
    stack.configure(backups=entries(clusters[:1], "two"))
    stack.up()
    assert operator.backups(place) == {place: [stack.results()[clusters[0]]["name"]]}


def test_an_update_that_refreshes_does_not_run_a_removed_backup_again_either(
    stack: Stack, operator: Operator, clusters: list[str]
) -> None:
    place = namespace(clusters[0])
    stack.configure(backups=entries(clusters[:1], "one"))
    stack.up()
    operator.remove(place, operator.backups(place)[place][0])
    outcome = stack.pulumi("up", "--yes", "--skip-preview", "--refresh")
    assert outcome.code != 0
    assert "run the command again without --refresh" in outcome.text
    assert operator.backups(place) == {}
    stack.up()
    assert operator.backups(place) == {}


def test_a_backup_that_is_removed_before_it_ends_is_reported_and_not_run_again(
    stack: Stack, operator: Operator, clusters: list[str]
) -> None:
    place = namespace(clusters[0])
    operator.outcomes = {place: ["BackupInProgress"]}
    stack.configure(backups=entries(clusters[:1], "one"))
    stack.failing_up(timeout_seconds=8)
    operator.remove(place, operator.backups(place)[place][0])
    for _ in range(2):
        text = stack.failing_up(timeout_seconds=8)
        assert "is not repeated; set a new trigger" in text
        stack.succeed("refresh", "--yes")
    assert operator.backups(place) == {}


def test_a_new_trigger_works_when_the_earlier_object_is_gone(
    stack: Stack, operator: Operator, clusters: list[str]
) -> None:
    place = namespace(clusters[0])
    stack.configure(backups=entries(clusters[:1], "one"))
    stack.up()
    operator.remove(place, operator.backups(place)[place][0])
    stack.configure(backups=entries(clusters[:1], "two"))
    stack.up()
    assert operator.backups(place) == {place: [stack.results()[clusters[0]]["name"]]}


def test_without_wait_an_update_ends_before_its_backups(stack: Stack, operator: Operator, clusters: list[str]) -> None:
    operator.outcomes = {namespace(cluster): [None] for cluster in clusters}
    stack.configure(backups=entries(clusters, "one"), backupPolicy={"wait": False, "concurrency": 1})
    stack.up()
    assert {result["reason"] for result in stack.results().values()} == {""}
    assert len(operator.backups(*map(namespace, clusters))) == 3


def test_destroy_leaves_the_objects_to_the_operator(stack: Stack, operator: Operator, clusters: list[str]) -> None:
    place = namespace(clusters[0])
    stack.configure(backups=entries(clusters[:1], "one"))
    stack.up()
    stack.succeed("destroy", "--yes")
    assert len(operator.backups(place)[place]) == 1


def test_no_part_of_the_kubeconfig_is_printed_or_kept_in_plain_text(
    stack: Stack, operator: Operator, clusters: list[str], plane: ControlPlane
) -> None:
    operator.outcomes = {namespace(clusters[0]): ["BackupFailed"]}
    stack.configure(backups=entries(clusters[:1], "one"))
    printed = stack.failing_up() + stack.succeed("preview", "--diff").text
    kept = stack.state()
    assert "test-cluster" in kept
    assert plane.token not in printed
    assert plane.token not in kept
