"""Backups of an update: order, waiting, outcome, and those of earlier updates."""

import inspect
import sys
from collections.abc import Callable, Mapping
from typing import Any
from unittest.mock import ANY

import pulumi
import pytest

from components.base.engine import STACK_RESOURCES
from components.etcd_backup.live_backups import COMPONENT, FACADE, TYPE, EarlierBackups, LiveObjects, earlier_backups
from components.kubernetes.providers import kubernetes_providers
from openshift_credentials.stack.cluster import Kubernetes
from openshift_credentials.systems.etcd_backup.plan.earlier import BackupResult
from openshift_credentials.systems.etcd_backup.rules.backup_status import SUCCESS_MESSAGE, BackupStatus
from tests.components.etcd_backup.backups_program import Played, answering, earlier, planned, program
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import Lookup, record, record_stopped
from tests.kit.tables import nonempty
from tests.kit.trees import AWS, load

pytestmark = pytest.mark.usefixtures("short_pauses")

# Backups and providers, as in a preview and as in an update.


@FRAMES
def test_every_backup_is_made_after_the_secret_under_the_name_of_its_cluster(preview: bool) -> None:
    recorded = record(program(3), preview=preview)
    secret, component = recorded.only(tokens.SECRET), recorded.only(tokens.BACKUPS)
    backups = recorded.all(tokens.HCP_ETCD_BACKUP)
    assert {each.name for each in backups} == {f"backups/clusters/c{number}" for number in range(3)}
    for backup in nonempty(backups):
        assert recorded.parent(backup) is component
        assert recorded.dependencies(backup) == {secret}
        assert recorded.provider(backup).name == "cluster"
        assert backup.inputs["metadata"]["name"].startswith(f"{backup.name.rpartition('/')[2]}-one-"), backup
        assert "status" not in backup.inputs


@pytest.mark.parametrize("concurrency", [1, 3, 4, 12])
def test_never_more_run_at_once_than_allowed(concurrency: int) -> None:
    allowed = min(10, concurrency)
    cluster = Played({}, together=allowed)
    record(program(10, cluster, concurrency=concurrency), preview=False, outputs=cluster.outputs)
    assert len(cluster.ended) == 10
    assert cluster.most_at_once == allowed


@FRAMES
def test_nothing_of_a_backup_waits_for_another(preview: bool) -> None:
    recorded = record(program(4, Played({}), concurrency=1), preview=preview)
    for backup in recorded.all(tokens.HCP_ETCD_BACKUP):
        assert "annotations" not in backup.inputs["metadata"]
        assert recorded.dependencies(backup) == {recorded.only(tokens.SECRET)}


def test_more_than_the_limit_of_recursion_are_no_problem() -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 200)
    try:
        recorded = record(program(300, concurrency=1), preview=True)
    finally:
        sys.setrecursionlimit(limit)
    assert len(recorded.all(tokens.HCP_ETCD_BACKUP)) == 300


@FRAMES
def test_without_waiting_nobody_is_asked_and_nothing_fails(preview: bool) -> None:
    outputs = answering({"clusters/c1": "BackupInProgress", "clusters/c2": "BackupFailed"})
    recorded = record(program(4, live=None, concurrency=1), preview=preview, outputs=outputs)
    assert len(recorded.all(tokens.HCP_ETCD_BACKUP)) == 4


def test_a_hanging_backup_silences_no_other() -> None:
    cluster = Played({"clusters-c0": ["BackupFailed"], "clusters-c1": ["EtcdUnhealthy"]})
    stopped = record_stopped(
        program(4, cluster, concurrency=1, timeout_seconds=1), preview=False, outputs=cluster.outputs
    )
    text = str(stopped.error)
    assert "2 backups have not succeeded" in text
    assert "no Job is running" in text
    assert "why BackupFailed" in text
    told = [line for line in stopped.warnings if line.endswith(" s)")]
    assert [line.split(": ")[1].split(" (")[0] for line in told] == [
        "BackupFailed",
        "has not finished in time, EtcdUnhealthy",
    ]
    assert set(cluster.ended) == {"clusters-c0", "clusters-c2", "clusters-c3"}


def test_a_cluster_that_cannot_be_read_stops_the_update_before_the_first_backup() -> None:
    cluster = Played({}, unreadable_from=0)
    stopped = record_stopped(program(3, cluster), preview=False, outputs=cluster.outputs)
    assert "forbidden. No backup was started" in str(stopped.error)
    assert "backupPolicy.wait" in str(stopped.error)
    assert tokens.HCP_ETCD_BACKUP not in stopped.types


