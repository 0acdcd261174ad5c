"""Objects that exist only in the cluster, because the state of what made them was lost."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.cluster.control_plane import ControlPlane
from tests.cluster.cutting_proxy import CuttingProxy
from tests.cluster.operator import Operator
from tests.cluster.stack import Stack
from tests.cluster.test_backups import entries, namespace
from tests.kit.waiting import strike, wait_until

COMPONENT = "openshift-credentials:etcd-backup:Backups"


SECRET = "kubernetes:core/v1:Secret"


BACKUP = "kubernetes:hypershift.openshift.io/v1beta1:HCPEtcdBackup"


RECORD = "openshift-credentials:etcd-backup:BackupRecord"
"""Written after the backups that it names, so a kill that loses them has not written it either."""


def forget(stack: Stack, *types: str) -> None:
    """Take resources out of the state, and outputs with them, as a kill before the write does."""
    path = stack.directory / "state.json"
    exported: dict[str, Any] = json.loads(stack.succeed("stack", "export").text)
    deployment = exported["deployment"]
    kept = [each for each in deployment["resources"] if each["type"] not in types]
    known = {each["urn"] for each in kept}
    for each in kept:
        each["dependencies"] = [urn for urn in each.get("dependencies", ()) if urn in known]
        if each["type"] in ("pulumi:pulumi:Stack", COMPONENT):
            each["outputs"] = {}
    deployment["resources"] = kept
    path.write_text(json.dumps(exported))
    stack.succeed("stack", "import", "--file", str(path))


@pytest.mark.parametrize("wait", [True, False])
def test_a_backup_that_was_deleted_from_the_state_alone_is_taken_over(
    stack: Stack, operator: Operator, clusters: list[str], wait: bool
) -> None:
    stack.configure(backups=entries(clusters[:1], "one"), backupPolicy={"wait": wait})
    stack.up()
    exported = json.loads(stack.succeed("stack", "export").text)
    (urn,) = (each["urn"] for each in exported["deployment"]["resources"] if each["type"] == BACKUP)
    stack.succeed("state", "delete", urn, "--yes")

    assert "the update takes it over" in stack.succeed("preview").text
    assert "has been deleted" not in stack.up().text
    assert [each for each in operator.events if each[0] == "made"] == operator.events[:1]
    assert "unchanged" in stack.up().text


def test_what_an_update_made_before_its_state_was_lost_is_taken_over_and_not_run_twice(
    stack: Stack, operator: Operator, clusters: list[str]
) -> None:
    stack.configure(backups=entries(clusters, "one"))
    stack.up()
    made = stack.results()
    forget(stack, SECRET, BACKUP, RECORD)

    stack.up()

    assert stack.results() == made
    assert len([each for each in operator.events if each[0] == "made"]) == 3
    assert "unchanged" in stack.up().text


def test_a_backup_of_a_killed_update_is_not_run_again_when_its_object_is_gone(
    stack: Stack, operator: Operator, clusters: list[str]
) -> None:
    place = namespace(clusters[0])
    operator.outcomes = {place: [None]}
    stack.configure(backups=entries(clusters[:1], "one"))
    killed = stack.start("up", "--yes", "--skip-preview")
    record = f"Backups${RECORD}"
    wait_until(lambda: '"started"' in stack.state() and record in stack.state())
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    stack.succeed("cancel", "--yes")
    operator.remove(place, operator.backups(place)[place][0])

    stack.succeed("refresh", "--yes")

    assert "an interrupted update created it" in stack.succeed("preview").text
    assert "set a new trigger" in stack.failing_up()
    assert operator.backups(place) == {}
    stack.configure(backups=entries(clusters[:1], "two"))
    operator.outcomes = {}
    stack.up()
    assert len(operator.backups(place)[place]) == 1


AT_ONCE = ("--yes", "--skip-preview")


def test_a_killed_update_leaves_its_lock_and_the_next_trigger_backs_up(
    stack: Stack, operator: Operator, clusters: list[str]
) -> None:
    place = namespace(clusters[0])
    operator.outcomes = {place: [None]}
    stack.configure(backups=entries(clusters[:1], "one"))

    update = stack.start("up", *AT_ONCE)
    try:
        wait_until(lambda: operator.backups(place))
    finally:
        strike(update.pid)
        update.wait()

    locked = stack.failing_up()
    assert "the stack is currently locked by 1 lock(s)" in locked
    assert "pulumi cancel" in locked
    stack.succeed("cancel", "--yes")
    operator.outcomes = {}
    stack.up()
    assert len(operator.backups(place)[place]) == 1, "the same backup, not another one"
    stack.configure(backups=entries(clusters[:1], "two"))
    stack.up()
    assert [each["reason"] for each in stack.results().values()] == ["BackupSucceeded"]
    assert len(operator.backups(place)[place]) == 2


@pytest.mark.parametrize(("resource", "kind"), [("secrets", "Secret"), ("hcpetcdbackups", "HCPEtcdBackup")])
def test_killed_between_the_answer_and_the_state_an_update_takes_over_what_it_made(
    stack: Stack, operator: Operator, clusters: list[str], plane: ControlPlane, resource: str, kind: str
) -> None:
    place = namespace(clusters[0])
    with CuttingProxy(plane) as proxy:
        through = through_proxy(stack, proxy, clusters)
        kill_before_the_state(through, proxy, "up", "PATCH", resource)
    assert kind not in kinds(stack), "the state knows nothing of it"
    stack.configure(backups=entries(clusters[:1], "one"))

    stack.succeed("cancel", "--yes")
    stack.up()

    assert [each["reason"] for each in stack.results().values()] == ["BackupSucceeded"]
    assert len([each for each in operator.events if each[0] == "made"]) == 1
    assert len(operator.backups(place)[place]) == 1
    assert "unchanged" in stack.up().text


def test_killed_between_the_answer_and_the_state_a_destroy_is_finished_by_the_next(
    stack: Stack, operator: Operator, clusters: list[str], plane: ControlPlane
) -> None:
    with CuttingProxy(plane) as proxy:
        through = through_proxy(stack, proxy, clusters)
        through.up()
        kill_before_the_state(through, proxy, "destroy", "DELETE", "secrets")
        assert "Secret" in kinds(stack), "the state still has it"

        through.succeed("cancel", "--yes")
        through.succeed("destroy", *AT_ONCE)

    secret = f"/api/v1/namespaces/{stack.operator_namespace}/secrets/cloud-credentials"
    assert plane.request("GET", secret)[0] == 404
    assert len([each for each in operator.events if each[0] == "made"]) == 1


def through_proxy(stack: Stack, proxy: CuttingProxy, clusters: list[str]) -> Stack:
    """The stack, whose kubeconfig leads through the proxy."""
    through = Stack(stack.directory, stack.operator_namespace, proxy.kubeconfig())
    through.configure(backups=entries(clusters[:1], "one"))
    return through


def kill_before_the_state(stack: Stack, proxy: CuttingProxy, verb: str, method: str, resource: str) -> None:
    """Kill everything once the API server has answered, and before Pulumi reads the answer."""
    process = stack.start(verb, *AT_ONCE)
    proxy.cut(method, resource, lambda: strike(process.pid))
    assert process.wait(600) < 0, "it was killed"


def kinds(stack: Stack) -> set[str]:
    """Kinds of the resources in the state as it lies in the backend."""
    path: Path = next((stack.directory.parent / "state").rglob("test.json"))
    resources = json.loads(path.read_text())["checkpoint"]["latest"].get("resources", [])
    return {each["type"].rpartition(":")[2] for each in resources}
