"""The graph of image pulls, as in a preview and as in an update."""

import base64
import json
from collections.abc import Mapping
from typing import Any

import yaml

from openshift_credentials.platforms.kubernetes.rbac import AUDIENCE_VERB
from openshift_credentials.systems.image_pulls.rules.gates import COMPARED
from openshift_credentials.systems.image_pulls.rules.provider_config import (
    ProviderConfig,
    read_file,
)
from openshift_credentials.systems.image_pulls.rules.validation import validate
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.kit.harness import record, run_main
from tests.kit.recorded import UNKNOWN, Recorded
from tests.kit.trees import Tree, changed, config
from tests.systems.image_pulls.trees import ACR, ECR, HOSTED, NODE, REGISTRY, SECRET


def run(tree: Tree, *, preview: bool) -> Recorded:
    return record(run_main, preview=preview, config=config(tree), secret_keys=SECRET)


def file_in(spec: Mapping[str, Any]) -> tuple[dict[str, Any], ProviderConfig]:
    """The one file of a MachineConfig, and the kubelet's reading of it."""
    (file,) = spec["config"]["storage"]["files"]
    content = base64.b64decode(file["contents"]["source"].partition("base64,")[2])
    return file, read_file(content, COMPARED)


@FRAMES
def test_ecr_has_role_rbac_account_and_file_that_name_one_audience(preview: bool) -> None:
    recorded = run(ECR, preview=preview)
    role = recorded.only(tokens.IAM_ROLE)
    (statement,) = json.loads(role.inputs["assumeRolePolicy"])["Statement"]
    equals = statement["Condition"]["StringEquals"]
    assert equals == {
        "oidc.example.com/prod:aud": "sts.amazonaws.com",
        "oidc.example.com/prod:sub": "system:serviceaccount:shop:web",
    }
    (rule,) = recorded.only(tokens.ROLE).inputs["rules"]
    assert rule == {"apiGroups": [""], "resources": ["sts.amazonaws.com"], "verbs": [AUDIENCE_VERB]}
    binding = recorded.only(tokens.ROLE_BINDING).inputs
    assert binding["metadata"]["namespace"] == "shop"
    assert [subject["name"] for subject in binding["subjects"]] == ["system:nodes"]
    patch = recorded.only(tokens.SERVICE_ACCOUNT_PATCH).inputs["metadata"]
    assert patch["annotations"] == {
        "eks.amazonaws.com/ecr-role-arn": "arn:aws:iam::123456789012:role/prod-pull-shop"
    }
    file, read = file_in(recorded.only(tokens.MACHINE_CONFIG).inputs["spec"])
    assert (file["mode"], file["overwrite"]) == (420, True)
    assert file["path"] == "/etc/kubernetes/credential-providers/ecr-credential-provider.yaml"
    assert not validate(read.providers, COMPARED)
    (provider,) = read.providers
    assert provider.attributes
    assert provider.attributes.service_account_token_audience == "sts.amazonaws.com"


@FRAMES
def test_the_node_file_comes_after_rbac_and_accounts(preview: bool) -> None:
    recorded = run(ECR, preview=preview)
    file = recorded.only(tokens.MACHINE_CONFIG)
    account = recorded.only(tokens.SERVICE_ACCOUNT_PATCH)
    binding = recorded.only(tokens.ROLE_BINDING)
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


@FRAMES
def test_the_pull_policy_names_repositories_and_no_wildcard(preview: bool) -> None:
    policy = run(ECR, preview=preview).only(tokens.IAM_ROLE_POLICY).inputs["policy"]
    log_in, pull = json.loads(policy)["Statement"]
    assert log_in["Action"] == "ecr:GetAuthorizationToken"
    assert pull["Resource"] == "arn:aws:ecr:us-east-1:123456789012:repository/shop/web"
    assert "ecr:*" not in policy


def test_groups_share_a_role_and_a_full_trust_policy_is_split() -> None:
    many = [
        {
            "namespace": f"team-{number}",
            "serviceAccount": "app",
            "group": "all",
            "repositories": [f"{REGISTRY}/app"],
        }
        for number in range(60)
    ]
    recorded = run(changed(ECR, imagePulls__workloads=many), preview=False)
    roles = recorded.all(tokens.IAM_ROLE)
    assert [role.inputs["name"] for role in roles] == ["prod-pull-all-1", "prod-pull-all-2"]
    assert all(len(role.inputs["assumeRolePolicy"]) <= 2048 for role in roles)
    trusted = "".join(role.inputs["assumeRolePolicy"] for role in roles)
    assert all(f":team-{number}:app" in trusted for number in range(60))
    assert len(recorded.all(tokens.ROLE_BINDING)) == 60


@FRAMES
def test_a_fallback_role_is_in_the_file_and_crio_stays(preview: bool) -> None:
    fallback = {"repositories": [f"{REGISTRY}/base"], "namespaces": ["shop"]}
    tree = changed(ECR, imagePulls__aws__fallbackRole=fallback)
    tree = changed(tree, imagePulls__crioMatchImages=["docker.io"])
    _, read = file_in(run(tree, preview=preview).only(tokens.MACHINE_CONFIG).inputs["spec"])
    ecr, crio = read.providers
    assert [(each.name, each.value) for each in ecr.env] == [
        ("AWS_ECR_ROLE_ARN", "arn:aws:iam::123456789012:role/prod-pull-fallback")
    ]
    assert (crio.name, crio.match_images) == ("crio-credential-provider", ["docker.io"])


