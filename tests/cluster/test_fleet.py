"""Rendered fleets on a real API server: it takes their objects, and their job may do no more.

``FLEET_CRDS`` names a directory with the CRDs of the Pulumi Kubernetes Operator, as its project
publishes them; without, Stacks may have any content.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.fleet.inventory import load_inventory
from openshift_credentials.fleet.rendering import NIGHTLY_SCRIPT, files_of
from tests.cluster.applied import KIND_URL, Object, apply, as_account, objects, path_of, token_of, wait_until_served
from tests.cluster.control_plane import ControlPlane
from tests.fleet.samples import aws_row, fleet_of
from tests.kit.places import REPOSITORY
from tests.kit.tables import nonempty

NAME = "stacks.pulumi.com"
ANYTHING = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
VERSION: dict[str, Any] = {
    "name": "v1",
    "served": True,
    "storage": True,
    "schema": {"openAPIV3Schema": {**ANYTHING, "properties": {"spec": ANYTHING}}},
}
DEFINITION: dict[str, Any] = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": NAME},
    "spec": {
        "group": "pulumi.com",
        "scope": "Namespaced",
        "names": {"kind": "Stack", "plural": "stacks"},
        "versions": [VERSION],
    },
}
HOME = "openshift-credentials"
KEY = "openshift-credentials:etcdBackup"


def definitions() -> Iterator[Object]:
    for path in sorted(Path(os.environ["FLEET_CRDS"]).glob("*.y*ml")):
        for found in yaml.safe_load_all(path.read_text()):
            if found and found.get("kind") == "CustomResourceDefinition":
                yield found


@pytest.fixture(scope="module")
def with_stacks(plane: ControlPlane) -> ControlPlane:
    """The API server with the CRD, and the namespaces that rendered objects stand in."""
    if plane.request("GET", f"{KIND_URL}/{NAME}")[0] != 200:
        for definition in definitions() if os.environ.get("FLEET_CRDS") else [DEFINITION]:
            apply(plane, definition)
    wait_until_served(plane, NAME)
    for name in (HOME, "hypershift", "hypershift-europe", "openshift-adp"):
        plane.request("POST", "/api/v1/namespaces", {"metadata": {"name": name}})
    return plane


def rendered(directory: Path, *rows: dict[str, object]) -> list[Object]:
    return list(objects(files_of(fleet_of(directory / "fleet.yaml", rows))))


def stack_of(items: list[Object]) -> Object:
    (stack,) = (item for item in items if item["kind"] == "Stack")
    return stack


def test_the_api_server_takes_every_rendered_object(with_stacks: ControlPlane) -> None:
    fleet = load_inventory(REPOSITORY / "tests" / "fleet" / "four.yaml")
    for item in nonempty(objects(files_of(fleet))):
        answer = apply(with_stacks, item, dry_run=True)
        assert answer["metadata"]["name"] == item["metadata"]["name"]


def live(plane: ControlPlane, name: str) -> Object:
    return plane.request("GET", f"/apis/pulumi.com/v1/namespaces/{HOME}/stacks/{name}")[1]


def trigger(stack: Object) -> str | None:
    return stack["spec"]["config"][KEY].get("backupDefaults", {}).get("trigger")


def leaves(fields: Object, path: str = "") -> list[str]:
    """Paths of the fields that a manager owns and that have no field of its own below."""
    found: list[str] = []
    for key, below in fields.items():
        if key != ".":
            name = f"{path}.{key.removeprefix('f:')}".removeprefix(".")
            found += leaves(below, name) or [name]
    return found


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="not here: kubectl")
def test_a_trigger_survives_another_delivery(with_stacks: ControlPlane, tmp_path: Path) -> None:
    items = rendered(tmp_path, aws_row("mc-3"))
    for item in items:
        apply(with_stacks, item)
    kubeconfig = tmp_path / "nightly.yaml"
    kubeconfig.write_text(with_stacks.kubeconfig(token_of(with_stacks, HOME, "nightly")))

    def run_job(stack: str) -> "subprocess.CompletedProcess[str]":
        """Run the script of the CronJob as its ServiceAccount, with the real kubectl."""
        return subprocess.run(
            ["/bin/sh", "-c", NIGHTLY_SCRIPT],
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(tmp_path),
                "KUBECONFIG": str(kubeconfig),
                "NAMESPACE": HOME,
                "STACK": stack,
                "SECONDS_SINCE_FIRST_WAVE": "0",
                "TRIGGER": "t-1",
            },
            capture_output=True,
            text=True,
            check=False,
        )

    done = run_job("mc-3")
    assert done.returncode == 0, done.stdout + done.stderr
    apply(with_stacks, stack_of(items))

    stack = live(with_stacks, "mc-3")
    assert trigger(stack) == "t-1"
    owned = {each["manager"]: each["fieldsV1"] for each in stack["metadata"]["managedFields"]}
    assert leaves(owned["nightly"]) == [f"spec.config.{KEY}.backupDefaults.trigger"]
    assert stack["spec"]["config"][KEY]["backups"]
    other = run_job("mc-4")
    assert other.returncode != 0
    assert "forbidden" in other.stderr


def test_the_job_may_patch_its_stack_and_nothing_else(with_stacks: ControlPlane, tmp_path: Path) -> None:
    for item in rendered(tmp_path, aws_row("mc-3")):
        apply(with_stacks, item)
    account = as_account(with_stacks, HOME, "nightly")
    stacks = f"/apis/pulumi.com/v1/namespaces/{HOME}/stacks"
    assert account.request("GET", f"{stacks}/mc-3")[0] == 200
    assert account.request("GET", f"{stacks}/mc-4")[0] == 403
    assert account.request("DELETE", f"{stacks}/mc-3")[0] == 403
    assert account.request("GET", f"/api/v1/namespaces/{HOME}/secrets")[0] == 403


def as_printed(stack: Object) -> Object:
    """A Stack as the operator's own types print it."""
    spec = stack["spec"]
    assert spec["updateTemplate"]["spec"]["ttlAfterCompleted"] == "72h0m0s"
    requests = spec["workspaceTemplate"]["spec"]["resources"]["requests"]
    assert requests == {"cpu": "250m", "memory": "1Gi", "ephemeral-storage": "2Gi"}
    return stack


def test_a_changed_row_is_delivered_over_what_the_operator_wrote(with_stacks: ControlPlane, tmp_path: Path) -> None:
    """A field that the operator writes in another form is then its own, and would conflict."""
    stack = stack_of(rendered(tmp_path, aws_row("mc-5")))
    apply(with_stacks, stack)
    written = as_printed(live(with_stacks, "mc-5"))
    assert with_stacks.request("PUT", f"{path_of(stack)}?fieldManager=operator", written)[0] == 200

    changed = stack_of(rendered(tmp_path, aws_row("mc-5", image="registry.example.com/x:2")))
    path = f"{path_of(stack)}?fieldManager=gitops"
    status, answer = with_stacks.request("PATCH", path, changed, "application/apply-patch+yaml")

    assert status == 200, answer
    assert answer["spec"]["workspaceTemplate"]["spec"]["image"] == "registry.example.com/x:2"
