"""A Secret of somebody else stops every command before it makes anything, however it came there."""

import base64
import copy
import dataclasses
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from tests.cluster.conftest import make_namespace
from tests.cluster.control_plane import ISSUER, ControlPlane
from tests.cluster.operator import GROUP, Operator
from tests.cluster.stack import PROJECT, Stack
from tests.cluster.test_backups import entries, namespace
from tests.cluster.test_many_hosted_clusters import KINDS, hosted_control_planes, make
from tests.cluster.test_rights import SECRETS_ALONE, allow
from tests.kit.places import REPOSITORY
from tests.kit.waiting import wait_until

THEIRS: Final = "AKIA-of-somebody-else"


ENCODED: Final = base64.b64encode(THEIRS.encode()).decode()


APPLY: Final = "application/apply-patch+yaml"


ENGINE: Final = {"pulumi:pulumi:Stack", "pulumi:providers:pulumi"}


Deliver = Callable[[ControlPlane, str, str], None]


def create(plane: ControlPlane, namespace: str, name: str) -> None:
    """``kubectl create``."""
    body = {"metadata": {"name": name}, "data": {"credentials": ENCODED}}
    path = f"/api/v1/namespaces/{namespace}/secrets?fieldManager=kubectl-create"
    assert plane.request("POST", path, body)[0] == 201


def client_side_apply(plane: ControlPlane, namespace: str, name: str) -> None:
    """``kubectl apply``, which creates the object with an annotation."""
    note = {"kubectl.kubernetes.io/last-applied-configuration": "{}"}
    body = {"metadata": {"name": name, "annotations": note}, "stringData": {"credentials": THEIRS}}
    path = f"/api/v1/namespaces/{namespace}/secrets?fieldManager=kubectl-client-side-apply"
    assert plane.request("POST", path, body)[0] == 201


def server_side_apply(field: str, value: str) -> Deliver:
    """``kubectl apply --server-side``, Flux, Argo CD."""

    def deliver(plane: ControlPlane, namespace: str, name: str) -> None:
        metadata = {"name": name, "namespace": namespace}
        body = {"apiVersion": "v1", "kind": "Secret", "metadata": metadata}
        path = f"/api/v1/namespaces/{namespace}/secrets/{name}?fieldManager=kustomize-controller"
        status, answer = plane.request("PATCH", path, {**body, field: {"credentials": value}}, APPLY)
        assert status == 201, answer

    return deliver


WAYS: Final[dict[str, tuple[Deliver, str]]] = {
    "kubectl create": (create, "kubectl-create has written data.credentials"),
    "kubectl apply": (client_side_apply, "kubectl-client-side-apply has written data.credentials"),
    "server-side data": (server_side_apply("data", ENCODED), "kustomize-controller has written data.credentials"),
    "server-side stringData": (
        server_side_apply("stringData", THEIRS),
        "kustomize-controller has written stringData.credentials",
    ),
}


def read(plane: ControlPlane, namespace: str, name: str) -> dict[str, Any]:
    return plane.request("GET", f"/api/v1/namespaces/{namespace}/secrets/{name}")[1]


def refused(stack: Stack, *arguments: str) -> str:
    """What a command prints that has to stop before anything is made."""
    outcome = stack.pulumi(*arguments)
    assert outcome.code != 0, outcome.text
    assert "Traceback" not in outcome.text
    for shown in (THEIRS, ENCODED):
        assert shown not in outcome.text
    return outcome.text


def in_state(stack: Stack) -> set[str]:
    exported = json.loads(stack.succeed("stack", "export").text)["deployment"]
    return {each["type"] for each in exported.get("resources") or ()}


