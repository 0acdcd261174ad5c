"""Management clusters that have changed since the last update, and stacks that share one."""

import dataclasses
import json
from pathlib import Path
from typing import Any

from tests.cluster.conftest import make_namespace
from tests.cluster.control_plane import ControlPlane
from tests.cluster.operator import GROUP, Operator
from tests.cluster.stack import Stack
from tests.cluster.test_backups import entries, namespace
from tests.kit.waiting import wait_until

CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
CRD_NAME = "hcpetcdbackups.hypershift.openshift.io"
RBAC = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings"


def urns(stack: Stack) -> set[str]:
    exported = json.loads(stack.succeed("stack", "export").text)
    return {each["urn"] for each in exported["deployment"]["resources"]}


def token_of(plane: ControlPlane, place: str) -> str:
    """A token of a ServiceAccount that may do everything; it ends with the account."""
    account = f"/api/v1/namespaces/{place}/serviceaccounts"
    plane.request("POST", account, {"metadata": {"name": "deployer"}})
    binding: dict[str, Any] = {
        "metadata": {"name": f"deployer-{place}"},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "cluster-admin"},
        "subjects": [{"kind": "ServiceAccount", "name": "deployer", "namespace": place}],
    }
    plane.request("POST", RBAC, binding)
    status, answer = plane.request("POST", f"{account}/deployer/token", {"spec": {}})
    assert status == 201, answer
    return answer["status"]["token"]


def test_a_refresh_with_an_expired_token_fails_and_leaves_the_state_as_it_is(
    stack: Stack, operator: Operator, clusters: list[str], plane: ControlPlane
) -> None:
    place = stack.operator_namespace
    deployer = dataclasses.replace(plane, token=token_of(plane, place))
    expired = Stack(stack.directory, place, deployer.kubeconfig())
    expired.configure(backups=entries(clusters[:1], "one"))
    expired.up()
    before = urns(expired)
    plane.request("DELETE", f"/api/v1/namespaces/{place}/serviceaccounts/deployer")
    # The API server remembers for 10 seconds that it let a token in.
    wait_until(lambda: deployer.request("GET", f"{GROUP}/hcpetcdbackups")[0] == 401)

    for command in (("refresh", "--yes", "--skip-preview"), ("up", "--yes", "--skip-preview")):
        outcome = expired.pulumi(*command)
        if command[0] == "refresh":
            assert outcome.code != 0
            assert "credentials" in outcome.text
        assert "Traceback" not in outcome.text
    assert urns(expired) == before

    renewed = Stack(stack.directory, place, plane.kubeconfig(token_of(plane, place)))
    renewed.configure(backups=entries(clusters[:1], "one"))
    renewed.up()
    renewed.succeed("refresh", "--yes", "--skip-preview")
    assert len([each for each in operator.events if each[0] == "made"]) == 1


def test_without_the_definition_no_backup_is_lost_or_run_twice(
    stack: Stack, operator: Operator, clusters: list[str], plane: ControlPlane
) -> None:
    stack.configure(backups=entries(clusters[:1], "one"))
    stack.up()
    told = stack.results()
    _, definition = plane.request("GET", f"{CRDS}/{CRD_NAME}")
    operator.remove(namespace(clusters[0]), told[clusters[0]]["name"])
    assert plane.request("DELETE", f"{CRDS}/{CRD_NAME}")[0] == 200
    try:
        outcome = stack.pulumi("refresh", "--yes", "--skip-preview")
        assert "Traceback" not in outcome.text
    finally:
        definition["metadata"] = {
            key: value for key, value in definition["metadata"].items() if key in ("name", "annotations")
        }
        definition.pop("status", None)
        wait_until(lambda: plane.request("POST", CRDS, definition)[0] == 201)
    wait_until(lambda: plane.request("GET", f"{GROUP}/hcpetcdbackups")[0] == 200)
    stack.up()
    assert stack.results() == told
    assert len([each for each in operator.events if each[0] == "made"]) == 1


def test_two_stacks_on_one_cluster_run_at_once_and_leave_each_other_alone(
    stack: Stack, operator: Operator, clusters: list[str], plane: ControlPlane, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    other = Stack.create(tmp_path / "other", stack.operator_namespace, stack.kubeconfig)
    stack.configure(backups=entries(clusters[:1], "one"))
    other.configure(backups=entries(clusters[1:2], "one"), credentials={"secretName": "other-credentials"})
    started = [each.start("up", "--yes", "--skip-preview") for each in (stack, other)]
    assert [each.wait(900) for each in started] == [0, 0]
    assert set(stack.results()) == {clusters[0]}
    assert set(other.results()) == {clusters[1]}
    assert len([each for each in operator.events if each[0] == "made"]) == 2

    other.succeed("destroy", "--yes", "--skip-preview")

    secrets = f"/api/v1/namespaces/{stack.operator_namespace}/secrets"
    assert plane.request("GET", f"{secrets}/cloud-credentials")[0] == 200
    assert plane.request("GET", f"{secrets}/other-credentials")[0] == 404
    assert "unchanged" in stack.up().text


def test_a_namespace_that_is_gone_is_reported_before_anything_runs_again(
    stack: Stack, operator: Operator, clusters: list[str], plane: ControlPlane
) -> None:
    place = namespace(clusters[0])
    stack.configure(backups=entries(clusters[:1], "one"))
    stack.up()
    told = stack.results()
    operator.remove(place, told[clusters[0]]["name"])
    plane.request("DELETE", f"/api/v1/namespaces/{place}")
    gone: dict[str, Any] = {"metadata": {"name": place}, "spec": {"finalizers": []}}
    plane.request("PUT", f"/api/v1/namespaces/{place}/finalize", gone)
    assert plane.request("GET", f"/api/v1/namespaces/{place}")[0] == 404

    stack.succeed("refresh", "--yes", "--skip-preview")
    stack.up()
    assert stack.results() == told
    make_namespace(plane, place)
    stack.up()
    assert len([each for each in operator.events if each[0] == "made"]) == 1
