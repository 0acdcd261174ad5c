"""Verb ``cco`` on files: modes, Secrets and permissions, and no secret anywhere."""

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from openshift_credentials.systems.cloud_credentials.live import read_cluster
from openshift_credentials.systems.cloud_credentials.rules.modes import determine_mode
from tests.cli.cco.objects import (
    INFRASTRUCTURE,
    ISSUER,
    MARK,
    ROOT,
    VERSION,
    FakeCluster,
    answer,
    cloud_credential,
    never_remade,
    requests_folder,
    secret,
    write,
)
from tests.cli.command import call, call_in_both_forms
from tests.kit.definitions import problems
from tests.kit.tables import nonempty


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


# Verb ``cco`` on a live cluster: what is read, and what a rotation deletes.


def live_objects() -> list[dict[str, Any]]:
    def request(name: str, namespace: str) -> dict[str, Any]:
        return {
            "kind": "CredentialsRequest",
            "metadata": {"name": name, "namespace": "o"},
            "spec": {
                "secretRef": {"name": "creds", "namespace": namespace},
                "providerSpec": {"kind": "AWSProviderSpec"},
            },
        }

    def component(namespace: str) -> dict[str, Any]:
        return secret("creds", namespace, {"aws_secret_access_key": MARK}, uid=f"uid-{namespace}")

    root = {**ROOT, "metadata": {**ROOT["metadata"], "uid": "root"}}
    return [
        cloud_credential("Mint"),
        INFRASTRUCTURE,
        VERSION,
        root,
        request("b", "ns-b"),
        request("a", "ns-a"),
        component("ns-a"),
        component("ns-b"),
    ]


def remade(old: dict[str, Any]) -> dict[str, Any]:
    place = old["metadata"]
    content = {"aws_secret_access_key": f"{MARK}new"}
    return secret(place["name"], place["namespace"], content, uid=f"{place['uid']}-2")


def test_rotation_deletes_in_order_and_shows_hashes_only(live: Callable[..., FakeCluster]) -> None:
    cluster = live(*live_objects(), remake=remade)
    outcome = call("cco", "rotate", "--cloud", "aws", "--apply", "--yes", "-o", "json")
    assert outcome.code == 0, outcome.others
    assert cluster.deleted == ["ns-a/creds", "ns-b/creds"]
    assert all(each["changed"] and each["before"] != each["after"] for each in nonempty(answer(outcome)))
    assert problems("cco rotate", answer(outcome)) == []
    assert MARK not in outcome.results + outcome.others


def test_rotation_asks_and_stops_where_nothing_is_made_anew(
    live: Callable[..., FakeCluster], monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster = live(*live_objects(), remake=never_remade)
    monkeypatch.setattr(sys, "stdin", io.StringIO("no\n"))
    declined = call("cco", "rotate", "--cloud", "aws", "--apply")
    assert declined.code == 1
    assert "delete ns-a/creds of a? [y/N] " in declined.others
    assert re.search(r"^ns-a/creds was declined \([0-9a-f]{16} -> -\)$", declined.results, re.MULTILINE)
    assert cluster.deleted == []
    monkeypatch.setattr("openshift_credentials.cli.verbs.cco.rotate._POLL", 0.01)
    stopped = call("cco", "rotate", "--cloud", "aws", "--apply", "--yes", "--timeout", "1")
    assert stopped.code == 1
    assert "ns-a/creds was deleted and has not been created again yet" in stopped.results
    assert "stopped: check the conditions of the request before you continue" in stopped.others
    assert cluster.deleted == ["ns-a/creds"]


def test_rotation_is_refused_where_nobody_makes_secrets(live: Callable[..., FakeCluster]) -> None:
    cluster = live(cloud_credential("Manual"), *live_objects()[1:], remake=remade)
    outcome = call("cco", "rotate", "--cloud", "aws", "--apply", "--yes")
    assert outcome.code == 1
    assert "the operator would not create a deleted Secret" in outcome.others
    assert cluster.deleted == []


@pytest.mark.parametrize(("seconds", "code"), [("0", 2), ("3601", 2), ("x", 2), ("3600", 0)])
def test_the_wait_for_a_new_secret_is_at_most_an_hour(
    seconds: str, code: int, live: Callable[..., FakeCluster]
) -> None:
    live(*live_objects(), remake=remade)
    command = ("cco", "rotate", "--cloud", "aws", "--list", "--timeout", seconds)
    assert call(*command).code == code
