"""``image-pulls simulate`` of manifests: which pod, account and images it takes from them."""

from typing import Any, Final

import pytest
import yaml

from openshift_credentials.systems.image_pulls.rules.gates import COMPARED
from openshift_credentials.systems.image_pulls.rules.shipped import (
    RegistryCloud,
    node_identity,
    render,
)
from tests.cli.running import Runner
from tests.cli.test_image_pulls import ACCOUNT, IMAGE, POD, SCENARIO

OTHER: Final = IMAGE.replace("team/app", "other")


def simulated(
    verbs: Runner, objects: list[dict[str, Any]], *more: str, config: str = SCENARIO["config"]
) -> list[dict[str, Any]]:
    """The outcome for each image."""
    files = (
        *("--config", verbs.file("providers.yaml", config)),
        *("--pod", verbs.file("pod.yaml", yaml.safe_dump_all(objects))),
    )
    result = verbs.in_both_forms("image-pulls", "simulate", *files, *more)
    found: list[dict[str, Any]] | dict[str, Any] = result.json
    return found if isinstance(found, list) else [found]


def pod(metadata: dict[str, Any] = POD["metadata"], /, **spec: Any) -> dict[str, Any]:  # noqa: ANN401
    return {**POD, "metadata": metadata, "spec": {**POD["spec"], **spec}}


@pytest.mark.parametrize(
    ("objects", "annotations"),
    [
        ([POD], []),
        ([POD, ACCOUNT], ["eks.amazonaws.com/ecr-role-arn"]),
        ([POD, {**ACCOUNT, "metadata": {**ACCOUNT["metadata"], "name": "other"}}], []),
        ([POD, {**ACCOUNT, "metadata": {**ACCOUNT["metadata"], "namespace": "other"}}], []),
        (
            [
                pod({"generateName": "web-"}, serviceAccountName=""),
                {**ACCOUNT, "metadata": {**ACCOUNT["metadata"], "name": "default",
                                         "namespace": "default"}},
            ],
            ["eks.amazonaws.com/ecr-role-arn"],
        ),
    ],
)  # fmt: skip
def test_the_account_of_the_pod_is_found_beside_it(
    verbs: Runner, objects: list[dict[str, Any]], annotations: list[str]
) -> None:
    (found,) = simulated(verbs, objects)
    (call,) = found["plugin_calls"]
    assert list(call["request"].get("serviceAccountAnnotations", {})) == annotations


@pytest.mark.parametrize(
    ("mark", "is_static"),
    [
        ({"kubernetes.io/config.source": "file"}, True),
        ({"kubernetes.io/config.source": "api"}, False),
        ({"kubernetes.io/config.mirror": "hash"}, True),
        ({"another": "file"}, False),
    ],
)
def test_a_static_pod_has_no_account(verbs: Runner, mark: dict[str, str], is_static: bool) -> None:
    marked = pod({**POD["metadata"], "annotations": mark})
    (found,) = simulated(verbs, [marked])
    (call,) = found["plugin_calls"]
    assert ("serviceAccountToken" not in call["request"]) is is_static


def test_each_image_of_a_pod_is_simulated_once(verbs: Runner) -> None:
    containers = [{"name": name, "image": f"{image}:1"} for name, image in
                  (("a", IMAGE), ("b", OTHER), ("c", IMAGE))]  # fmt: skip
    groups = {"initContainers": containers[:2], "containers": containers[2:]}
    assert len(simulated(verbs, [pod(**groups)])) == 2
    ephemeral = {"containers": [{"name": "a"}], "ephemeralContainers": containers[:1]}
    assert len(simulated(verbs, [pod(**ephemeral)])) == 1
    assert len(simulated(verbs, [pod(**groups)], "--image", OTHER)) == 1


def test_what_a_pod_leaves_out_is_what_the_api_server_fills_in_before_rbac_is_asked(
    verbs: Runner,
) -> None:
    mounted = {"serviceAccountToken": {"path": "t", "audience": "sts.amazonaws.com"}}
    volumes = [{"projected": {"sources": [mounted]}}]
    rbac = verbs.file("rbac.yaml", yaml.safe_dump({"kind": "ClusterRole", "rules": []}))
    for bare in (
        pod({}, serviceAccountName="", volumes=volumes),
        pod({"generateName": "web-"}, volumes=volumes),
        pod(POD["metadata"], serviceAccountName="", volumes=volumes, nodeName="worker-1"),
    ):
        (found,) = simulated(verbs, [bare], "--rbac", rbac)
        (call,) = found["plugin_calls"]
        assert "serviceAccountToken" in call["request"]


@pytest.mark.parametrize(
    ("cloud", "image", "user"),
    [
        (RegistryCloud.AWS, IMAGE, "AWS"),
        (RegistryCloud.AZURE, "team.azurecr.io/x", "00000000-0000-0000-0000-000000000000"),
        (RegistryCloud.GCP, "europe-docker.pkg.dev/p/r/x", "_token"),
    ],
)
def test_the_registry_gets_the_user_name_of_its_cloud(
    verbs: Runner, cloud: RegistryCloud, image: str, user: str
) -> None:
    config = render(node_identity(cloud), COMPARED)
    (found,) = simulated(verbs, [POD], "--image", image, config=config)
    assert found["credentials"] == [{"username": user}]


@pytest.mark.parametrize(
    ("objects", "account", "problem"),
    [
        ([pod(containers=[])], ACCOUNT, "--pod: the pod has no container with an image"),
        ([POD, POD], ACCOUNT, "--pod: exactly one Pod is required, and the file has 2"),
        (
            [POD],
            POD,
            "--service-account: exactly one ServiceAccount is required, and the file has 0",
        ),
        (
            [POD],
            {**ACCOUNT, "metadata": {"name": "web", "namespace": "other"}},
            "--service-account: is other/web, but the pod runs with shop/web",
        ),
    ],
)
def test_manifests_that_do_not_fit_are_refused(
    verbs: Runner, objects: list[dict[str, Any]], account: dict[str, Any], problem: str
) -> None:
    file = verbs.file("account.yaml", yaml.safe_dump(account))
    (told,) = simulated(verbs, objects, "--service-account", file)
    assert [error["message"] for error in told["errors"]] == [problem]
