"""What an earlier update, a refresh or a destroy left of the backups."""

from collections.abc import Mapping
from typing import Any
from unittest.mock import ANY

import pytest

from components.base.engine import STACK_RESOURCES
from components.etcd_backup.earlier_backups import COMPONENT, FACADE, TYPE, EarlierBackups, earlier_backups
from openshift_credentials.systems.etcd_backup.plan.earlier import BackupResult
from openshift_credentials.systems.etcd_backup.rules.backup_status import SUCCESS_MESSAGE, BackupStatus
from tests.components.etcd_backup.backups_program import Played, answering, earlier, planned, program
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import Lookup, record, record_stopped

pytestmark = pytest.mark.usefixtures("short_pauses")


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


class There:
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
    recorded = record(program(1, There(), earlier=known, wait=waits), preview=preview, outputs=answering({}))
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
