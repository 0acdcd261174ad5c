"""Mode, root secret and component secrets as resources, in a preview and in an update."""

from typing import Any

import pytest

from openshift_credentials.base.notices import Severity
from openshift_credentials.platforms.manifests.secrets import read_secret
from openshift_credentials.systems.cloud_credentials.preview import OPERATOR_MODE_TYPE, mode_verdict
from openshift_credentials.systems.cloud_credentials.rules.secrets import SecretKind, detect, secret_findings
from tests.kit import tokens
from tests.kit.frames import FRAMES
from tests.systems.cloud_credentials.stack_samples import content
from tests.systems.cloud_credentials.stacks import (
    ALL,
    AZURE,
    MANUAL,
    MANUAL_GIVEN,
    MINT,
    OPENSTACK,
    VSPHERE,
    recorded,
    with_,
)


@FRAMES
@pytest.mark.parametrize("name", ALL)
def test_the_content_of_every_secret_is_secret(name: str, preview: bool) -> None:
    stack = recorded(ALL[name], preview=preview)
    assert stack.all(tokens.SECRET)
    for secret in stack.all(tokens.SECRET):
        assert secret.is_secret("data"), secret
    for key in stack.all(tokens.IAM_ACCESS_KEY) if tokens.IAM_ACCESS_KEY in stack.types else ():
        assert key.inputs["user"]


@pytest.mark.parametrize("name", [name for name in ALL if name != "manual with given secrets"])
def test_what_is_written_is_read_as_what_it_is_for(name: str) -> None:
    stack = recorded(ALL[name], preview=False)
    wanted = SecretKind.LONG_TERM if ALL[name]["mode"] == "Manual" else SecretKind.ROOT
    for secret in stack.all(tokens.SECRET):
        read = read_secret({"apiVersion": "v1", "kind": "Secret", **dict(secret.inputs)})
        detected = detect(read)
        assert detected.kind is wanted
        worst = {each.severity for each in secret_findings(read, detected)}
        assert Severity.ERROR not in worst


@FRAMES
def test_clouds_yaml_is_written_as_it_is_set(preview: bool) -> None:
    text = content(recorded(OPENSTACK, preview=preview), "openstack-credentials")["clouds.yaml"]
    assert text == OPENSTACK["rootSecret"]["openstack"]["cloudsYaml"]


@FRAMES
def test_a_new_password_redeploys_the_controller_manager(preview: bool) -> None:
    def reason(branch: dict[str, Any]) -> str:
        patch = recorded(branch, preview=preview).only(tokens.CONTROLLER_MANAGER_PATCH)
        text: str = patch.inputs["spec"]["forceRedeploymentReason"]
        return text

    other = with_(VSPHERE)
    other["rootSecret"]["vsphere"]["vcenters"]["vc.example.com"]["password"] = "OtherPw"
    assert reason(VSPHERE) == reason(VSPHERE) != reason(other)
    assert "MarkerPw" not in reason(VSPHERE)


@FRAMES
def test_a_cluster_to_come_gets_a_line_and_manifests_and_nothing_is_written(preview: bool) -> None:
    branch = with_(MANUAL, clusterExists=False, upgradeableTo=None)
    stack = recorded(branch, preview=preview)
    assert not any(each.startswith("kubernetes:") for each in stack.types)
    assert stack.exports["installConfig"] == "credentialsMode: Manual"
    assert stack.exports.is_secret("componentSecretManifests")
    if not preview:
        names = stack.exports["componentSecretManifests"]
        assert sorted(names) == [
            "openshift-cluster-csi-drivers-ebs-cloud-credentials-credentials.yaml",
            "openshift-image-registry-installer-cloud-credentials-credentials.yaml",
        ]


@FRAMES
@pytest.mark.parametrize("branch", [MINT, AZURE, VSPHERE, MANUAL_GIVEN], ids=lambda each: each["platform"])
def test_nothing_secret_is_in_a_message_or_an_output(branch: dict[str, Any], preview: bool) -> None:
    stack = recorded(branch, preview=preview)
    shown = repr(stack.exports) + repr(stack.warnings)
    for secret in ("wJalrXUt", "abc8Q~", "MarkerPw"):
        assert secret not in shown


@pytest.mark.parametrize(
    ("name", "answer"),
    [("mint", "mint"), ("passthrough on Azure", "passthrough"), ("manual on AWS", "manual long-term")],
)
def test_the_preview_says_which_mode_the_operator_will_be_in(name: str, answer: str) -> None:
    component = recorded(ALL[name], preview=True).only(OPERATOR_MODE_TYPE)
    verdict = mode_verdict(dict(component.outputs))
    assert verdict.answer == answer
    assert ALL[name]["mode"] in verdict.sentence
    assert verdict.document["mode"] == answer
