"""Verb ``cco``: facts of objects, and a live cluster: what is read of it, and what a rotation deletes."""

import io
import re
import sys
from collections.abc import Callable
from itertools import chain, combinations
from typing import Any, Final

import pytest

from openshift_credentials.systems.cloud_credentials.live import read_cluster
from openshift_credentials.systems.cloud_credentials.rules.modes import determine_mode
from tests.cli.cco.objects import (
    INFRASTRUCTURE,
    MARK,
    ROOT,
    VERSION,
    FakeCluster,
    answer,
    cloud_credential,
    never_remade,
    secret,
)
from tests.cli.command import Outcome, call, call_in_both_forms
from tests.kit.definitions import problems
from tests.kit.tables import nonempty


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
    return determine_mode(read_cluster(objects)).answer


def _infrastructure(platform: str) -> dict[str, Any]:
    return {**INFRASTRUCTURE, "status": {"platformStatus": {"type": platform}}}


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
    assert {key: read_cluster([config]).platform for key, config in configs.items()} == wanted


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


COMMANDS: Final = (("mode", "live"), ("secrets", "live"), ("requests", "live"), ("rotate", "--cloud", "aws", "--list"))
STATUSES: Final = (401, 403, 406, 500, 503)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_nothing_is_answered_that_rests_on_a_refused_read(
    command: tuple[str, ...], live: Callable[..., FakeCluster]
) -> None:
    def outcome(refused: dict[str, int]) -> Outcome:
        cluster = live(*live_objects(), remake=remade)
        cluster.refused = refused
        told = call_in_both_forms("cco", *command)
        asked.update(cluster.asked)
        return told

    asked: set[str] = set()
    whole = outcome({})
    assert whole.code == 0, whole.others
    reads = sorted(asked)
    assert "CredentialsRequest" in reads
    subsets = chain.from_iterable(combinations(reads, size) for size in (1, 2, len(reads)))
    for number, refused in enumerate(subsets):
        status = STATUSES[number % len(STATUSES)]
        told = outcome(dict.fromkeys(refused, status))
        assert told.code == 2, refused
        (problem,) = answer(told)["errors"]
        assert f"the API server returns {status}" in problem["message"]
