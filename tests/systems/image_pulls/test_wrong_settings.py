"""Wrong settings, each with the setting that the message must name and a word of the rule."""

from typing import Any

import pytest

from tests.kit.tables import nonempty, read_rows
from tests.kit.trees import ABSENT, PROJECT, Tree, changed
from tests.systems.image_pulls.samples import ACR, ECR, HOSTED, NODE, REGISTRY, problems

B = "imagePulls"
MANY = [
    {
        "namespace": "shop",
        "serviceAccount": "web",
        "repositories": [f"teamimages.azurecr.io/{'r' * 50}-{number}" for number in range(100)],
    }
]
OF_ONE_GROUP = [{**ACR[B]["workloads"][0], "serviceAccount": f"app-{number}", "group": "a"} for number in range(21)]

WRONG: list[tuple[Tree, dict[str, Any], str, str]] = [
    *read_rows(__file__, "wrong_settings.json", {"ACR": ACR, "ECR": ECR, "HOSTED": HOSTED, "NODE": NODE}),
    (
        *(ECR, {"workloads__0__repositories": [f"{REGISTRY}/{'r' * 50}-{n}" for n in range(150)]}),
        *(f"{B}.workloads", "IAM accepts 10240"),
    ),
    (
        *(ACR, {"workloads": [*OF_ONE_GROUP, {**ACR[B]["workloads"][0], "group": "a-1"}]}),
        *(f"{B}.workloads", "results in 2 identities with the name prod-pull-a-1"),
    ),
    (
        *(ACR, {"azure__registries__0__permissionMode": "repositories", "workloads": MANY}),
        *(f"{B}.workloads", "which do not fit in a condition of"),
    ),
]


@pytest.mark.parametrize(("tree", "changes", "path", "rule"), WRONG, ids=[f"{row[2]}-{row[3]}" for row in WRONG])
def test_a_wrong_setting_is_named_with_its_rule(tree: Tree, changes: dict[str, Any], path: str, rule: str) -> None:
    wrong = changed(tree, **{f"{B}__{key}": value for key, value in changes.items()})
    found = problems(wrong)
    if not path:
        assert not found
        return
    assert any(each.startswith(path) and rule in each for each in found), found
    assert all(each.count("; ") >= 1 for each in nonempty(found)), found


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
    wrong = changed(HOSTED, hostedKubernetes__kubeconfig=secret)
    for keys in ((), (f"{PROJECT}:hostedKubernetes",)):
        found = problems(wrong, keys)
        assert any(each.startswith("hostedKubernetes.kubeconfig") for each in found), keys
        assert "do-not-show" not in " ".join(found)


# Issuers and regions that AWS does not take for tokens of pods.


def test_the_issuer_of_the_cluster_itself_is_refused() -> None:
    for host in ("kubernetes.default.svc", "a.local", "a.svc.cluster.local"):
        found = problems(changed(ECR, cluster__oidcIssuer=f"https://{host}"))
        assert any(each.startswith("cluster.oidcIssuer") for each in found), found


@pytest.mark.parametrize(
    ("tree", "setting"), [(ECR, "cluster.oidcIssuer"), (HOSTED, "imagePulls.hostedCluster.oidcIssuer")]
)
def test_iam_takes_an_issuer_of_255_characters(tree: Tree, setting: str) -> None:
    for length, told in ((255, []), (256, [setting])):
        issuer = f"https://oidc.example.com/{'i' * (length - 25)}"
        assert len(issuer) == length
        found = problems(changed(tree, **{setting.replace(".", "__"): issuer}))
        assert [each.partition(":")[0] for each in found] == told
