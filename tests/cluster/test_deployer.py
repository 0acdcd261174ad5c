"""What ``explain --deployer`` prints for a cluster, with the real RBAC and the real provider."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml

from openshift_credentials.deployer.documents import documents
from openshift_credentials.deployer.registered import Command
from openshift_credentials.preview.run import digest, registered_resources, run_program
from openshift_credentials.preview.stack_files import read_stack
from tests.cluster.conftest import make_namespace
from tests.cluster.control_plane import ControlPlane
from tests.cluster.operator import Operator
from tests.cluster.stack import Stack
from tests.cluster.test_backups import entries
from tests.kit.tables import nonempty

RBAC = "/apis/rbac.authorization.k8s.io/v1"
COLLECTIONS = {
    "ClusterRole": "clusterroles",
    "ClusterRoleBinding": "clusterrolebindings",
    "Role": "roles",
    "RoleBinding": "rolebindings",
}
USER = [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "limited"}]


@pytest.fixture
def limited(tmp_path: Path, plane: ControlPlane, clusters: list[str]) -> Stack:
    """A stack of the user ``limited``."""
    namespace = f"hypershift-of-{clusters[0].rpartition('/')[2]}"
    make_namespace(plane, namespace)
    return Stack.create(tmp_path, namespace, plane.kubeconfig(plane.limited_token))


def allow(plane: ControlPlane, stack: Stack, commands: Sequence[Command]) -> None:
    """Give user ``limited`` what these commands need on the stack, and no other rights."""
    for kind in ("clusterrolebindings", "clusterroles"):
        plane.request("DELETE", f"{RBAC}/{kind}/limited")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIMEOUT_SECONDS", "60")
        patch.syspath_prepend(stack.directory)
        configuration = read_stack(stack.directory, "test", None, [])
        resources = registered_resources(digest(configuration, run_program(configuration)))
    for document in nonempty(documents("test", resources, commands)):
        for manifest in nonempty(yaml.safe_load_all(document.text)):
            kind, metadata = COLLECTIONS[manifest["kind"]], manifest["metadata"]
            space = metadata.get("namespace")
            place = f"{RBAC}/namespaces/{space}/{kind}" if space else f"{RBAC}/{kind}"
            if "subjects" in manifest:
                manifest["subjects"] = USER
            plane.request("DELETE", f"{place}/{metadata['name']}")
            status, answer = plane.request("POST", place, manifest)
            assert status == 201, answer


def test_the_rights_of_a_command_are_enough_for_it_and_for_no_other(
    limited: Stack, operator: Operator, clusters: list[str], plane: ControlPlane
) -> None:
    limited.configure(backups=entries(clusters, "one"))

    allow(plane, limited, [Command.PREVIEW])
    limited.succeed("preview")

    allow(plane, limited, [Command.UP])
    limited.up()
    assert len(limited.results()) == 3
    assert len(operator.events) == 6
    limited.configure(backups=entries(clusters, "two"))
    limited.up()

    allow(plane, limited, [Command.REFRESH])
    limited.succeed("refresh", "--yes", "--skip-preview")
    limited.configure(backups=entries(clusters, "three"))
    assert "forbidden" in limited.failing_up()
    refused = limited.pulumi("destroy", "--yes", "--skip-preview")
    assert refused.code != 0
    assert "forbidden" in refused.text

    allow(plane, limited, [Command.DESTROY])
    limited.succeed("destroy", "--yes", "--skip-preview")
    state = json.loads(limited.succeed("stack", "export").text)["deployment"]
    assert not state.get("resources") or len(state["resources"]) == 0
