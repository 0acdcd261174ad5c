"""Wrong settings, each with the setting that the message must name and a word of the rule."""

from typing import Any

import pytest

from tests.kit.nonempty import nonempty
from tests.kit.trees import ABSENT, PROJECT, Tree, changed
from tests.systems.image_pulls.trees import ACR, ECR, HOSTED, NODE, REGISTRY, problems, settings

B = "imagePulls"
CRIO = f"{B}.crioMatchImages"
W = f"{B}.workloads[0]"
SAME = {"namespace": "shop", "serviceAccount": "web", "repositories": [f"{REGISTRY}/x"]}
OTHER = {"namespace": "shop", "serviceAccount": "other", "repositories": [f"{REGISTRY}/x"]}
MANY = [
    {
        "namespace": "shop",
        "serviceAccount": "web",
        "repositories": [f"teamimages.azurecr.io/{'r' * 50}-{number}" for number in range(100)],
    }
]

WRONG: list[tuple[Tree, dict[str, Any], str, str]] = [
    (ECR, {"openshiftVersion": "4.19"}, f"{B}.openshiftVersion", "would not start"),
    (
        ECR,
        {"openshiftVersion": "4.20"},
        f"{B}.openshiftVersion",
        "feature gate of tokenAttributes disabled",
    ),
    (ECR, {"openshiftVersion": "4.x"}, f"{B}.openshiftVersion", "OpenShift version"),
    (ECR, {"openshiftVersion": "v4.21"}, f"{B}.openshiftVersion", "OpenShift version"),
    (ECR, {"openshiftVersion": ABSENT}, f"{B}.openshiftVersion", "required"),
    (ECR, {"openshiftVersion": 4.21}, f"{B}.openshiftVersion", "quotation marks"),
    (ECR, {"mode": "both"}, f"{B}.mode", "one of"),
    (ECR, {"azure": ACR[B]["azure"]}, B, "has 2"),
    (ECR, {"aws": ABSENT}, B, "has 0"),
    (ECR, {"aws": ABSENT, "gcp": {}}, f"{B}.mode", "cannot work on OpenShift"),
    (NODE, {"gcp": {"project": "x"}}, f"{B}.gcp.project", "not a setting"),
    (NODE, {"workloads": [OTHER]}, f"{B}.workloads", "has no effect"),
    (NODE, {"openshiftVersion": "4.19", "crioMatchImages": ["a.io"]}, f"{B}.openshift", "start"),
    (ECR, {"workloads": []}, f"{B}.workloads", "required"),
    (ECR, {"workloads": ABSENT}, f"{B}.workloads", "required"),
    (ECR, {"workloads": "web"}, f"{B}.workloads", "list"),
    (ECR, {"workloads__0__namespace": "Shop"}, f"{W}.namespace", "lower-case"),
    (ECR, {"workloads__0__namespace": "sh*p"}, f"{W}.namespace", "lower-case"),
    (ECR, {"workloads__0__namespace": "a" * 64}, f"{W}.namespace", "64 characters"),
    (ECR, {"workloads__0__namespace": ABSENT}, f"{W}.namespace", "required"),
    (ECR, {"workloads__0__serviceAccount": "*"}, f"{W}.serviceAccount", "lower-case"),
    (ECR, {"workloads__0__serviceAccount": ""}, f"{W}.serviceAccount", "0 characters"),
    (ECR, {"workloads__0__serviceaccount": "web"}, f"{W}.serviceaccount", "not a setting"),
    (ECR, {"workloads__0__group": "Team A"}, f"{W}.group", "lower-case"),
    (ECR, {"workloads__0__create": "yes"}, f"{W}.create", "true or false"),
    (ECR, {"workloads__0__repositories": []}, f"{W}.repositories", "1 or more entries"),
    (ECR, {"workloads__0__repositories": ["web"]}, f"{W}.repositories[0]", "with its registry"),
    (ECR, {"workloads__0__repositories": [f"{REGISTRY}/x:1"]}, f"{W}.repositories[0]", "tag"),
    (
        ECR,
        {"workloads__0__repositories": ["quay.io/x"]},
        f"{W}.repositories[0]",
        "would not run the plugin",
    ),
    (
        *(ECR, {"workloads__0__repositories": ["1.dkr.ecr.us-east-1.amazonaws.com/x"]}),
        *(f"{W}.repositories[0]", "not a repository of ECR"),
    ),
    (
        *(ECR, {"workloads__0__repositories": [REGISTRY.replace("us-east", "cn-north") + "/x"]}),
        *(f"{W}.repositories[0]", "not a repository of ECR"),
    ),
    (
        *(ECR, {"workloads__0__repositories": [REGISTRY.replace("us-", "us-gov-") + "/x"]}),
        *(f"{W}.repositories[0]", "partition aws-us-gov"),
    ),
    (ECR, {"workloads__0__repositories": [f"{REGISTRY}/t/*"]}, f"{W}.repos", "more than one"),
    (ECR, {"workloads": [SAME, SAME]}, f"{B}.workloads[1]", "as imagePulls.workloads[0] is"),
    (*(ECR, {"workloads": [{**SAME, "group": "fallback"}]}), *("", "")),
    (ECR, {"aws__accountId": "1"}, f"{B}.aws.accountId", "12 digits"),
    (ECR, {"aws__accountId": ABSENT}, f"{B}.aws.accountId", "required"),
    (ECR, {"aws__region": "moon"}, f"{B}.aws.region", "AWS region"),
    (ECR, {"aws__region": "us-iso-east-1"}, f"{B}.aws.region", "aws-iso"),
    (ECR, {"aws__rolePath": "pull"}, f"{B}.aws.rolePath", "slash"),
    (ECR, {"aws__rolePrefix": "a" * 25}, f"{B}.aws.rolePrefix", "25 characters"),
    (ECR, {"aws__permissionsBoundary": "x"}, f"{B}.aws.permissionsBoundary", "ARN"),
    (ECR, {"aws__trustPolicyLimit": 100}, f"{B}.aws.trustPolicyLimit", "at least 512"),
    (
        ECR,
        {"aws__pluginVersion": "1.33"},
        f"{B}.aws.pluginVersion",
        "supports tokens only since 1.34",
    ),
    (ECR, {"aws__pluginVersion": "35"}, f"{B}.aws.pluginVersion", "minor version"),
    (ECR, {"aws__fallbackRole": {}}, f"{B}.aws.fallbackRole.repositories", "required"),
    (
        *(ECR, {"aws__fallbackRole": {"repositories": ["quay.io/x"], "namespaces": ["a"]}}),
        *(f"{B}.aws.fallbackRole.repositories[0]", "would not run the plugin"),
    ),
    (
        ECR,
        {
            "aws__fallbackRole": {
                "repositories": [f"{REGISTRY}/x"],
                "namespaces": [f"namespace-{number}" for number in range(100)],
            }
        },
        f"{B}.aws.fallbackRole.namespaces",
        "IAM accepts 2048",
    ),
    (
        *(ECR, {"workloads__0__repositories": [f"{REGISTRY}/{'r' * 50}-{n}" for n in range(150)]}),
        *(f"{B}.workloads", "IAM accepts 10240"),
    ),
    (ECR, {"settleSeconds": 1}, f"{B}.settleSeconds", "not a setting"),
    (ECR, {"audiencePermission": "all"}, f"{B}.audiencePermission", "one of"),
    (ECR, {"pools": []}, f"{B}.pools", "1 or more entries"),
    (ECR, {"pools": ["worker", "worker"]}, f"{B}.pools", "twice"),
    (ECR, {"crioMatchImages": ["a b"]}, f"{CRIO}[0]", "registry"),
    (ECR, {"crioMatchImages": ["a{b}"]}, f"{CRIO}[0]", "would not start"),
    (ECR, {"crioMatchImages": [REGISTRY]}, f"{CRIO}[0]", "overlaps"),
    (ECR, {"crioMatchImages": ["a.io", "*.*.ecr.*.*.com"]}, f"{CRIO}[1]", "overlaps"),
    (ACR, {"crioMatchImages": ["team*.azurecr.io/a"]}, f"{CRIO}[0]", "overlaps"),
    (ACR, {"crioMatchImages": ["*.io"]}, f"{CRIO}[0]", "machine-config-operator drops"),
    (ACR, {"crioMatchImages": ["a.azurecr.io:5000"]}, f"{CRIO}[0]", "nests with"),
    (ACR, {"crioMatchImages": ["azurecr.io", "quay.io/team"]}, "", ""),
    (HOSTED, {"crioMatchImages": ["docker.io"]}, CRIO, "has no effect"),
    (HOSTED, {"pools": ["infra"]}, f"{B}.pools", "has no effect"),
    (HOSTED, {"hostedCluster__kubeconfig": "x"}, f"{B}.hostedCluster.kubeconfig", "not a setting"),
    (HOSTED, {"hostedCluster__nodePools": []}, f"{B}.hostedCluster.nodePools", "1 or more entries"),
    (
        *(HOSTED, {"hostedCluster__nodePools": [{"name": "a"}, {"name": "a"}]}),
        *(f"{B}.hostedCluster.nodePools", "twice"),
    ),
    (HOSTED, {"hostedCluster__oidcIssuer": "http://x"}, f"{B}.hostedCluster.oidcIssuer", "https"),
    (ACR, {"azure__variant": ABSENT}, f"{B}.azure.variant", "no variant suits"),
    (ACR, {"azure__variant": "both"}, f"{B}.azure.variant", "one of"),
    (ACR, {"azure__variant": "dual"}, f"{B}.azure.secondExecutable", "required with variant"),
    (ACR, {"azure__secondExecutable": "x"}, f"{B}.azure.secondExecutable", "has no effect"),
    (
        *(ACR, {"azure__variant": "dual", "azure__secondExecutable": "acr-credential-provider"}),
        *(f"{B}.azure.secondExecutable", "a plugin that OpenShift ships"),
    ),
    (ACR, {"azure__secondExecutable": "a/b"}, f"{B}.azure.secondExecutable", "file name"),
    (ACR, {"azure__cloudConfig": ABSENT}, f"{B}.azure.cloudConfig", "cloud.conf"),
    (
        *(ACR, {"azure__cloudConfig__useManagedIdentityExtension": False}),
        *(f"{B}.azure.cloudConfig.useManagedIdentityExtension", "never exchanges"),
    ),
    (
        *(ACR, {"azure__cloudConfig__tenantId": ACR[B]["azure"]["subscriptionId"]}),
        *(f"{B}.azure.cloudConfig.tenantId", "differs from imagePulls.azure.tenantId"),
    ),
    (ACR, {"azure__registries": []}, f"{W}.repositories[0]", "not in imagePulls.azure.registries"),
    (
        *(ACR, {"azure__registries": ACR[B]["azure"]["registries"] * 2}),
        *(f"{B}.azure.registries", "twice"),
    ),
    (ACR, {"azure__registries__0__name": "a-b"}, f"{B}.azure.registries[0].name", "letters"),
    (ACR, {"azure__registries__0__permissionMode": "x"}, f"{B}.azure.registries[0]", "one of"),
    (ACR, {"workloads__0__repositories": ["teamimages.azurecr.io/A"]}, f"{W}.repos", "must be"),
    (
        ACR,
        {"openshiftVersion": "4.21"},
        f"{B}.azure.pluginVersion",
        "supports tokens only since 1.35",
    ),
    (ACR, {"azure__tenantId": "x"}, f"{B}.azure.tenantId", "GUID"),
    (
        *(ACR, {"workloads__0__repositories": ["team-images.azurecr.io/x"]}),
        *(f"{W}.repositories[0]", "is not a repository of ACR"),
    ),
    (
        ECR,
        {
            "workloads": [{**SAME, "group": "fallback"}],
            "aws__fallbackRole": {"repositories": [f"{REGISTRY}/x"], "namespaces": ["shop"]},
        },
        f"{B}.workloads",
        "results in 2 identities with the name prod-pull-fallback",
    ),
    (
        *(ECR, {"aws__trustPolicyLimit": 512, "workloads__0__serviceAccount": "a" * 253}),
        *(f"{B}.aws.trustPolicyLimit", "is 512, but "),
    ),
    (
        *(ACR, {"azure__registries__0__permissionMode": "repositories", "workloads": MANY}),
        *(f"{B}.workloads", "which do not fit in a condition of"),
    ),
]


