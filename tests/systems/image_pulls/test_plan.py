"""What follows from any right settings: one audience, every repository matched, limits kept."""

from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.base.errors import ContractError
from openshift_credentials.platforms.aws.policies import TRUST_POLICY_LIMIT
from openshift_credentials.systems.image_pulls import checks, plan
from openshift_credentials.systems.image_pulls.checks import assert_promises
from openshift_credentials.systems.image_pulls.plan import PlannedNodeFile, plan_file
from openshift_credentials.systems.image_pulls.rules.kubelet_plugins import CRIO_PROVIDER
from openshift_credentials.systems.image_pulls.rules.kubelets import matches
from openshift_credentials.systems.image_pulls.rules.provider_config import read_file, validate
from tests.kit.tables import nonempty, rows_beside
from tests.kit.trees import Tree, changed
from tests.systems.image_pulls.samples import ACR, ECR, REGISTRY, problems, settings

LABEL: Final = st.from_regex(r"[a-z][a-z0-9]{0,9}", fullmatch=True)


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Stacks of ECR and ACR with many workloads, groups and registries of CRI-O."""
    registry, tree = draw(st.sampled_from([(REGISTRY, ECR), ("teamimages.azurecr.io", ACR)]))
    accounts = draw(st.lists(st.tuples(LABEL, LABEL), min_size=1, max_size=60, unique=True))
    groups = st.none() | st.sampled_from(["a", "b"])
    workloads: list[dict[str, Any]] = [
        {
            "namespace": namespace,
            "serviceAccount": account,
            "repositories": [f"{registry}/{each}" for each in draw(st.lists(LABEL, min_size=1))],
            **({"group": group} if (group := draw(groups)) else {}),
        }
        for namespace, account in accounts
    ]
    hosts = draw(st.lists(st.sampled_from(["docker.io", "quay.io/team", "a.io:5000"]), unique=True))
    return changed(tree, imagePulls__workloads=workloads, imagePulls__crioMatchImages=hosts)


def test_a_pattern_that_only_a_newer_kubelet_refuses_is_reported_for_it() -> None:
    tree = changed(ECR, imagePulls__crioMatchImages=["a.io:1:2"])
    assert not problems(changed(tree, imagePulls__openshiftVersion="4.22"))
    (problem,) = problems(changed(tree, imagePulls__openshiftVersion="4.23"))
    assert "kubelet 1.36 would not start" in problem


@given(trees())
def test_rbac_file_and_trust_name_one_audience_and_every_repository_matches(tree: Tree) -> None:
    if problems(tree):
        return  # such as a group called like a namespace, or too many repositories
    promised = settings(tree)
    assert_promises(promised)
    audience = plan.audience(promised)
    providers = read_file(plan.plan_file(promised).content.encode(), promised.kubelet).providers
    assert not validate(providers, promised.kubelet)
    own = [provider for provider in providers if provider.name != CRIO_PROVIDER]
    named = [provider.attributes for provider in own if provider.attributes]
    assert {attributes.service_account_token_audience for attributes in named} == {audience}
    patterns = [pattern for provider in own for pattern in provider.match_images]
    for workload in nonempty(promised.workloads):
        for image in nonempty(workload.repositories):
            assert any(matches(pattern, image, promised.kubelet) for pattern in patterns), image
    subjects = {plan.subject_of(workload) for workload in promised.workloads}
    if promised.aws:
        roles = list(plan.roles(promised))
        assert {subject for role in roles for subject in role.subjects} == subjects
        assert all(audience in role.trust_policy for role in nonempty(roles))
        assert all(len(role.trust_policy) <= TRUST_POLICY_LIMIT for role in nonempty(roles))
    if promised.azure:
        made = list(plan.identities(promised))
        assert {each.subject for one in made for each in one.federations} == subjects
        assert all(each.audience == audience for one in nonempty(made) for each in one.federations)
        assert all(len(one.federations) <= 20 for one in nonempty(made))
        assert all(len(one.name) <= 128 for one in nonempty(made))


@pytest.mark.parametrize(
    ("cloud", "audience"),
    [
        ("AzurePublicCloud", "api://AzureADTokenExchange"),
        ("AzureUSGovernmentCloud", "api://AzureADTokenExchangeUSGov"),
        ("AzureChinaCloud", "api://AzureADTokenExchangeChina"),
    ],
)
def test_each_cloud_of_azure_has_its_audience(cloud: str, audience: str) -> None:
    promised = settings(changed(ACR, imagePulls__azure__cloud=cloud))
    assert plan.audience(promised) == audience
    assert audience in plan.plan_file(promised).content


def test_a_hosted_cluster_of_a_long_name_has_names_that_fit() -> None:
    tree = changed(ECR, cluster__name="c" * 60, imagePulls__workloads__0__namespace="n" * 63)
    (role,) = plan.roles(settings(tree))
    assert len(role.name) <= 64


# What is asserted of the file of a kubelet before anything is registered.

STOPS = "imagePulls: a kubelet would not start: "


@rows_beside("old, new, reason")
def test_a_file_with_which_no_image_could_be_pulled_stops_the_program(
    old: str, new: str, reason: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = plan_file(settings(ECR))
    assert old in file.content, file.content
    wrong = replace(file, content=file.content.replace(old, new))

    def planned(_: object) -> PlannedNodeFile:
        return wrong

    monkeypatch.setattr(checks, "plan_file", planned)
    with pytest.raises(ContractError) as caught:
        checks.assert_promises(settings(ECR))
    assert str(caught.value).startswith(STOPS)
    if reason:
        assert str(caught.value) == f"{STOPS}{reason}"