@pytest.mark.parametrize("way", WAYS)
def test_the_credential_secret_of_somebody_else_stops_preview_and_update(
    stack: Stack, operator: Operator, clusters: list[str], plane: ControlPlane, way: str
) -> None:
    deliver, said = WAYS[way]
    deliver(plane, stack.operator_namespace, "cloud-credentials")
    stack.configure(backups=entries(clusters[:1], "one"))

    for command in (("preview",), ("up", "--yes", "--skip-preview")):
        text = refused(stack, *command)
        assert f"Secret {stack.operator_namespace}/cloud-credentials" in text
        assert said in text
        assert f"kubectl delete secret -n {stack.operator_namespace} cloud-credentials" in text
        assert "etcdBackup.credentials.secretName" in text
    assert in_state(stack) <= ENGINE
    assert operator.events == []
    kept = read(plane, stack.operator_namespace, "cloud-credentials")
    assert kept["data"] == {"credentials": ENCODED}

    path = f"/api/v1/namespaces/{stack.operator_namespace}/secrets/cloud-credentials"
    assert plane.request("DELETE", path)[0] == 200
    stack.up()
    assert len(stack.results()) == 1


def test_another_name_leaves_the_secret_of_somebody_else_alone(
    stack: Stack, operator: Operator, clusters: list[str], plane: ControlPlane
) -> None:
    create(plane, stack.operator_namespace, "cloud-credentials")
    own = {"credentials": {"secretName": "snapshots"}}
    stack.configure(backups=entries(clusters[:1], "one"), **own)
    stack.up()
    assert len(operator.events) == 2
    kept = read(plane, stack.operator_namespace, "cloud-credentials")
    assert kept["data"] == {"credentials": ENCODED}


def test_the_secret_of_another_stack_is_not_taken_over(
    stack: Stack, operator: Operator, clusters: list[str], plane: ControlPlane
) -> None:
    stack.configure(backups=entries(clusters[:1], "one"))
    stack.up()
    own = read(plane, stack.operator_namespace, "cloud-credentials")["data"]
    stack.succeed("stack", "init", "other")
    stack.succeed("stack", "select", "test")
    one = stack.directory / "Pulumi.test.yaml"
    text = one.read_text().replace("rosa-mc-1", "rosa-mc-2")
    (stack.directory / "Pulumi.other.yaml").write_text(text)

    told = refused(stack, "preview", "--stack", "other")

    assert "pulumi-kubernetes-" in told
    assert "has written data.credentials" in told
    assert read(plane, stack.operator_namespace, "cloud-credentials")["data"] == own
    assert len(operator.events) == 2


@pytest.mark.parametrize("verb", ["preview", "preview --refresh", "up --yes --skip-preview"])
def test_what_another_manager_changed_since_is_told_in_words(
    stack: Stack, operator: Operator, clusters: list[str], plane: ControlPlane, verb: str
) -> None:
    stack.configure(backups=entries(clusters[:1], "one"))
    stack.up()
    path = f"/api/v1/namespaces/{stack.operator_namespace}/secrets/cloud-credentials"
    change = {"stringData": {"credentials": THEIRS}}
    patched = f"{path}?fieldManager=kubectl-patch"
    assert plane.request("PATCH", patched, change, "application/merge-patch+json")[0] == 200

    text = refused(stack, *verb.split())

    assert "kubectl-patch has written data.credentials since this stack wrote it" in text
    assert "conflict" not in text
    assert plane.request("DELETE", path)[0] == 200
    stack.succeed("up", "--refresh", "--yes", "--skip-preview")
    stack.succeed("preview", "--refresh", "--expect-no-changes")
    assert len(operator.events) == 2


def test_another_cluster_in_the_kubeconfig_stops_the_program(
    stack: Stack, clusters: list[str], plane: ControlPlane
) -> None:
    stack.configure(backups=entries(clusters[:1], "one"))
    file = stack.directory / "Pulumi.test.yaml"
    file.write_text(file.read_text().replace(ISSUER, "https://oidc.example.com/another"))

    text = refused(stack, "preview")

    assert "the kubeconfig leads to another cluster than rosa-mc-1" in text
    assert f"issues tokens as {ISSUER}" in text
    assert "kubernetes.context" in text
    assert plane.token not in text


