"""The graph of image pulls, as in a preview and as in an update."""

import base64
import json
from collections.abc import Mapping
from typing import Any

import yaml

from openshift_credentials.systems.image_pulls.rules.kubelets import COMPARED
from openshift_credentials.systems.image_pulls.rules.provider_config import ProviderConfig, read_file, validate
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import record, run_main
from tests.kit.recorded import Recorded
from tests.kit.trees import Tree, changed, config
from tests.systems.image_pulls.samples import ACR, ECR, HOSTED, SECRET


def run(tree: Tree, *, preview: bool) -> Recorded:
    return record(run_main, preview=preview, config=config(tree), secret_keys=SECRET)


def file_in(spec: Mapping[str, Any]) -> tuple[dict[str, Any], ProviderConfig]:
    """The one file of a MachineConfig, and the kubelet's reading of it."""
    (file,) = spec["config"]["storage"]["files"]
    content = base64.b64decode(file["contents"]["source"].partition("base64,")[2])
    return file, read_file(content, COMPARED)


@FRAMES
def test_the_node_file_comes_after_rbac_and_accounts(preview: bool) -> None:
    recorded = run(ECR, preview=preview)
    file = recorded.only(tokens.MACHINE_CONFIG)
    account = recorded.only(tokens.SERVICE_ACCOUNT_PATCH)
    binding = recorded.only(tokens.CLUSTER_ROLE_BINDING)
    first = set(file.request.dependencies)
    assert {account.urn, binding.urn} <= first
    assert binding.urn in account.request.dependencies
    assert any("Sleep" in urn or "Role" in urn for urn in account.request.dependencies)


@FRAMES
def test_a_made_provider_stays_unless_that_is_taken_back(preview: bool) -> None:
    tree = changed(ECR, imagePulls__aws__createOidcProvider=True)
    made = run(tree, preview=preview)
    assert made.only(tokens.IAM_OIDC_PROVIDER).retain_on_delete, "other roles of the cluster use it"

    gone = run(changed(tree, imagePulls__aws__retainOidcProvider=False), preview=preview)
    assert not gone.only(tokens.IAM_OIDC_PROVIDER).retain_on_delete


def test_an_identity_has_at_most_twenty_federations() -> None:
    (workload,) = ACR["imagePulls"]["workloads"]
    many = [{**workload, "serviceAccount": f"app-{number}"} for number in range(45)]
    recorded = run(changed(ACR, imagePulls__workloads=many), preview=False)
    names = [each.inputs["resourceName"] for each in recorded.all(tokens.MANAGED_IDENTITY)]
    assert names == [f"prod-pull-shop-{number}" for number in (1, 2, 3)]
    assert len(recorded.all(tokens.FEDERATED_CREDENTIAL)) == 45


@FRAMES
def test_a_hosted_cluster_has_its_objects_in_two_clusters(preview: bool) -> None:
    pools = [{"name": "workers", "config": ["other"]}]
    recorded = run(changed(HOSTED, imagePulls__hostedCluster__nodePools=pools), preview=preview)
    guest = recorded.provider(recorded.only(tokens.SERVICE_ACCOUNT_PATCH))
    management = recorded.provider(recorded.only(tokens.CONFIG_MAP))
    assert recorded.provider(recorded.only(tokens.CLUSTER_ROLE_BINDING)).urn == guest.urn
    assert recorded.provider(recorded.only(tokens.NODE_POOL_PATCH)).urn == management.urn
    assert guest.urn != management.urn
    assert guest.is_secret("kubeconfig")
    config_map = recorded.only(tokens.CONFIG_MAP).inputs
    assert config_map["metadata"]["namespace"] == "clusters"
    machine_config = yaml.safe_load(config_map["data"]["config"])
    _, read = file_in(machine_config["spec"])
    assert not validate(read.providers, COMPARED)
    patched = recorded.only(tokens.NODE_POOL_PATCH)
    assert recorded.only(tokens.CONFIG_MAP) in recorded.dependencies(patched), "or nodes roll twice"
    patch = patched.inputs
    assert [each["name"] for each in patch["spec"]["config"]] == ["other", config_map["metadata"]["name"]]
    statement = json.loads(recorded.only(tokens.IAM_ROLE).inputs["assumeRolePolicy"])["Statement"]
    assert "oidc.example.com/shop:sub" in statement[0]["Condition"]["StringEquals"]
