"""Rendered fleets on a real API server: it takes their objects, and their jobs may do no more.

``FLEET_CRDS`` names a directory with the CRDs of the Pulumi Kubernetes Operator, Argo CD and Flux,
as their projects publish them; what needs them is skipped without.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from openshift_credentials.fleet.inventory import load_inventory
from openshift_credentials.fleet.rules.inventory import Engine, Fleet, Topology
from openshift_credentials.fleet.rules.objects.jobs import DRIFT_SCRIPT, NIGHTLY_SCRIPT
from openshift_credentials.fleet.rules.tree import files_of
from tests.cluster.applied import Object, apply, as_account, objects, token_of, wait_until_served
from tests.cluster.control_plane import ControlPlane
from tests.kit.nonempty import nonempty
from tests.kit.places import REPOSITORY

CRDS = os.environ.get("FLEET_CRDS", "")
NEEDED = ("stacks.pulumi.com", "kustomizations.kustomize.toolkit.fluxcd.io",
          "applicationsets.argoproj.io", "applications.argoproj.io")  # fmt: skip
needs_crds = pytest.mark.skipif(
    not CRDS, reason="FLEET_CRDS names no directory with the CRDs of operator, Argo CD and Flux"
)
needs_kubectl = pytest.mark.skipif(shutil.which("kubectl") is None, reason="not here: kubectl")


@pytest.fixture(scope="module")
def with_crds(plane: ControlPlane) -> ControlPlane:
    """The API server with the CRDs, and the namespaces that rendered objects stand in."""
    found = [
        each
        for path in sorted(Path(CRDS).glob("*.y*ml"))
        for each in yaml.load_all(path.read_text(), yaml.CSafeLoader)
        if each and each.get("kind") == "CustomResourceDefinition"
    ]
    names = {each["metadata"]["name"] for each in found}
    missing = [name for name in NEEDED if name not in names]
    assert not missing, f"{CRDS} has no CRD {', '.join(missing)}"
    for crd in found:
        apply(plane, crd)
    for name in NEEDED:
        wait_until_served(plane, name)
    for namespace in ("openshift-credentials", "argocd", "flux-system", "hypershift"):
        plane.request("POST", "/api/v1/namespaces", {"metadata": {"name": namespace}})
    plane.request("POST", "/api/v1/namespaces", {"metadata": {"name": "hypershift-europe"}})
    plane.request("POST", "/api/v1/namespaces", {"metadata": {"name": "openshift-adp"}})
    return plane


@pytest.fixture(scope="module")
def ten() -> Fleet:
    return load_inventory(REPOSITORY / "tests" / "fleet" / "ten.yaml").fleet


@needs_crds
@pytest.mark.parametrize("engine", [Engine.OPERATOR, Engine.ARGOCD, Engine.FLUX])
@pytest.mark.parametrize("topology", list(Topology))
def test_the_api_server_takes_every_rendered_object(
    with_crds: ControlPlane, ten: Fleet, topology: Topology, engine: Engine
) -> None:
    seen = 0
    for item in nonempty(objects(files_of(ten, topology, engine))):
        answer = apply(with_crds, item, dry_run=True)
        assert answer["metadata"]["name"] == item["metadata"]["name"]
        seen += 1
    assert seen > 100


@pytest.fixture
def hub(with_crds: ControlPlane, ten: Fleet) -> dict[str, Object]:
    """The Stacks of the ten clusters on a hub, delivered by ``gitops``."""
    files = files_of(ten, Topology.HUB, Engine.OPERATOR)
    for item in objects({path: text for path, text in files.items() if "management" not in path}):
        apply(with_crds, item)
    return {
        item["metadata"]["name"]: item for item in objects(files) if item.get("kind") == "Stack"
    }


def run_job(
    plane: ControlPlane, account: str, script: str, tmp_path: Path, selector: str, **more: str
) -> None:
    """Run the script of a CronJob as its ServiceAccount, with the real kubectl."""
    kubeconfig = tmp_path / f"{account}.yaml"
    kubeconfig.write_text(plane.kubeconfig(token_of(plane, "openshift-credentials", account)))
    done = subprocess.run(
        ["/bin/sh", "-c", script],
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(tmp_path),
            "KUBECONFIG": str(kubeconfig),
            "NAMESPACE": "openshift-credentials",
            "SELECTOR": selector,
            "SECONDS_SINCE_FIRST_WAVE": "0",
            **more,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def live(plane: ControlPlane, name: str) -> Object:
    path = f"/apis/pulumi.com/v1/namespaces/openshift-credentials/stacks/{name}"
    return plane.request("GET", path)[1]


def trigger(stack: Object) -> str | None:
    backup = stack["spec"]["config"]["openshift-credentials:etcdBackup"]
    return backup.get("backupDefaults", {}).get("trigger")


def leaves(fields: Object, path: str = "") -> list[str]:
    """Paths of the fields that a manager owns and that have no field of its own below."""
    found: list[str] = []
    for key, below in fields.items():
        if key != ".":
            name = f"{path}.{key.removeprefix('f:')}".removeprefix(".")
            found += leaves(below, name) or [name]
    return found


@needs_crds
@needs_kubectl
def test_a_trigger_survives_another_delivery_and_reaches_one_wave(
    with_crds: ControlPlane, hub: dict[str, Object], tmp_path: Path
) -> None:
    wave = "openshift-credentials/purpose=update,openshift-credentials/wave=1"
    selector = f"{wave},openshift-credentials/frozen=false"

    run_job(with_crds, "nightly", NIGHTLY_SCRIPT, tmp_path, selector, TRIGGER="t-1")
    for item in hub.values():
        apply(with_crds, item)

    assert {name: trigger(live(with_crds, name)) for name in ("mc-3", "mc-5", "aro-2")} == {
        "mc-3": "t-1",
        "mc-5": "t-1",
        "aro-2": "t-1",
    }
    assert trigger(live(with_crds, "mc-4")) is None, "frozen"
    assert trigger(live(with_crds, "mc-1")) is None, "another wave"
    stack = live(with_crds, "mc-3")
    owned = {each["manager"]: each["fieldsV1"] for each in stack["metadata"]["managedFields"]}
    assert leaves(owned["nightly"]) == [
        "spec.config.openshift-credentials:etcdBackup.backupDefaults.trigger"
    ]
    assert stack["spec"]["config"]["openshift-credentials:etcdBackup"]["backups"]

    run_job(with_crds, "drift", DRIFT_SCRIPT, tmp_path, "openshift-credentials/purpose=drift")
    sentinel = live(with_crds, "mc-3-drift")
    assert trigger(sentinel) == "t-1"
    assert "pulumi.com/reconciliation-request" in sentinel["metadata"]["annotations"]
    assert trigger(live(with_crds, "mc-1-drift")) is None


@needs_crds
def test_the_jobs_may_patch_stacks_and_nothing_else(
    with_crds: ControlPlane, hub: dict[str, Object]
) -> None:
    assert hub
    account = as_account(with_crds, "openshift-credentials", "nightly")
    home = "/namespaces/openshift-credentials"
    assert account.request("GET", f"/apis/pulumi.com/v1{home}/stacks")[0] == 200
    assert account.request("DELETE", f"/apis/pulumi.com/v1{home}/stacks/mc-1")[0] == 403
    assert account.request("GET", f"/api/v1{home}/secrets")[0] == 403
    assert account.request("GET", "/apis/pulumi.com/v1/namespaces/default/stacks")[0] == 403
