"""Credentials of a control plane on the real engine: stored, rotated, refused, destroyed."""

import base64
import json
from datetime import UTC, datetime, timedelta

import pytest
import yaml

from tests.engine.workspace import Workspace
from tests.kit import tokens
from tests.platforms.azure.managed_identity.bundles import certificate, pem, rsa_key
from tests.systems.control_plane_identities.samples import document, guid, time, tree

STACK = "identities"


def other_credentials(days: float) -> str:
    """Another certificate, valid from ``days`` on."""
    key = rsa_key(5)
    now = datetime.now(UTC)
    bundle = pem(certificate(key, now - timedelta(days=30), now + timedelta(days=400)), key)
    secret = base64.b64encode(bundle).decode()
    return document(guid(4), client_secret=secret, not_before=time(days))


def store(workspace: Workspace, **documents: str) -> None:
    """Set the credentials of identities, encrypted."""
    path = "openshift-credentials:controlPlaneIdentities.identities"
    given = [f"{path}.{name}.document={text}" for name, text in documents.items()]
    secrets = [part for each in given for part in ("--secret", each)]
    workspace.succeed("config", "set-all", "--stack", STACK, "--path", *secrets)


@pytest.fixture
def ingress(workspace: Workspace) -> str:
    """A stack with its credentials; those of ingress."""
    branch = tree(settleSeconds=0)
    documents: dict[str, str] = {name: identity.pop("document") for name, identity in branch["identities"].items()}
    config = {"config": {"openshift-credentials:controlPlaneIdentities": branch}}
    workspace.succeed("stack", "init", STACK)
    file = workspace.directory / f"Pulumi.{STACK}.yaml"
    content = {**yaml.safe_load(file.read_text()), **config}
    file.write_text(yaml.safe_dump(content))
    store(workspace, **documents)
    return documents["ingress"]


def windows(workspace: Workspace) -> dict[str, int]:
    """``notBefore`` of each secret in the state, which shows no value."""
    exported = workspace.succeed("stack", "export", "--stack", STACK, "--show-secrets").output
    resources = json.loads(exported)["deployment"]["resources"]
    found: dict[str, int] = {}
    for each in resources:
        if each["type"] == tokens.VAULT_SECRET:
            properties = each["inputs"]["properties"]
            plain = properties.get("plaintext")
            opened = json.loads(plain) if plain else properties
            found[each["inputs"]["secretName"]] = opened["attributes"]["notBefore"]
    return found


def test_credentials_are_stored_rotated_and_refused(workspace: Workspace, ingress: str) -> None:
    before = json.loads(ingress)["client_secret"]
    printed = workspace.succeed("up", "--yes", "--stack", STACK).text
    printed += workspace.succeed("stack", "export", "--stack", STACK).text
    printed += workspace.succeed("stack", "output", "--stack", STACK, "--json").text
    assert before[:60] not in printed
    assert len(windows(workspace)) == 8
    first = windows(workspace)["ingress-demo-x7k2p-json"]

    store(workspace, ingress=other_credentials(-12))
    for command in (("preview",), ("up", "--yes")):
        refused = workspace.pulumi(*command, "--stack", STACK)
        assert refused.code != 0
        assert "running pods would not load these credentials" in refused.text
        assert before[:60] not in refused.text
    assert windows(workspace)["ingress-demo-x7k2p-json"] == first

    store(workspace, ingress=other_credentials(-1))
    workspace.succeed("up", "--yes", "--stack", STACK)
    assert windows(workspace)["ingress-demo-x7k2p-json"] > first

    store(workspace, ingress=document(guid(4), not_before=time(-60), not_after=time(-50)))
    expired = workspace.pulumi("preview", "--stack", STACK)
    assert expired.code != 0
    assert "identities.ingress.document" in expired.text

    store(workspace, ingress=other_credentials(-1))
    assert "reserved for 90 days" in workspace.succeed("preview", "--stack", STACK).text
    workspace.succeed("destroy", "--yes", "--stack", STACK)
    assert not any(each["type"] == tokens.VAULT_SECRET for each in workspace.stack(STACK))
