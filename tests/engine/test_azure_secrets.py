"""A client secret from the configuration into the Secret, on the real engine."""

import base64

import pytest

from tests.engine.test_engine import of_stack
from tests.engine.workspace import Workspace

MARKER = "planted-Zm9yIGNsaWVudHM~secret"
CLIENT = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"


@pytest.fixture
def with_client_secret(workspace: Workspace) -> Workspace:
    of_stack(workspace, "aro")
    credentials = "openshift-credentials:etcdBackup.credentials"
    workspace.succeed("config", "rm", "--stack", "aro", f"{credentials}.identityName", "--path")
    for path, value, how in (
        ("mode", "azure-client-secret", "--plaintext"),
        ("clientId", CLIENT, "--plaintext"),
        ("clientSecret", MARKER, "--secret"),
    ):
        workspace.succeed("config", "set", "--stack", "aro", how, "--path", f"{credentials}.{path}", value)
    return workspace


def test_a_client_secret_is_in_no_output_and_in_no_plain_state(with_client_secret: Workspace) -> None:
    workspace = with_client_secret
    printed = [
        workspace.succeed("preview", "--stack", "aro", "--diff").text,
        workspace.succeed("preview", "--stack", "aro", "--json").text,
        workspace.succeed("up", "--yes", "--stack", "aro").text,
        workspace.succeed("stack", "output", "--stack", "aro", "--json").text,
        workspace.succeed("stack", "export", "--stack", "aro").text,
    ]
    for text in printed:
        assert MARKER not in text
        for shift in range(3):
            encoded = base64.b64encode(b"x" * shift + MARKER.encode()).decode()
            assert encoded[4:-4] not in text
    assert '"credentialMode": "azure-client-secret"' in printed[3]


def test_a_wrong_client_secret_stops_the_engine_without_being_shown(with_client_secret: Workspace) -> None:
    with_client_secret.succeed(
        *("config", "set", "--stack", "aro", "--secret", "--path"),
        *("openshift-credentials:etcdBackup.credentials.clientSecret", f"{MARKER} with white space"),
    )
    outcome = with_client_secret.pulumi("up", "--yes", "--stack", "aro")
    assert outcome.code != 0
    assert "etcdBackup.credentials.clientSecret" in outcome.text
    assert MARKER not in outcome.text
    assert "Traceback" not in outcome.text
