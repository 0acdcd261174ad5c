"""Issuers and regions that AWS does not take for tokens of pods."""

import pytest

from tests.kit.trees import Tree, changed
from tests.systems.image_pulls.trees import ECR, HOSTED, REGISTRY, problems


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


@pytest.mark.parametrize("region", ["us-gov-west-1", "cn-north-1"])
def test_the_partitions_of_the_program_are_accepted(region: str) -> None:
    registry = REGISTRY.replace("us-east-1", region) + (".cn" if region[0] == "c" else "")
    tree = changed(ECR, imagePulls__aws__region=region, imagePulls__workloads__0__repositories=[f"{registry}/x"])
    assert problems(tree) == []
