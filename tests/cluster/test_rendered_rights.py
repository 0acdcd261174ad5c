"""The rights that a fleet renders for a stack suffice for its life, and end where it ends."""

from pathlib import Path

import pytest
import yaml

from openshift_credentials.fleet.rendering import files_of
from tests.cluster.applied import apply, as_account, token_of
from tests.cluster.conftest import make_namespace
from tests.cluster.control_plane import ControlPlane
from tests.cluster.operator import Operator
from tests.cluster.stack import Stack
from tests.cluster.test_backups import entries
from tests.fleet.samples import azure_row, fleet_of


@pytest.fixture
def deployer(plane: ControlPlane, tmp_path: Path, clusters: list[str]) -> Stack:
    """A stack that is run with the rendered rights of its ServiceAccount, and no other ones."""
    name = clusters[0].rpartition("/")[2]
    namespace = f"hypershift-of-{name}"
    make_namespace(plane, namespace)
    config = {"cluster": {"operatorNamespace": namespace}}
    fleet = fleet_of(tmp_path / "fleet.yaml", [azure_row(name, config=config)])
    files = files_of(fleet)
    for item in yaml.safe_load_all(files[f"clusters/{name}/access.yaml"]):
        apply(plane, item)
    token = token_of(plane, fleet["namespace"], name)
    return Stack.create(tmp_path, namespace, plane.kubeconfig(token))


def test_a_stack_lives_with_its_rendered_rights(deployer: Stack, operator: Operator, clusters: list[str]) -> None:
    deployer.configure(backups=entries(clusters, "one"))
    deployer.up()
    deployer.configure(backups=entries(clusters, "two"))
    deployer.succeed("preview", "--refresh")
    deployer.up()

    assert len(deployer.results()) == 3
    assert len(operator.events) == 12
    deployer.succeed("refresh", "--yes", "--skip-preview")
    deployer.succeed("state", "unprotect", "--all", "--yes")
    deployer.succeed("destroy", "--yes", "--skip-preview")


def test_the_rights_end_where_the_stack_ends(plane: ControlPlane, deployer: Stack) -> None:
    name = deployer.operator_namespace.removeprefix("hypershift-of-")
    account = as_account(plane, "openshift-credentials", name)
    own = f"/api/v1/namespaces/{deployer.operator_namespace}/secrets"

    assert account.request("GET", f"{own}/cloud-credentials")[0] == 404
    assert account.request("GET", f"{own}/pull-secret")[0] == 403
    assert account.request("GET", "/api/v1/namespaces/default/secrets")[0] == 403
    assert account.request("GET", "/api/v1/nodes")[0] == 403
    review = {"spec": {"token": "x"}}
    path = "/apis/authentication.k8s.io/v1/tokenreviews"
    assert account.request("POST", path, review)[0] == 201
