"""What an update on the real engine says of hosted clusters whose backups it is about to make."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tests.cluster.control_plane import ControlPlane
from tests.cluster.operator import GROUP, Operator
from tests.cluster.stack import Stack
from tests.cluster.test_backups import entries, namespace
from tests.cluster.test_many_hosted_clusters import KINDS, hosted_control_planes, make
from tests.cluster.test_rights import SECRETS_ALONE, allow
from tests.kit.places import REPOSITORY
from tests.kit.waiting import wait_until

CODES = ("no-operator", "no-hosted-control-plane", "no-pull-secret")


@pytest.fixture
def ready(plane: ControlPlane, clusters: list[str]) -> Iterator[str]:
    """A hosted cluster that is ready for a backup; the other ones have no HostedControlPlane."""
    definition = hosted_control_planes()
    kind = f"{KINDS}/{definition['metadata']['name']}"
    assert plane.request("POST", KINDS, definition)[0] == 201
    wait_until(lambda: plane.request("GET", f"{GROUP}/hostedcontrolplanes")[0] == 200)
    name = f"{clusters[0].rpartition('/')[2]}-ready"
    make(plane, name)
    yield f"clusters/{name}"
    assert plane.request("DELETE", kind)[0] == 200
    wait_until(lambda: plane.request("GET", f"{GROUP}/hostedcontrolplanes")[0] == 404)


def told(text: str) -> set[tuple[str, str]]:
    """Code and subject of each warning."""
    return {
        (code, line.partition(": ")[2].partition(": ")[0].strip())
        for line in text.splitlines()
        for code in CODES
        if line.endswith(f"[{code}]") and "warning: " in line
    }


def install_operator(plane: ControlPlane, place: str) -> None:
    """The Deployment of HyperShift's operator, with its feature gate on."""
    labels = {"name": "operator"}
    features = {"name": "HYPERSHIFT_FEATURESET", "value": "TechPreviewNoUpgrade"}
    container = {"name": "operator", "image": "operator", "env": [features]}
    template = {"metadata": {"labels": labels}, "spec": {"containers": [container]}}
    spec: dict[str, Any] = {"selector": {"matchLabels": labels}, "template": template}
    body = {"metadata": {"name": "operator"}, "spec": spec}
    deployments = f"/apis/apps/v1/namespaces/{place}/deployments"
    assert plane.request("POST", deployments, body)[0] == 201


def test_what_would_fail_is_a_warning_before_a_backup_is_made_and_stops_nothing(
    stack: Stack, operator: Operator, clusters: list[str], ready: str, plane: ControlPlane
) -> None:
    bare, later, _ = clusters
    stack.configure(backups=entries([ready, bare], "one"))
    no_operator = ("no-operator", f"{stack.operator_namespace}/operator")
    expected = {no_operator, ("no-hosted-control-plane", bare)}

    assert told(stack.succeed("preview").text) == expected
    assert operator.events == []
    text = stack.up().text
    assert told(text) == expected
    assert plane.token not in text
    assert {each["reason"] for each in stack.results().values()} == {"BackupSucceeded"}

    again = stack.up().text
    assert "unchanged" in again
    assert told(again) == set(), "backups that exist are not looked at"

    install_operator(plane, stack.operator_namespace)
    secret = f"/api/v1/namespaces/{namespace(ready)}/secrets/pull-secret"
    assert plane.request("DELETE", secret)[0] == 200
    asked = [*entries([ready], "two"), *entries([bare], "one"), *entries([later], "one")]
    stack.configure(backups=asked)
    text = stack.succeed("preview").text
    assert told(text) == {("no-pull-secret", ready), ("no-hosted-control-plane", later)}

    stack.configure(backups=asked, backupPolicy={"preflight": False})
    assert told(stack.succeed("preview").text) == set()


def test_whoever_may_not_look_is_reported_nothing_and_with_the_role_for_operating_everything(
    stack: Stack, clusters: list[str], ready: str, plane: ControlPlane
) -> None:
    limited = dataclasses.replace(stack, kubeconfig=plane.kubeconfig(plane.limited_token))
    limited.configure(backups=entries([ready, clusters[0]], "one"))
    group = GROUP.split("/")[2]
    backups = {"apiGroups": [group], "resources": ["hcpetcdbackups"], "verbs": ["*"]}
    role = yaml.safe_load((REPOSITORY / "deploy" / "operate-clusterrole.yaml").read_text())

    allow(plane, "limited", SECRETS_ALONE, backups)
    assert told(limited.succeed("preview").text) == set()

    allow(plane, "limited", SECRETS_ALONE, backups, *role["rules"])
    assert told(limited.succeed("preview").text) == {
        ("no-operator", f"{stack.operator_namespace}/operator"),
        ("no-hosted-control-plane", clusters[0]),
    }
