"""Verdicts on HostedClusters, from a real API server with HyperShift's own definition."""

import os
import time
from collections.abc import Generator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.systems.control_plane_identities.rules.hosted_cluster import judge_hosted_cluster
from tests.cluster.control_plane import ControlPlane, control_plane, missing_binary
from tests.kit.nonempty import nonempty
from tests.systems.control_plane_identities.samples import applied, sample

pytestmark = pytest.mark.cluster

DEFINITION = os.environ.get("HOSTEDCLUSTER_CRD", "")
OBJECTS = "/apis/hypershift.openshift.io/v1beta1/namespaces/clusters/hostedclusters"
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"


@pytest.fixture(scope="module")
def plane(tmp_path_factory: pytest.TempPathFactory) -> Generator[ControlPlane]:
    if missing := missing_binary():
        pytest.skip(f"{missing} is not there")
    if not DEFINITION:
        pytest.skip("HOSTEDCLUSTER_CRD does not name HyperShift's definition of HostedCluster")
    definition: Any = yaml.safe_load(Path(DEFINITION).read_text(encoding="utf-8"))
    with control_plane(tmp_path_factory.mktemp("hosted-clusters")) as running:
        definition["spec"].pop("conversion", None)
        versions = [one for one in definition["spec"]["versions"] if one["name"] == "v1beta1"]
        definition["spec"]["versions"] = [{**one, "storage": True} for one in versions]
        running.request("POST", DEFINITIONS, definition)
        namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "clusters"}}
        running.request("POST", "/api/v1/namespaces", namespace)
        deadline = time.monotonic() + 60
        while running.request("GET", OBJECTS)[0] != HTTPStatus.OK:
            assert time.monotonic() < deadline, "the definition is not established"
            time.sleep(0.2)
        yield running


def test_every_sample_gets_the_same_verdict_again(plane: ControlPlane) -> None:
    data = sample("hosted_cluster_api")
    for row in nonempty(data["rows"]):
        manifest = applied(data["bases"][row["base"]], row["changes"])
        status, answer = plane.request("POST", f"{OBJECTS}?dryRun=All", manifest)
        verdict = judge_hosted_cluster(manifest)
        assert verdict.accepted == (status == HTTPStatus.CREATED), row["id"]
        causes = answer.get("details", {}).get("causes", ())
        wanted = {(each["field"], each["reason"]) for each in causes if each["field"] != "<nil>"}
        assert {(error.path, error.reason) for error in verdict.errors} == wanted, row["id"]