def whole_program(root: Path, kubeconfig: str, config: dict[str, Any]) -> Stack:
    """A stack of the program itself; the texts in ``config`` that are secret are encrypted."""
    stack = Stack.create(root, "hypershift", kubeconfig)
    shutil.copy(REPOSITORY / "__main__.py", stack.directory)
    (stack.directory / "examples").symlink_to(REPOSITORY / "examples")
    secrets = {"kubernetes.kubeconfig": kubeconfig}
    for name, identity in config.get("controlPlaneIdentities", {}).get("identities", {}).items():
        secrets[f"controlPlaneIdentities.identities.{name}.document"] = identity.pop("document")
    file = stack.directory / "Pulumi.test.yaml"
    content = yaml.safe_load(file.read_text())
    file.write_text(yaml.safe_dump({**content, "config": {f"{PROJECT}:{key}": config[key] for key in config}}))
    words = [word for key, value in secrets.items() for word in ("--secret", f"{key}={value}")]
    stack.succeed("config", "set-all", "--path", *words)
    return stack


def credentials(mode: str, **settings: object) -> dict[str, Any]:
    place = {"region": "us-east-1", "accountId": "123456789012"}
    branch = {"name": "mycluster", "platform": "AWS", "mode": mode, "aws": place, **settings}
    return {"cloudCredentials": branch}


REQUESTS: Final = "examples/sts-aws-public/credrequests"


ROOT: Final = credentials("Mint", rootSecret={"aws": {"make": "user"}})


COMPONENTS: Final = {
    "cluster": {"name": "mycluster", "oidcIssuer": ISSUER},
    "componentIdentities": {
        "name": "mycluster",
        "aws": {"region": "us-east-1", "accountId": "123456789012"},
        "issuerUrl": ISSUER,
        "requests": REQUESTS,
        "secretsIn": "cluster",
    },
}


PLACES: Final = {
    "root secret": (ROOT, "kube-system", "aws-creds"),
    "users of components": (
        credentials("Manual", requests="examples/manual-aws-long-term/credrequests"),
        "openshift-image-registry",
        "installer-cloud-credentials",
    ),
    "identities of components": (COMPONENTS, "openshift-image-registry", "installer-cloud-credentials"),
}


@pytest.fixture
def free_place(plane: ControlPlane) -> Iterator[Callable[[str, str], str]]:
    """Makes a namespace, and removes the Secret at the end: its place is not the test's alone."""
    used: list[str] = []

    def make(namespace: str, name: str) -> str:
        if plane.request("GET", f"/api/v1/namespaces/{namespace}")[0] == 404:
            make_namespace(plane, namespace)
        used.append(f"/api/v1/namespaces/{namespace}/secrets/{name}")
        return used[-1]

    yield make
    for path in used:
        plane.request("DELETE", path)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("place", PLACES)
def test_a_secret_of_somebody_else_stops_every_system_that_writes_one(
    tmp_path: Path, plane: ControlPlane, free_place: Callable[[str, str], str], place: str, way: str
) -> None:
    config, namespace, name = PLACES[place]
    free_place(namespace, name)
    deliver, said = WAYS[way]
    deliver(plane, namespace, name)
    stack = whole_program(tmp_path, plane.kubeconfig(), copy.deepcopy(config))

    text = refused(stack, "up", "--yes", "--skip-preview")

    assert f"Secret {namespace}/{name}" in text
    assert said in text
    assert f"kubectl delete secret -n {namespace} {name}" in text
    assert in_state(stack) <= ENGINE
    assert read(plane, namespace, name)["data"] == {"credentials": ENCODED}


@pytest.mark.parametrize("manager", ["cluster-bootstrap", "cloud-credential-operator"])
def test_the_root_secret_of_the_installer_is_taken_over(
    tmp_path: Path, plane: ControlPlane, free_place: Callable[[str, str], str], manager: str
) -> None:
    free_place("kube-system", "aws-creds")
    body = {"metadata": {"name": "aws-creds"}, "data": {"aws_access_key_id": ENCODED}}
    path = f"/api/v1/namespaces/kube-system/secrets?fieldManager={manager}"
    assert plane.request("POST", path, body)[0] == 201
    stack = whole_program(tmp_path, plane.kubeconfig(), copy.deepcopy(ROOT))
    text = stack.pulumi("preview").text
    assert "is not in the state of this stack" not in text
    assert "aws" in text


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