@FRAMES
def test_azure_has_identity_federation_and_role_on_the_registry(preview: bool) -> None:
    recorded = run(ACR, preview=preview)
    federation = recorded.only(tokens.FEDERATED_CREDENTIAL).inputs
    assert federation["subject"] == "system:serviceaccount:shop:web"
    assert federation["audiences"] == ["api://AzureADTokenExchange"]
    assignment = recorded.only(tokens.ROLE_ASSIGNMENT).inputs
    assert assignment["scope"].endswith("/registries/teamimages")
    assert "condition" not in assignment
    annotations = recorded.only(tokens.SERVICE_ACCOUNT_PATCH).inputs["metadata"]["annotations"]
    assert annotations["kubernetes.azure.com/acr-tenant-id"].startswith("66666666")
    assert (annotations["kubernetes.azure.com/acr-client-id"] == UNKNOWN) is preview
    (rule,) = recorded.only(tokens.ROLE).inputs["rules"]
    assert rule["resources"] == ["api://AzureADTokenExchange"]


def test_an_identity_has_at_most_twenty_federations() -> None:
    (workload,) = ACR["imagePulls"]["workloads"]
    many = [{**workload, "serviceAccount": f"app-{number}"} for number in range(45)]
    recorded = run(changed(ACR, imagePulls__workloads=many), preview=False)
    names = [each.inputs["resourceName"] for each in recorded.all(tokens.MANAGED_IDENTITY)]
    assert names == [f"prod-pull-shop-{number}" for number in (1, 2, 3)]
    assert len(recorded.all(tokens.FEDERATED_CREDENTIAL)) == 45


@FRAMES
def test_a_registry_with_conditions_gets_one(preview: bool) -> None:
    tree = changed(ACR, imagePulls__azure__registries__0__permissionMode="repositories")
    assignment = run(tree, preview=preview).only(tokens.ROLE_ASSIGNMENT).inputs
    assert "StringEqualsIgnoreCase 'shop/web'" in assignment["condition"]
    assert assignment["conditionVersion"] == "2.0"


@FRAMES
def test_a_hosted_cluster_has_its_objects_in_two_clusters(preview: bool) -> None:
    pools = [{"name": "workers", "config": ["other"]}]
    recorded = run(changed(HOSTED, imagePulls__hostedCluster__nodePools=pools), preview=preview)
    guest = recorded.provider(recorded.only(tokens.SERVICE_ACCOUNT_PATCH))
    management = recorded.provider(recorded.only(tokens.CONFIG_MAP))
    assert recorded.provider(recorded.only(tokens.ROLE_BINDING)).urn == guest.urn
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
    assert [each["name"] for each in patch["spec"]["config"]] == [
        "other",
        config_map["metadata"]["name"],
    ]
    statement = json.loads(recorded.only(tokens.IAM_ROLE).inputs["assumeRolePolicy"])["Statement"]
    assert "oidc.example.com/shop:sub" in statement[0]["Condition"]["StringEquals"]


@FRAMES
def test_node_identity_makes_the_file_and_nothing_else(preview: bool) -> None:
    recorded = run(NODE, preview=preview)
    made = {token for token in recorded.types if not token.startswith("openshift-credentials")}
    assert made <= {tokens.MACHINE_CONFIG, tokens.KUBERNETES_PROVIDER, "pulumi:pulumi:Stack"}
    _, read = file_in(recorded.only(tokens.MACHINE_CONFIG).inputs["spec"])
    assert [provider.attributes for provider in read.providers] == [None]


def test_an_account_that_is_made_is_no_patch_and_the_whole_cluster_has_one_binding() -> None:
    tree = changed(ECR, imagePulls__workloads__0__create=True)
    del tree["imagePulls"]["audiencePermission"]
    recorded = run(tree, preview=False)
    assert recorded.only(tokens.SERVICE_ACCOUNT).inputs["metadata"]["name"] == "web"
    binding, role = recorded.only(tokens.CLUSTER_ROLE_BINDING), recorded.only(tokens.CLUSTER_ROLE)
    assert role in recorded.dependencies(binding)
    assert tokens.ROLE_BINDING not in recorded.types
    assert not recorded.warnings


def test_what_may_surprise_is_reported() -> None:
    narrow = run(ECR, preview=True)
    assert any("does not run ecr-credential-provider there" in each for each in narrow.warnings)
    old = run(changed(ECR, imagePulls__aws__pluginVersion="1.34"), preview=True)
    assert any("before 1.35, the plugin fails" in each for each in old.warnings)
    other = REGISTRY.replace("123456789012", "999999999999")
    cross = run(changed(ECR, imagePulls__workloads__0__repositories=[f"{other}/x"]), preview=True)
    assert any("repository policy in that account" in each for each in cross.warnings)
    strict = run(ACR, preview=True)
    assert any("nor does a static pod" in warning for warning in strict.warnings)