def test_a_look_that_fails_once_does_no_harm_and_one_that_fails_to_the_end_is_reported() -> None:
    once = Played({"clusters-c0": ["", "", "BackupSucceeded"]}, unreadable_from=2, unreadable_to=3)
    record(program(1, once), preview=False, outputs=once.outputs)
    ever = Played({"clusters-c0": [""]}, unreadable_from=2)
    stopped = record_stopped(program(1, ever, timeout_seconds=1), preview=False, outputs=ever.outputs)
    assert "forbidden; the next 'pulumi up' checks it again" in str(stopped.error)


@FRAMES
@pytest.mark.parametrize("keep", [True, False])
def test_the_earlier_object_stays_from_the_first_update_on_or_goes(preview: bool, keep: bool) -> None:
    recorded = record(program(1, keep_previous=keep), preview=preview)
    backup = recorded.only(tokens.HCP_ETCD_BACKUP)
    assert backup.retain_on_delete is keep
    assert not backup.delete_before_replace
    assert not backup.replace_on_changes


class Stuck(LiveObjects):
    """Plays a cluster in which nothing moves on: etcd is not healthy."""

    async def refusal(self, namespace: str, manifest: Mapping[str, object]) -> str | None:
        assert manifest["metadata"] == {"name": ANY, "namespace": namespace}
        return None

    async def read(self, namespace: str, name: str) -> Mapping[str, Any] | None:
        condition = {"type": "BackupCompleted", "reason": "EtcdUnhealthy", "message": "why"}
        return {"metadata": {"name": name, "namespace": namespace}, "status": {"conditions": [condition]}}


@pytest.mark.parametrize("concurrency", [1, 10])
def test_all_failures_are_reported_together_after_all_had_their_chance(concurrency: int) -> None:
    reasons = {"clusters/c0": "BackupFailed", "clusters/c2": "BackupRejected", "clusters/c3": "EtcdUnhealthy"}
    stopped = record_stopped(
        program(6, Stuck(Kubernetes()), concurrency=concurrency, timeout_seconds=0),
        preview=False,
        outputs=answering(reasons),
    )
    assert isinstance(stopped.error, pulumi.RunError)
    text = str(stopped.error)
    assert "3 backups have not succeeded" in text
    for cluster, reason in nonempty(reasons.items()):
        assert f"HCPEtcdBackup {cluster.replace('/', '-')}/{cluster[9:]}-one-" in text
        assert reason in text
    assert "clusters-c1" not in text
    assert len(stopped.all(tokens.HCP_ETCD_BACKUP)) == 6


@pytest.mark.parametrize("waits", [True, False])
def test_an_object_that_the_api_server_refuses_stops_no_other(waits: bool) -> None:
    live = Played({}, refused={"clusters-c1": 'namespaces "clusters-c1" not found'})
    stopped = record_stopped(program(3, live, wait=waits), preview=False, outputs={**live.outputs, **answering({})})
    assert "1 backup has not succeeded" in str(stopped.error)
    assert 'namespaces "clusters-c1" not found' in str(stopped.error)
    made = {each.name for each in stopped.all(tokens.HCP_ETCD_BACKUP)}
    assert made == {"backups/clusters/c0", "backups/clusters/c2"}
    (component,) = (each for each in stopped.all(tokens.BACKUPS))
    assert not any(name.startswith("c1-") for name in component.outputs["results"])


def providers(**settings: Any) -> Callable[[], None]:  # noqa: ANN401 - any JSON value
    read = load({**AWS, **settings}, ("kubernetes",))

    def run() -> None:
        kubernetes_providers("test", read.kubernetes, read.cluster.name, pulumi.ResourceOptions())

    return run


@FRAMES
def test_manifests_have_providers_of_their_own_and_secrets_a_directory(preview: bool) -> None:
    recorded = record(providers(kubernetes={"renderTo": "out"}), preview=preview)
    found = {each.name: each for each in recorded.all("pulumi:providers:kubernetes")}
    assert set(found) == {"test-manifests", "test-secret-manifests"}
    assert found["test-manifests"].inputs["renderYamlToDirectory"] == "out/objects"
    assert found["test-secret-manifests"].inputs["renderYamlToDirectory"] == "out/secrets"
    assert not any("kubeconfig" in each.inputs for each in found.values())


