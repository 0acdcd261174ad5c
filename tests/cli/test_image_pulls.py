"""The verb as people use it: text for reading, wrong input, and nothing secret anywhere."""

import json
from typing import Any, Final, cast

import pytest

from openshift_credentials.systems.image_pulls.rules.kubelet_plugins import (
    Variant,
    acr_workload_identity,
    ecr_workload_identity,
    render,
)
from tests.cli.running import Runner

IMAGE: Final = "123456789012.dkr.ecr.eu-west-1.amazonaws.com/team/app"
SECRET: Final = "do-not-show-me"
ROLE: Final = "eks.amazonaws.com/ecr-role-arn"
SCENARIO: Final[dict[str, Any]] = {
    "config": render(ecr_workload_identity()),
    "pod": {"namespace": "shop", "name": "web-0", "serviceAccountName": "web"},
    "service_account": {"annotations": {}},
    "image": IMAGE,
    "token_request": "granted",
    "lookups": 1,
    "plugins": {
        "ecr-credential-provider": {
            "exit": 0,
            "response": json.dumps(
                {
                    "kind": "CredentialProviderResponse",
                    "apiVersion": "credentialprovider.kubelet.k8s.io/v1",
                    "cacheKeyType": "Registry",
                    "auth": {IMAGE.partition("/")[0]: {"username": "AWS", "password": SECRET}},
                }
            ),
        }
    },
}


def test_check_says_what_stops_the_kubelet(verbs: Runner) -> None:
    (entry,) = acr_workload_identity(Variant.STRICT, "api://AzureADTokenExchange")
    attributes = cast("dict[str, object]", entry["tokenAttributes"])
    attributes["requireServiceAccount"] = False
    result = verbs.run("image-pulls", "check", verbs.file("acr.yaml", render([entry])))
    assert result.code == 1
    assert "would not start" in result.out
    assert "requiredServiceAccountAnnotationKeys: needs requireServiceAccount: true" in result.out


@pytest.mark.parametrize(
    ("answer", "annotations", "said"),
    [
        ("granted", {ROLE: "arn:aws:iam::123456789012:role/web"}, f"runs with a token and {ROLE}"),
        ("granted", {}, "runs with a token and no annotation"),
        ("refused", {}, "for audience sts.amazonaws.com is refused; not run"),
    ],
)
def test_simulate_tells_each_step(verbs: Runner, answer: str, annotations: dict[str, str], said: str) -> None:
    account = {"annotations": annotations}
    scenario = {**SCENARIO, "token_request": answer, "service_account": account}
    path = verbs.file("scenario.json", json.dumps(scenario))
    result = verbs.run("image-pulls", "simulate", "--scenario", path)
    assert result.code == (0 if answer == "granted" else 1)
    assert result.out.startswith(f"{IMAGE}, pod shop/web-0\n")
    assert "- *.dkr.ecr.*.amazonaws.com matches" in result.out
    assert said in result.out
    assert ("1. ecr-credential-provider" in result.out) is (answer == "granted")


@pytest.mark.parametrize("output", ["text", "json"])
def test_no_password_is_in_any_output(verbs: Runner, output: str) -> None:
    path = verbs.file("scenario.json", json.dumps(SCENARIO))
    result = verbs.run("image-pulls", "simulate", "--scenario", path, "-o", output)
    assert result.code == 0
    assert SECRET not in result.out + result.err


@pytest.mark.parametrize(
    "change",
    [
        {"plugins": {"x": {"response": [SECRET]}}},
        {"plugins": {"x": {"response": SECRET, "exit": "0"}}},
        {"plugins": [SECRET]},
        {"config": {SECRET: SECRET}},
        {"lookups": -1},
        {"token_request": SECRET},
        {"image": None},
        {"pod": SECRET},
    ],
)
def test_a_wrong_scenario_is_unusable_and_shows_no_value(verbs: Runner, change: dict[str, object]) -> None:
    path = verbs.file("scenario.json", json.dumps({**SCENARIO, **change}))
    result = verbs.run("image-pulls", "simulate", "--scenario", path)
    assert result.code == 2
    assert result.err.startswith("error: ")
    assert SECRET not in result.out + result.err
    assert "Traceback" not in result.err


@pytest.mark.parametrize(("version", "code"), [("1.33", 1), ("v1.34.1", 0), ("1.36", 0), ("4.21", 2), ("", 2)])
def test_the_version_of_the_kubelet_decides(verbs: Runner, version: str, code: int) -> None:
    path = verbs.file("config.yaml", SCENARIO["config"])
    result = verbs.run("image-pulls", "check", path, "--kubelet-version", version)
    assert result.code == code
    if code == 1:
        assert "unknown field tokenAttributes.cacheType" in result.out
