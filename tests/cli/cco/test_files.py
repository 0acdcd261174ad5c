"""Verb ``cco`` on files: modes, Secrets and permissions, and no secret anywhere."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.systems.cloud_credentials.live import read_cluster
from openshift_credentials.systems.cloud_credentials.rules.modes import determine_mode
from tests.cli.command import call, call_in_both_forms

from .objects import (
    INFRASTRUCTURE,
    ISSUER,
    MARK,
    ROOT,
    VERSION,
    answer,
    cloud_credential,
    requests_folder,
    secret,
    write,
)


def test_the_mode_is_reported_with_every_key(tmp_path: Path) -> None:
    files = write(tmp_path / "a.yaml", cloud_credential("Manual"), INFRASTRUCTURE, ISSUER, VERSION)
    outcome = call_in_both_forms("cco", "mode", files)
    assert outcome.code == 0
    found = answer(outcome)
    assert found["rootSecret"] == {"namespace": "kube-system", "name": "aws-creds", "present": None, "annotation": None}
    assert found["upgradeable"].pop("message").startswith("Upgradeable annotation")
    assert {key: found[key] for key in found if key not in ("rootSecret", "path", "warnings")} == {
        "platform": "AWS",
        "configuredMode": "Manual",
        "effectiveMode": "Manual",
        "conflict": False,
        "tokenCluster": True,
        "issuer": "https://issuer.example.com",
        "metric": None,
        "upgradeable": {"status": "False", "reason": "MissingUpgradeableAnnotation"},
        "mode": "manual short-term",
    }
    assert found["path"][-1] == "the mode is manual short-term"


def test_the_root_secret_says_what_the_default_mode_is(tmp_path: Path) -> None:
    files = write(tmp_path / "a.yaml", cloud_credential(""), INFRASTRUCTURE, ROOT)
    outcome = call("cco", "mode", files)
    assert outcome.code == 0
    assert "mode           mint" in outcome.results
    assert MARK not in outcome.results + outcome.others


def test_a_mode_follows_from_the_secrets_that_were_passed() -> None:
    rows: list[tuple[str, str, dict[str, Any], str]] = [
        ("Mint", "AWS", ROOT, "mint"),
        ("Mint", "AWS", secret("other", "ns", {}), "mint, root secret removed"),
        ("", "AWS", secret("aws-creds", "kube-system", {}), "unknown"),
        ("", "VSphere", secret("vsphere-creds", "kube-system", {}), "passthrough"),
        ("", "Azure", secret("azure-credentials", "kube-system", {}), "passthrough"),
        ("", "OpenStack", secret("openstack-credentials", "kube-system", {}), "passthrough"),
    ]
    wrong = [
        (mode, platform, found, answer_)
        for mode, platform, given, answer_ in rows
        if (found := _mode_of(cloud_credential(mode), _infrastructure(platform), given)) != answer_
    ]
    assert not wrong


def _mode_of(*objects: dict[str, Any]) -> str:
    return determine_mode(read_cluster(objects).facts).answer


def _infrastructure(platform: str) -> dict[str, Any]:
    return {**INFRASTRUCTURE, "status": {"platformStatus": {"type": platform}}}


@pytest.mark.parametrize(
    "objects",
    [
        [cloud_credential("Manual")],
        [cloud_credential("Manual"), INFRASTRUCTURE],
        [cloud_credential("Mint"), INFRASTRUCTURE, ISSUER, VERSION],
        *(
            [{"baseDomain": "x", "credentialsMode": mode, "platform": {"aws": {}}}]
            for mode in ("Manual", "Mint", "Passthrough", "")
        ),
    ],
    ids=str,
)
def test_nothing_is_stated_that_was_not_passed(tmp_path: Path, objects: list[object]) -> None:
    outcome = call_in_both_forms("cco", "mode", write(tmp_path / "a.yaml", *objects))
    found = answer(outcome)
    assert (found["mode"], found["rootSecret"]["present"], found["metric"], outcome.code) == ("unknown", None, None, 1)
    assert not found["warnings"]
    assert "was not passed" in found["path"][-2] or "was passed" in found["path"][-2]
    assert found["upgradeable"]["status"] == "Unknown"


@pytest.mark.parametrize("wrapped", [False, True])
def test_an_install_config_says_the_mode_of_a_cluster_to_come(tmp_path: Path, wrapped: bool) -> None:
    config: dict[str, Any] = {
        "baseDomain": "example.com",
        "credentialsMode": "Manual",
        "platform": {"azure": {"cloudName": "AzureStackCloud"}},
    }
    document = config
    if wrapped:
        document = {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": "cluster-config-v1", "namespace": "kube-system"},
            "data": {"install-config": yaml.safe_dump(config)},
        }
    found = answer(call_in_both_forms("cco", "mode", write(tmp_path / "a.yaml", document)))
    assert (found["platform"], found["mode"]) == ("AzureStackHub", "manual long-term")


def test_each_platform_of_an_install_config_is_one_of_infrastructure() -> None:
    wanted = {
        "alibabacloud": "AlibabaCloud",
        "aws": "AWS",
        "azure": "Azure",
        "baremetal": "BareMetal",
        "external": "External",
        "gcp": "GCP",
        "ibmcloud": "IBMCloud",
        "none": "None",
        "nutanix": "Nutanix",
        "openstack": "OpenStack",
        "ovirt": "oVirt",
        "powervs": "PowerVS",
        "vsphere": "VSphere",
        "moon": "",
    }
    configs: dict[str, dict[str, object]] = {
        key: {"credentialsMode": "Manual", "platform": {key: dict[str, object]()}} for key in wanted
    }
    assert {key: read_cluster([config]).facts.platform for key, config in configs.items()} == wanted


@pytest.mark.parametrize(
    ("name", "namespace", "metric"), [("c", "ns", "manualpodidentity"), ("aws-creds", "kube-system", "manual")]
)
def test_a_role_in_a_secret_of_a_component_is_a_pod_identity(
    tmp_path: Path, name: str, namespace: str, metric: str
) -> None:
    role = "[default]\nrole_arn = a\nweb_identity_token_file = b"
    objects = [cloud_credential("Manual"), INFRASTRUCTURE, ISSUER]
    files = write(tmp_path / "a.yaml", *objects, secret(name, namespace, {"credentials": role}), ROOT)
    assert f"\nmetric         {metric}\n" in call("cco", "mode", files).results


@pytest.mark.parametrize(("disabled", "code"), [("true", 1), ("yes", 1), ("false", 0)])
def test_a_conflict_and_a_switch_that_cannot_be_read_are_no(tmp_path: Path, disabled: str, code: int) -> None:
    legacy = {
        "kind": "ConfigMap",
        "metadata": {"name": "cloud-credential-operator-config", "namespace": "openshift-cloud-credential-operator"},
        "data": {"disabled": disabled},
    }
    files = write(tmp_path / "a.yaml", cloud_credential("Mint"), INFRASTRUCTURE, legacy, ROOT)
    outcome = call("cco", "mode", files)
    assert outcome.code == code
    if disabled == "yes":
        assert "ParseBool" in outcome.others


def test_secrets_are_judged_without_being_shown(tmp_path: Path) -> None:
    files = write(
        tmp_path / "a.yaml", ROOT, secret("c", "ns", {MARK: MARK, "credentials": f"[default]\nrole_arn = {MARK}"})
    )
    outcome = call_in_both_forms("cco", "secrets", files)
    assert outcome.code == 0
    root, component = answer(outcome)
    assert {key: root[key] for key in ("name", "namespace", "cloud", "kind", "podIdentity")} == {
        "name": "aws-creds",
        "namespace": "kube-system",
        "cloud": "aws",
        "kind": "root",
        "podIdentity": False,
    }
    assert {each["code"] for each in component["findings"]} == {"wrong-role-arn", "incomplete-role"}
    assert MARK not in outcome.results + outcome.others


def test_work_that_is_due_is_no(tmp_path: Path) -> None:
    one = requests_folder(tmp_path / "one", "one")
    two = requests_folder(tmp_path / "two", "two-sas")
    assert call("cco", "diff", one, one).code == 0
    outcome = call_in_both_forms("cco", "diff", one, two)
    assert outcome.code == 1
    assert {each["change"] for each in answer(outcome)["changes"]} == {"added", "removed"}
    assert "+ serviceAccounts: sa-a" in call("cco", "diff", one, two).results


def test_rotation_is_listed_with_the_operators_own_secret_last(tmp_path: Path) -> None:
    path = requests_folder(tmp_path / "r", "seven-aws")
    outcome = call("cco", "rotate", "--cloud", "aws", "--list", "--requests", path, "-o", "json")
    steps = answer(outcome)
    assert len(steps) == 7
    assert steps[-1]["requests"] == ["cloud-credential-operator-iam-ro"]


def test_what_cannot_be_read_and_an_empty_folder_are_reported(tmp_path: Path) -> None:
    outcome = call("cco", "secrets", "absent.yaml", "-o", "json")
    assert outcome.code == 2
    (item,) = json.loads(outcome.results)
    assert item["kind"] is None
    assert "absent.yaml" in item["errors"][0]["message"]
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "contains no CredentialsRequests" in call("cco", "requests", str(empty)).others


GUID = "11111111-2222-3333-4444-555555555555"


@pytest.mark.parametrize(
    ("content", "name", "line"),
    [
        ({"aws_access_key_id": "k"}, None, "long-term, aws"),
        ({"credentials": "[default]\nrole_arn = a"}, None, "short-term, aws"),
        ({"azure_client_id": GUID}, None, "long-term, azure"),
        ({"azure_client_id": GUID}, "azure-credentials", "root, azure"),
        ({"service_account.json": "{}"}, None, "long-term, gcp"),
        ({"clouds.yaml": "{}"}, "openstack-credentials", "root, openstack"),
        ({"clouds.conf": "x"}, None, "long-term, openstack"),
        ({"v.username": "u"}, "vsphere-creds", "root, vsphere"),
        ({"v.password": "p"}, None, "long-term, vsphere"),
        ({"ibmcloud_api_key": "k"}, None, "long-term, ibmcloud"),
        ({"ibm-credentials.env": "k"}, None, "long-term, ibmcloud"),
        ({"credentials": "[]"}, None, "long-term, nutanix"),
        ({"ovirt_url": "u"}, "ovirt-credentials", "root, ovirt"),
        ({"kubeconfig": "k"}, "kubevirt-credentials", "root, kubevirt"),
        ({"other": "k"}, None, "unknown, unknown cloud"),
    ],
)
def test_a_secret_is_known_by_its_keys_and_its_name(
    tmp_path: Path, content: dict[str, str], name: str | None, line: str
) -> None:
    namespace = "kube-system" if name else "ns"
    found = call("cco", "secrets", write(tmp_path / "a.yaml", secret(name or "c", namespace, content)))
    assert found.results.splitlines()[0] == f"{namespace}/{name or 'c'}: {line}"


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
    assert answer(outcome)["ignored"] == [{"file": "a.yaml", "name": "gated", "reason": "with tech-preview annotation"}]
    both = call("cco", "requests", str(tmp_path / "r"), "--enable-tech-preview", "-o", "json")
    assert len(answer(both)["requests"]) == 2


def test_a_document_that_is_no_request_is_listed_and_an_error(tmp_path: Path) -> None:
    outcome = call("cco", "requests", requests_folder(tmp_path / "r", "comment-file"))
    assert outcome.code == 2
    assert "kind             (none)" in outcome.results
    assert "error: " in outcome.others
    assert "ccoctl crashes on it" in outcome.others