# What an earlier update, a refresh or a destroy left of the backups.


@FRAMES
def test_what_an_earlier_update_told_is_not_asked_again(preview: bool) -> None:
    cluster = Played({}, unreadable_from=0)
    known = earlier("BackupSucceeded", in_state=True)
    recorded = record(program(1, cluster, earlier=known), preview=preview)
    assert len(recorded.all(tokens.HCP_ETCD_BACKUP)) == 1
    assert recorded.exports["backups"][0]["snapshotURL"] == "s3://there"


@FRAMES
def test_a_backup_whose_object_is_gone_from_the_state_is_not_made_again(preview: bool) -> None:
    known = earlier("BackupSucceeded", in_state=False)
    recorded = record(program(1, Played({}), earlier=known), preview=preview)
    assert tokens.HCP_ETCD_BACKUP not in recorded.types
    assert recorded.exports["backups"][0]["reason"] == "BackupSucceeded"


@pytest.mark.parametrize("reason", ["BackupFailed", "BackupInProgress", ""])
def test_one_that_is_gone_without_success_still_fails_the_update(reason: str) -> None:
    known = earlier(reason, in_state=False)
    stopped = record_stopped(program(1, Played({}), earlier=known), preview=False)
    assert "set a new trigger" in str(stopped.error)
    assert tokens.HCP_ETCD_BACKUP not in stopped.types


def test_an_update_without_change_writes_no_backup_again_to_the_state() -> None:
    made = frozenset(each.name for each in planned(2))
    updates = (
        record(program(2, Played({}), earlier=earlier), preview=False, outputs=answering({}))
        for earlier in (EarlierBackups(), EarlierBackups(started=made, in_state=made))
    )
    first, second = (
        [each.request.hooks.before_create[:] for each in recorded.all(tokens.HCP_ETCD_BACKUP)] for recorded in updates
    )
    assert first == second == [["backups"]] * 2


def test_a_preview_guards_those_that_have_been_created_and_no_others() -> None:
    first, _ = planned(2)
    made = frozenset({first.name})
    previews = (
        record(program(2, Played({}), earlier=earlier), preview=True)
        for earlier in (EarlierBackups(), EarlierBackups(started=made, in_state=made))
    )
    without, with_one = (
        [each.request.hooks.before_create[:] for each in recorded.all(tokens.HCP_ETCD_BACKUP)] for recorded in previews
    )
    assert (without, with_one) == ([[], []], [["backups"], []])


def test_one_that_had_not_ended_is_looked_at_again() -> None:
    cluster = Played({})
    known = earlier("BackupInProgress", in_state=True)
    recorded = record(program(1, cluster, earlier=known), preview=False, outputs=cluster.outputs)
    assert recorded.exports["backups"][0]["reason"] == "BackupSucceeded"


@pytest.mark.parametrize("exported", [True, False])
@pytest.mark.parametrize(
    "status",
    [
        BackupStatus(),
        BackupStatus("BackupFailed", "why"),
        BackupStatus("BackupSucceeded", "done", "s3://x/1.db"),
        BackupStatus("BackupSucceeded", SUCCESS_MESSAGE, "s3://x/1.db"),
        BackupStatus("BackupSucceeded", SUCCESS_MESSAGE),
    ],
)
def test_the_engine_is_asked_what_it_kept_of_the_backups_and_of_the_store(exported: bool, status: BackupStatus) -> None:
    (backup,) = planned(1)
    result = BackupResult(backup, status)
    own = {"snapshotStore": {"s3.bucket": "b"}}
    of_others = {"backups": ["clusters/one"], "snapshotStore": "b"}
    metadata = {"namespace": backup.namespace, "name": backup.name}
    results = {"results": {backup.name: result.status.record}}
    lookups: dict[str, Lookup] = {
        STACK_RESOURCES: lambda _: {
            "outputs": {
                "urn:0": {"type": "pulumi:pulumi:Stack", "outputs": own if exported else of_others},
                "urn:1": {"type": TYPE, "outputs": {"metadata": metadata}},
                "urn:2": {"type": "aws:s3/bucket:Bucket", "outputs": {}},
                f"urn:pulumi:s::p::{FACADE}::mine": {"type": FACADE, "outputs": {} if exported else own},
                f"urn:pulumi:s::p::{FACADE}::other": {"type": FACADE, "outputs": of_others},
                f"urn:pulumi:s::p::{FACADE}${COMPONENT}::mine": {"type": COMPONENT, "outputs": results},
                f"urn:pulumi:s::p::{FACADE}${COMPONENT}::other": {"type": COMPONENT, "outputs": {"results": {}}},
            }
        }
    }
    found: list[EarlierBackups] = []
    record(lambda: found.append(earlier_backups("mine")), preview=True, lookups=lookups)
    (known,) = (each.result(backup) for each in found)
    assert known == result
    assert found[0].store == {"s3.bucket": "b"}


