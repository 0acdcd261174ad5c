"""Two hundred hosted clusters: how long the verbs take, and how often they ask."""

import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
import yaml

from openshift_credentials.live import client
from openshift_credentials.live.check import Purpose, State
from openshift_credentials.systems.etcd_backup.live import OPERATION
from tests.cluster.control_plane import ControlPlane, control_plane, missing_binary
from tests.kit.places import CRD
from tests.kit.trees import AWS, changed, load

NUMBER = 200
SECONDS = 10.0
LISTS = 6
NAMES = [f"many-{number:03}" for number in range(NUMBER)]
KINDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
GROUP = "/apis/hypershift.openshift.io/v1beta1"
SETTINGS = load(changed(AWS, backups=[{"hostedCluster": f"clusters/{each}", "trigger": "1"} for each in NAMES]))


def hosted_control_planes() -> dict[str, Any]:
    """A definition that takes anything: only annotations are looked at."""
    anything = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    version = {"name": "v1beta1", "served": True, "storage": True, "schema": {"openAPIV3Schema": anything}}
    return {
        "metadata": {"name": "hostedcontrolplanes.hypershift.openshift.io"},
        "spec": {
            "group": "hypershift.openshift.io",
            "scope": "Namespaced",
            "names": {"plural": "hostedcontrolplanes", "kind": "HostedControlPlane"},
            "versions": [version],
        },
    }


@pytest.fixture(scope="module")
def plane(tmp_path_factory: pytest.TempPathFactory) -> Generator[ControlPlane]:
    if missing := missing_binary():
        pytest.skip(f"{missing} is not there")
    with control_plane(tmp_path_factory.mktemp("many")) as running:
        for definition in (yaml.safe_load(CRD.read_text()), hosted_control_planes()):
            assert running.request("POST", KINDS, definition)[0] == 201
        place = f"{GROUP}/hostedcontrolplanes"
        deadline = time.monotonic() + 60
        while running.request("GET", place)[0] != 200:
            assert time.monotonic() < deadline, "the definition is not established"
            time.sleep(0.2)
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(partial(make, running), NAMES))
        yield running


def make(plane: ControlPlane, name: str) -> None:
    """One hosted cluster that is ready for a backup."""
    namespace = f"clusters-{name}"
    core = f"/api/v1/namespaces/{namespace}"
    labels = {"app": "etcd"}
    container = {"name": "etcd", "image": "etcd"}
    template = {"metadata": {"labels": labels}, "spec": {"containers": [container]}}
    spec = {"replicas": 0, "serviceName": "etcd", "selector": {"matchLabels": labels}, "template": template}
    annotations = {"hypershift.openshift.io/cluster": f"clusters/{name}"}
    for path, body in (
        ("/api/v1/namespaces", {"metadata": {"name": namespace}}),
        (f"{core}/secrets", {"metadata": {"name": "pull-secret"}}),
        (f"/apis/apps/v1/namespaces/{namespace}/statefulsets", {"metadata": {"name": "etcd"}, "spec": spec}),
        (
            f"{GROUP}/namespaces/{namespace}/hostedcontrolplanes",
            {
                "apiVersion": "hypershift.openshift.io/v1beta1",
                "kind": "HostedControlPlane",
                "metadata": {"name": name, "annotations": annotations},
            },
        ),
    ):
        status, answer = plane.request("POST", path, body)
        assert status == 201, answer


@pytest.mark.parametrize("purpose", Purpose)
def test_two_hundred_hosted_clusters_take_a_few_lists_and_seconds(
    plane: ControlPlane, purpose: Purpose, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists: list[str] = []
    real = client._page

    def counted(*arguments: Any) -> Any:  # noqa: ANN401 - as the real one
        answer = real(*arguments)
        if isinstance(answer, dict) and "items" in answer:
            lists.append(arguments[1].path)
        return answer

    monkeypatch.setattr(client, "_page", counted)
    reads = OPERATION.reads(SETTINGS, purpose)
    started = time.monotonic()
    observed = client.observe(client.Access(content=plane.kubeconfig()), reads)
    look = OPERATION.preflight if purpose is Purpose.PREFLIGHT else OPERATION.verify
    checks = list(look(SETTINGS, observed))
    seconds = time.monotonic() - started

    growing = [path for path in lists if "/namespaces/hypershift/" not in path]
    assert len(growing) + len([path for path in lists if path.endswith(("/jobs", "/pods"))]) <= LISTS
    assert seconds < SECONDS
    if purpose is Purpose.PREFLIGHT:
        ready = [each for each in checks if each.code == "hosted-cluster"]
        assert len(ready) == NUMBER
        assert {each.state for each in ready} == {State.PASSED}
    else:
        assert len([each for each in checks if each.code == "backup-missing"]) == NUMBER
        assert len(lists) <= LISTS
    print(f"{purpose}: {seconds:.1f} s, {len(lists)} lists")  # noqa: T201 - for docs/operating.md
