"""A rendered Stack is delivered again after the operator has written it back in its own form.

The operator's types print durations and quantities anew. A field that it writes in another form is
then its own, and a delivery without force conflicts.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.fleet.rules.inventory import Engine, Topology
from openshift_credentials.fleet.rules.tree import files_of
from tests.cluster.applied import KIND_URL, apply, path_of, wait_until_served
from tests.cluster.control_plane import ControlPlane
from tests.fleet.rows import aws_row, fleet_of

NAME = "stacks.pulumi.com"
ANYTHING = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
DEFINITION: dict[str, Any] = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": NAME},
    "spec": {
        "group": "pulumi.com",
        "scope": "Namespaced",
        "names": {"kind": "Stack", "plural": "stacks"},
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "schema": {"openAPIV3Schema": {**ANYTHING, "properties": {"spec": ANYTHING}}},
            }
        ],
    },
}
PRINTED = {
    "72h": "72h0m0s",
    "90m": "1h30m0s",
    "3600s": "1h0m0s",
    "72h0m0s": "72h0m0s",
    "1h30m0s": "1h30m0s",
    "1h0m0s": "1h0m0s",
    "250m": "250m",
    "1024Mi": "1Gi",
    "1Gi": "1Gi",
    "2Gi": "2Gi",
    "2048Mi": "2Gi",
    "1500M": "1500M",
}
"""What Go's and Kubernetes' types print for what they have read."""


@pytest.fixture(scope="module")
def with_stacks(plane: ControlPlane) -> ControlPlane:
    if plane.request("GET", f"{KIND_URL}/{NAME}")[0] != 200:
        apply(plane, DEFINITION)
    wait_until_served(plane, NAME)
    plane.request("POST", "/api/v1/namespaces", {"metadata": {"name": "openshift-credentials"}})
    return plane


def stacks(directory: Path, **row: str) -> Iterator[dict[str, Any]]:
    fleet = fleet_of(directory / "fleet.csv", [aws_row("mc-1", **row)])
    for path, text in files_of(fleet, Topology.HUB, Engine.OPERATOR).items():
        if path.endswith(".yaml"):
            documents: list[dict[str, Any]] = list(yaml.safe_load_all(text))
            yield from (each for each in documents if each.get("kind") == "Stack")


def as_printed(stack: dict[str, Any]) -> dict[str, Any]:
    spec = stack["spec"]
    update = spec["updateTemplate"]["spec"]
    update["ttlAfterCompleted"] = PRINTED[update["ttlAfterCompleted"]]
    requests = spec["workspaceTemplate"]["spec"]["resources"]["requests"]
    for name, quantity in requests.items():
        requests[name] = PRINTED[quantity]
    return stack


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"updateTtl": "90m", "memory": "1024Mi", "ephemeralStorage": "2048Mi"},
        {"updateTtl": "3600s", "memory": "1500M"},
    ],
    ids=["defaults", "in other units", "in seconds and decimal units"],
)
def test_a_changed_row_is_delivered_over_what_the_operator_wrote(
    with_stacks: ControlPlane, tmp_path: Path, row: dict[str, str]
) -> None:
    for stack in stacks(tmp_path, **row):
        apply(with_stacks, stack)
        live = with_stacks.request("GET", path_of(stack))[1]
        written = as_printed(live)
        put = f"{path_of(stack)}?fieldManager=operator"
        assert with_stacks.request("PUT", put, written)[0] == 200

    for stack in stacks(tmp_path, **{**row, "updateTtl": "100h", "memory": "3Gi"}):
        path = f"{path_of(stack)}?fieldManager=gitops"
        status, answer = with_stacks.request("PATCH", path, stack, "application/apply-patch+yaml")
        assert status == 200, answer
        assert answer["spec"]["updateTemplate"]["spec"]["ttlAfterCompleted"] == "100h0m0s"
        assert with_stacks.request("DELETE", path_of(stack))[0] == 200
