"""Updates that are killed, and what docs/operating.md and docs/fleet.md say to do then."""

import json
from pathlib import Path

import pytest

from tests.cluster.control_plane import ControlPlane
from tests.cluster.cutting_proxy import CuttingProxy
from tests.cluster.operator import Operator
from tests.cluster.stack import Stack
from tests.cluster.test_backups import entries, namespace
from tests.kit.killing import strike
from tests.kit.waiting import wait_until

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
