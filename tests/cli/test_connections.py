"""Which cluster a verb asks: that of the arguments, or those of the stack."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.live.check import Purpose
from openshift_credentials.systems.image_pulls.live import reads
from tests.cli.running import Result, Runner
from tests.kit.trees import ABSENT, PROJECT, changed
from tests.live.api_server import ApiServer, serving
from tests.systems.image_pulls.samples import HOSTED, settings

PATHS = reads(settings(HOSTED), Purpose.PREFLIGHT)
OF_NODES = {read.path for read in PATHS if not read.is_hosted}
OF_PODS = {read.path for read in PATHS if read.is_hosted}


def kubeconfig(**servers: ApiServer) -> dict[str, Any]:
    """A context for each server, of its name."""
    return {
        "current-context": next(iter(servers)),
        "clusters": [{"name": name, "cluster": {"server": server.url}} for name, server in servers.items()],
        "users": [{"name": "u", "user": {"token": "TOKEN-OF-THE-TEST"}}],
        "contexts": [{"name": name, "context": {"cluster": name, "user": "u"}} for name in servers],
    }


def preflight(verbs: Runner, directory: Path, tree: Mapping[str, Any], *more: str) -> Result:
    config = {f"{PROJECT}:{key}": value for key, value in tree.items()}
    (directory / "Pulumi.live.yaml").write_text(yaml.safe_dump({"config": config}))
    (directory / "Pulumi.yaml").write_text(f"name: {PROJECT}\nruntime: python\n")
    return verbs.run("preflight", "--stack", "live", "--cwd", str(directory), *more)


def asked(server: ApiServer) -> set[str]:
    return {request.partition("?")[0] for request in server.requests}


@pytest.fixture(autouse=True)
def no_kubeconfig(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KUBECONFIG", "/no/such/kubeconfig")


def test_nodes_and_pods_of_a_hosted_cluster_are_asked_where_they_are(verbs: Runner, tmp_path: Path) -> None:
    with serving(ApiServer({})) as nodes, serving(ApiServer({})) as pods:
        file = verbs.file("kubeconfig", kubeconfig(nodes=nodes, pods=pods))
        tree = changed(HOSTED, hostedKubernetes={"context": "pods"})
        assert preflight(verbs, tmp_path, tree, "--kubeconfig", file).code != 70
    assert (asked(nodes), asked(pods)) == (OF_NODES, OF_PODS)


def test_a_kubeconfig_of_the_stack_is_used_unless_another_one_is_named(verbs: Runner, tmp_path: Path) -> None:
    own, named, pods = ApiServer({}), ApiServer({}), ApiServer({})
    with serving(own), serving(named), serving(pods):
        given = (
            *("--config", f"kubernetes.kubeconfig={yaml.safe_dump(kubeconfig(own=own))}"),
            *("--config", f"hostedKubernetes.kubeconfig={yaml.safe_dump(kubeconfig(pods=pods))}"),
        )
        tree = changed(HOSTED, hostedKubernetes=ABSENT)
        preflight(verbs, tmp_path, tree, *given)
        assert (asked(own), asked(named), asked(pods)) == (OF_NODES, set[str](), OF_PODS)
        own.requests.clear()
        file = verbs.file("kubeconfig", kubeconfig(named=named))
        preflight(verbs, tmp_path, tree, *given, "--kubeconfig", file)
        assert (asked(own), asked(named), asked(pods)) == (set[str](), OF_NODES, OF_PODS)
