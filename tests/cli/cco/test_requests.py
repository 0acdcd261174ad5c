"""``cco requests``: what is listed, what is refused, and what the operator will do."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from openshift_credentials.platforms.credentials_requests import load_requests
from openshift_credentials.systems.cloud_credentials.live.predictions import predict
from openshift_credentials.systems.cloud_credentials.rules.modes.effective import MODE_ANNOTATION
from openshift_credentials.systems.cloud_credentials.rules.modes.platforms import root_secret
from tests.cli.cco.objects import (
    INFRASTRUCTURE,
    ISSUER,
    MARK,
    ROOT,
    answer,
    cloud_credential,
    requests_folder,
    secret,
    write,
)
from tests.cli.command import call, call_in_both_forms
from tests.kit.cco import folder


def test_requests_are_listed_in_upstreams_order(tmp_path: Path) -> None:
    outcome = call_in_both_forms("cco", "requests", requests_folder(tmp_path / "r", "feature-tp"))
    assert outcome.code == 0
    (plain,) = answer(outcome)["requests"]
    assert plain == {
        "file": "b.yaml",
        "name": "plain",
        "namespace": "openshift-cloud-credential-operator",
        "secret": "ns-plain/creds",
        "serviceAccounts": ["sa1"],
        "cloudTokenPath": "",
        "kind": "AWSProviderSpec",
    }
    assert answer(outcome)["ignored"] == [
        {"file": "a.yaml", "name": "gated", "reason": "with tech-preview annotation"}
    ]
    both = call("cco", "requests", str(tmp_path / "r"), "--enable-tech-preview", "-o", "json")
    assert len(answer(both)["requests"]) == 2


def test_a_file_that_cannot_be_read_is_an_error_beside_the_others(tmp_path: Path) -> None:
    path = requests_folder(tmp_path / "r", "one")
    (tmp_path / "r" / "z.yaml").write_text(f"stringData: [{MARK}", encoding="utf-8")
    outcome = call_in_both_forms("cco", "requests", path)
    assert outcome.code == 2
    found = answer(outcome)
    assert len(found["requests"]) == 1
    assert [each["file"] for each in found["errors"]] == ["z.yaml"]
    assert MARK not in outcome.results + outcome.others


def test_a_document_that_is_no_request_is_listed_and_an_error(tmp_path: Path) -> None:
    outcome = call("cco", "requests", requests_folder(tmp_path / "r", "comment-file"))
    assert outcome.code == 2
    assert "kind             (none)" in outcome.results
    assert "error: " in outcome.others
    assert "ccoctl crashes on it" in outcome.others


def predicted(tmp_path: Path, *objects: object) -> dict[str, Any]:
    outcome = call_in_both_forms(
        "cco",
        "requests",
        requests_folder(tmp_path / "r", "one"),
        "--predict",
        "--objects",
        write(tmp_path / "objects.yaml", *objects),
    )
    assert outcome.code == 0, outcome.others
    found: dict[str, Any] = answer(outcome)["requests"][0]["prediction"]
    return found


def root(annotation: str | None) -> dict[str, Any]:
    """The root secret, marked by the annotator or not yet."""
    marks = {} if annotation is None else {MODE_ANNOTATION: annotation}
    return {**ROOT, "metadata": {**ROOT["metadata"], "annotations": marks}}


def of_platform(name: str, **status: str) -> dict[str, Any]:
    return {**INFRASTRUCTURE, "status": {"platformStatus": {"type": name}, **status}}


NAMED = of_platform("AWS", infrastructureName="mc-x7k2p")


def test_in_passthrough_mode_the_operator_writes_the_root_key(tmp_path: Path) -> None:
    found = predicted(
        tmp_path, cloud_credential("Passthrough"), INFRASTRUCTURE, root("passthrough")
    )
    assert found["action"] == "writes"
    assert found["keys"] == ["aws_access_key_id", "aws_secret_access_key", "credentials"]
    again = predicted(tmp_path, cloud_credential("Passthrough"), INFRASTRUCTURE, root(None))
    assert again == found  # the annotator runs first


def test_in_mint_mode_the_user_and_its_policy_are_reported(tmp_path: Path) -> None:
    found = predicted(tmp_path, cloud_credential("Mint"), NAMED, root("mint"))
    assert found["action"] == "asks the cloud"
    assert found["user"].startswith("mc-x7k2p-")
    assert found["user"].endswith("-")
    assert found["policy"]["Statement"][-1]["Action"] == ["iam:GetUser"]


def test_the_annotator_asks_the_cloud_in_the_default_mode(tmp_path: Path) -> None:
    found = predicted(tmp_path, cloud_credential(""), NAMED, root(None))
    assert found["action"] == "asks the cloud"
    assert "annotator" in found["why"]
    assert found["user"] is None


@pytest.mark.parametrize(
    ("objects", "action", "why", "condition"),
    [
        ([cloud_credential("Manual"), INFRASTRUCTURE], "ignores", "brokers no tokens", None),
        ([cloud_credential("Manual"), INFRASTRUCTURE, ISSUER], "leaves", "", None),
        ([cloud_credential("Mint"), of_platform("Nutanix")], "ignores", "no actuator", None),
        (
            [cloud_credential("Mint"), of_platform("Azure"), ROOT],
            "ignores",
            "of kind AWS",
            "Ignored",
        ),
        ([cloud_credential("bogus"), INFRASTRUCTURE], "ignores", "bogus is not a mode", None),
        (
            [cloud_credential("Mint"), INFRASTRUCTURE, secret("other", "ns", {})],
            "fails",
            "unable to fetch root cloud cred secret",
            "CredentialsProvisionFailure",
        ),
        (
            [cloud_credential("Mint"), INFRASTRUCTURE, root("insufficient")],
            "fails",
            "insufficient to satisfy",
            "InsufficientCloudCreds",
        ),
    ],
)
def test_a_request_that_gets_nothing_has_the_operators_reason(
    tmp_path: Path, objects: list[object], action: str, why: str, condition: str | None
) -> None:
    found = predicted(tmp_path, *objects)
    assert (found["action"], found["condition"]) == (action, condition)
    assert why in (found["why"] or "")


def test_a_secret_that_is_as_written_is_left(tmp_path: Path) -> None:
    spec = {"kind": "OpenStackProviderSpec"}
    folder_ = tmp_path / "requests"
    folder_.mkdir()
    write(
        folder_ / "a.yaml",
        {
            "apiVersion": "cloudcredential.openshift.io/v1",
            "kind": "CredentialsRequest",
            "metadata": {"name": "cr1", "namespace": "openshift-cloud-credential-operator"},
            "spec": {"secretRef": {"name": "s", "namespace": "ns"}, "providerSpec": spec},
        },
    )
    clouds = {"clouds.yaml": "clouds: {openstack: {region_name: a}}"}
    label = "cloudcredential.openshift.io/credentials-request"
    written = secret(
        "s",
        "ns",
        clouds,
        labels={label: "true"},
        annotations={label: "openshift-cloud-credential-operator/cr1"},
    )
    provider = {
        "kind": "ConfigMap",
        "metadata": {"name": "cloud-provider-config", "namespace": "openshift-config"},
    }
    cluster = [
        cloud_credential(""),
        of_platform("OpenStack"),
        secret("openstack-credentials", "kube-system", clouds),
        provider,
    ]
    lines = [
        call("cco", "requests", str(folder_), "--predict", "--objects", files)
        for files in (
            write(tmp_path / "absent.yaml", *cluster),
            write(tmp_path / "written.yaml", *cluster, written),
        )
    ]
    assert "operator         writes keys clouds.yaml" in lines[0].results
    assert "operator         leaves" in lines[1].results


def test_nothing_is_predicted_from_secrets_that_nobody_passed(tmp_path: Path) -> None:
    objects = write(tmp_path / "a.yaml", cloud_credential("Mint"), INFRASTRUCTURE)
    folder_ = requests_folder(tmp_path / "r", "one")
    outcome = call("cco", "requests", folder_, "--predict", "--objects", objects)
    assert outcome.code == 2
    assert "pass the root secret kube-system/aws-creds" in outcome.others


def test_a_prediction_needs_the_objects_of_the_cluster(tmp_path: Path) -> None:
    outcome = call("cco", "requests", requests_folder(tmp_path / "r", "one"), "--predict")
    assert outcome.code == 2
    assert "--objects FILE" in outcome.others


@given(
    st.sampled_from(["AWS", "Azure", "GCP", "OpenStack", "VSphere", "Nutanix", ""]),
    st.sampled_from(["", "Mint", "Passthrough", "Manual", "bogus"]),
    st.sampled_from([None, "", "mint", "passthrough", "insufficient", "other"]),
    st.dictionaries(st.sampled_from(["aws_access_key_id", "clouds.yaml", "x"]), st.just(MARK)),
    st.booleans(),
)
def test_no_state_breaks_a_prediction_or_shows_a_value(
    platform: str, mode: str, annotation: str | None, content: dict[str, str], tokens: bool
) -> None:
    place = root_secret(platform)
    marks = {} if annotation is None else {MODE_ANNOTATION: annotation}
    held = secret(place.name if place else "x", "kube-system", content, annotations=marks)
    objects = [cloud_credential(mode), of_platform(platform), held, *([ISSUER] if tokens else [])]
    requests = load_requests(folder("seven-aws"), tech_preview=True).requests
    found = list(predict(requests, objects))
    assert len(found) == len(requests)
    assert MARK not in repr(found)