@pytest.mark.parametrize(
    ("tree", "changes", "path", "rule"), WRONG, ids=[f"{row[2]}-{row[3]}" for row in WRONG]
)
def test_a_wrong_setting_is_named_with_its_rule(
    tree: Tree, changes: dict[str, Any], path: str, rule: str
) -> None:
    wrong = changed(tree, **{f"{B}__{key}": value for key, value in changes.items()})
    found = problems(wrong)
    if not path:
        assert not found
        return
    assert any(each.startswith(path) and rule in each for each in found), found
    assert all(each.count("; ") >= 1 for each in nonempty(found)), found


def test_there_are_many_wrong_settings() -> None:
    assert len(WRONG) >= 50


def test_right_trees_have_no_problem() -> None:
    for tree in (ECR, ACR, NODE):
        assert problems(tree) == []
    assert settings(HOSTED).issuer == "https://oidc.example.com/shop"


def test_a_list_of_wrong_entries_is_not_also_too_short() -> None:
    wrong = changed(ECR, imagePulls__workloads__0__repositories=["nginx"])
    assert len(problems(wrong)) == 1


def test_several_problems_are_reported_at_once() -> None:
    wrong = changed(
        ACR,
        imagePulls__openshiftVersion="4.19",
        imagePulls__azure__cloudConfig__useManagedIdentityExtension=False,
        imagePulls__crioMatchImages=["x.azurecr.io"],
    )
    assert len(problems(wrong)) >= 3


def test_the_hosted_cluster_needs_a_connection_or_a_directory() -> None:
    unreachable = changed(HOSTED, hostedKubernetes=ABSENT)
    assert any(each.startswith("hostedKubernetes: is required") for each in problems(unreachable))
    assert problems(changed(unreachable, kubernetes={"renderTo": "manifests"})) == []
    empty = changed(HOSTED, hostedKubernetes={})
    assert any(each.startswith("hostedKubernetes: is required") for each in problems(empty))
    same = changed(HOSTED, hostedKubernetes={"context": "a"}, kubernetes={"context": "a"})
    assert any("connects to the same cluster" in each for each in problems(same))
    assert problems(changed(same, hostedKubernetes={"context": "b"})) == []


def test_a_kubeconfig_is_encrypted_and_never_shown() -> None:
    secret = "token: do-not-show"
    wrong = changed(HOSTED, hostedKubernetes__kubeconfig=secret, imagePulls__pools="x")
    for keys in ((), (f"{PROJECT}:hostedKubernetes",)):
        found = problems(wrong, keys)
        assert any(each.startswith("hostedKubernetes.kubeconfig") for each in found), keys
        assert "do-not-show" not in " ".join(found)
