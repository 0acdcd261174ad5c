"""Who may do little in the management cluster, and who may do nothing any more."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.live.client import Access, observe
from openshift_credentials.live.observed import Obstacle, Read
from openshift_credentials.reference.pages import all_reads
from tests.cluster.conftest import make_namespace
from tests.cluster.control_plane import ControlPlane
from tests.cluster.operator import Operator
from tests.cluster.rbac import wait_for_rbac
from tests.cluster.stack import Stack
from tests.cluster.test_backups import entries
from tests.kit.places import REPOSITORY

RBAC = "/apis/rbac.authorization.k8s.io/v1"


@pytest.fixture
def limited(tmp_path: Path, plane: ControlPlane, clusters: list[str]) -> Stack:
    """A stack of the user ``limited``."""
    namespace = f"hypershift-of-{clusters[0].rpartition('/')[2]}"
    make_namespace(plane, namespace)
    return Stack.create(tmp_path, namespace, plane.kubeconfig(plane.limited_token))


def revoke_what_other_tests_gave(plane: ControlPlane) -> None:
    """Delete the bindings of a deployer, whose user is the same."""
    for kind in ("clusterrolebindings", "rolebindings"):
        for item in plane.request("GET", f"{RBAC}/{kind}")[1]["items"]:
            name, space = item["metadata"]["name"], item["metadata"].get("namespace")
            if name.startswith("openshift-credentials-deployer-"):
                place = f"namespaces/{space}/{kind}" if space else kind
                plane.request("DELETE", f"{RBAC}/{place}/{name}")


def allow(plane: ControlPlane, name: str, *rules: dict[str, Any]) -> None:
    """Give user ``limited`` these rights, and no others."""
    revoke_what_other_tests_gave(plane)
    plane.request("DELETE", f"{RBAC}/clusterrolebindings/{name}")
    plane.request("DELETE", f"{RBAC}/clusterroles/{name}")
    role = {"metadata": {"name": name}, "rules": list(rules)}
    binding = {
        "metadata": {"name": name},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": name},
        "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "limited"}],
    }
    assert plane.request("POST", f"{RBAC}/clusterroles", role)[0] == 201
    assert plane.request("POST", f"{RBAC}/clusterrolebindings", binding)[0] == 201
    wait_for_rbac(plane)


ALL = {"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}
SECRETS_ALONE = {"apiGroups": [""], "resources": ["secrets"], "verbs": ["*"]}


def test_whoever_may_not_see_backups_starts_none(
    limited: Stack, operator: Operator, clusters: list[str], plane: ControlPlane
) -> None:
    allow(plane, "limited", SECRETS_ALONE)
    limited.configure(backups=entries(clusters, "one"))

    text = limited.failing_up()

    assert "is forbidden" in text
    assert "No backup was started" in text
    assert plane.limited_token not in text
    assert operator.events == []
    allow(plane, "limited", ALL)
    limited.up()
    assert len(limited.results()) == 3


def test_a_refresh_without_rights_fails_and_leaves_the_state_as_it_is(
    limited: Stack, operator: Operator, clusters: list[str], plane: ControlPlane
) -> None:
    allow(plane, "limited", ALL)
    limited.configure(backups=entries(clusters[:1], "one"))
    limited.up()
    before = json.loads(limited.succeed("stack", "export").text)["deployment"]["resources"]
    allow(plane, "limited")

    outcome = limited.pulumi("refresh", "--yes", "--skip-preview")

    assert outcome.code != 0
    assert "forbidden" in outcome.text
    after = json.loads(limited.succeed("stack", "export").text)["deployment"]["resources"]
    assert [each["urn"] for each in after] == [each["urn"] for each in before]
    allow(plane, "limited", ALL)
    assert "unchanged" in limited.up().text
    assert len(operator.events) == 2


def test_the_role_for_operating_reads_what_the_verbs_ask_for_and_no_other_secret(
    tmp_path: Path, plane: ControlPlane
) -> None:
    role = yaml.safe_load((REPOSITORY / "deploy" / "operate-clusterrole.yaml").read_text())
    allow(plane, "limited", *role["rules"])
    kubeconfig = tmp_path / "limited"
    kubeconfig.write_text(plane.kubeconfig(plane.limited_token))
    foreign = [
        Read(name="one", path="/api/v1/namespaces/default/secrets/other", permission="get"),
        Read(name="all", path="/api/v1/secrets", permission="list"),
    ]

    observed = observe(Access(kubeconfig=str(kubeconfig)), [*all_reads(), *foreign])

    forbidden = {name for name, each in observed.obstacles.items() if each is Obstacle.FORBIDDEN}
    assert forbidden == {"one", "all"}
    assert set(observed.obstacles.values()) <= {Obstacle.FORBIDDEN, Obstacle.ABSENT}