def test_what_a_destroy_has_deleted_is_not_known_any_more() -> None:
    """A destroy that a protected store ends leaves the outputs of stack and facade behind."""
    (backup,) = planned(1)
    document = BackupResult(backup, BackupStatus("BackupFailed", "why")).document
    kept = {"urn:0": {"type": "pulumi:pulumi:Stack", "outputs": {"backups": [dict(document)]}}}
    lookups: dict[str, Lookup] = {STACK_RESOURCES: lambda _: {"outputs": kept}}
    found: list[EarlierBackups] = []
    record(lambda: found.append(earlier_backups("mine")), preview=True, lookups=lookups)
    assert [each.result(backup) for each in found] == [None]


class There(LiveObjects):
    """Plays a cluster with every object, each of which has succeeded."""

    async def refusal(self, namespace: str, manifest: Mapping[str, object]) -> str | None:
        assert manifest["metadata"] == {"name": ANY, "namespace": namespace}
        return None

    async def read(self, namespace: str, name: str) -> Mapping[str, Any] | None:
        condition = {"type": "BackupCompleted", "reason": "BackupSucceeded"}
        metadata = {"namespace": namespace, "name": name}
        return {"metadata": metadata, "status": {"conditions": [condition]}}


@FRAMES
@pytest.mark.parametrize("waits", [True, False])
@pytest.mark.parametrize("reason", ["BackupSucceeded", "BackupFailed", ""])
def test_an_object_that_is_in_the_cluster_and_not_in_the_state_is_taken_over(
    preview: bool, waits: bool, reason: str
) -> None:
    known = earlier(reason, in_state=False)
    recorded = record(
        program(1, There(Kubernetes()), earlier=known, wait=waits), preview=preview, outputs=answering({})
    )
    assert len(recorded.all(tokens.HCP_ETCD_BACKUP)) == 1
    if not preview:
        assert recorded.exports["backups"][0]["reason"] == "BackupSucceeded"
        assert not [warning for warning in recorded.warnings if "URL" not in warning]


@FRAMES
def test_without_waiting_nothing_is_claimed_that_was_not_read(preview: bool) -> None:
    known = earlier("", in_state=True)
    outputs = answering({"clusters/c0": ""})
    recorded = record(program(1, Played({}), earlier=known, wait=False), preview=preview, outputs=outputs)
    assert not recorded.warnings


@FRAMES
def test_without_waiting_what_a_refresh_has_read_is_reported_and_fails_nothing(preview: bool) -> None:
    known = earlier("BackupFailed", in_state=True)
    recorded = record(program(1, Played({}), earlier=known, wait=False), preview=preview)
    (told,) = recorded.warnings
    assert "BackupFailed: as told" in told
    assert "neither waits for it nor fails with this" in told
    assert "until then" not in told


def test_a_killed_update_is_known_by_its_record() -> None:
    (backup,) = planned(1)
    kept = {"urn:1": {"type": "any", "outputs": {"started": [backup.name]}}}
    lookups: dict[str, Lookup] = {STACK_RESOURCES: lambda _: {"outputs": kept}}
    found: list[EarlierBackups] = []
    record(lambda: found.append(earlier_backups("mine")), preview=True, lookups=lookups)
    (result,) = (each.result(backup) for each in found)
    assert result
    assert result.problem
    assert "an interrupted update created it" in result.problem


def test_records_are_few_and_each_waits_for_all_of_its_backups() -> None:
    recorded = record(program(25), preview=False)
    records = recorded.all("openshift-credentials:etcd-backup:BackupRecord")
    assert [len(each.outputs["started"]) for each in records] == [10, 10, 5]
    assert len(record(program(300), preview=True).all(records[0].type)) == 10
