"""Verb ``cco`` on a live cluster: what is read, and what a rotation deletes."""

import io
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest

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
from tests.cli.command import call, call_in_both_forms
from tests.kit.nonempty import nonempty
from tests.kit.output_schema import problems


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


def test_a_live_cluster_is_read_like_files(live: Callable[..., FakeCluster]) -> None:
    live(*live_objects(), remake=remade)
    found = answer(call_in_both_forms("cco", "mode", "live"))
    assert (found["mode"], found["upgradeable"]["status"]) == ("mint", "True")
    judged = call_in_both_forms("cco", "secrets", "live")
    assert [each["namespace"] for each in answer(judged)] == ["kube-system", "ns-b", "ns-a"]
    listed = answer(call_in_both_forms("cco", "requests", "live"))
    assert [each["name"] for each in listed["requests"]] == ["b", "a"]
    assert MARK not in judged.results + judged.others


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
