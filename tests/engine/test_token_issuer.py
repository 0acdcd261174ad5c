"""Token issuers on the real engine: up, rotate a key in three steps, drop a request, destroy."""

import json
from typing import Any

import pytest
import yaml

from tests.engine.examples import make_stack
from tests.engine.test_engine import state
from tests.engine.workspace import Workspace
from tests.kit import tokens
from tests.systems.token_issuer.stacks import aws_request, write_requests

STACK = "issuer"


@pytest.fixture
def issuer(workspace: Workspace) -> Workspace:
    """A stack with an issuer whose key it makes, and two requests."""
    workspace.succeed("stack", "init", STACK)
    configure(workspace)
    return workspace


def configure(
    workspace: Workspace,
    *requests: str,
    keys: tuple[str, ...] = ("first",),
    signing: str = "first",
    region: str = "us-west-2",
    protect: bool = False,
) -> None:
    """Write the stack file and the folder of requests again; the stack's salt stays."""
    folder = workspace.directory / "credrequests"
    for old in folder.glob("*"):
        old.unlink()
    names = requests or ("openshift-one", "openshift-two")
    write_requests(folder, *(aws_request(name, "creds", "sa") for name in names))
    file = workspace.directory / f"Pulumi.{STACK}.yaml"
    content: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8")) or {}
    content["config"] = {
        "openshift-credentials:tokenIssuer": {
            "name": "mycluster",
            "aws": {"region": region, "accountId": "123456789012"},
            "keys": [{"name": key} for key in keys],
            "signingKey": signing,
            "protect": protect,
            "settleSeconds": 0,
        },
        "openshift-credentials:componentIdentities": {"requests": "credrequests"},
    }
    file.write_text(yaml.safe_dump(content), encoding="utf-8")


def up(workspace: Workspace) -> str:
    return workspace.succeed("up", "--yes", "--skip-preview", "--stack", STACK).text


def kids(workspace: Workspace) -> list[str]:
    """IDs in the key set that is published."""
    (keys,) = (
        each["inputs"]["content"]
        for each in state(workspace, STACK)
        if each["type"] == tokens.S3_OBJECT and each["inputs"]["key"] == "keys.json"
    )
    return [key["kid"] for key in json.loads(keys)["keys"]]


def signing_key(workspace: Workspace) -> str:
    outputs = workspace.json("stack", "output", "--json", "--show-secrets", "--stack", STACK)
    key: str = outputs["signingKey"]
    return key


def test_the_made_key_is_encrypted_in_the_state_and_stays(issuer: Workspace) -> None:
    printed = up(issuer)
    key = signing_key(issuer)
    assert key.startswith("-----BEGIN RSA PRIVATE KEY-----")
    written = printed + json.dumps(state(issuer, STACK))
    assert key[40:80] not in written
    issuer.succeed("up", "--yes", "--skip-preview", "--expect-no-changes", "--stack", STACK)
    assert signing_key(issuer) == key


def test_a_key_is_rotated_without_a_moment_in_which_tokens_fail(issuer: Workspace) -> None:
    up(issuer)
    (first,), first_key = kids(issuer), signing_key(issuer)

    configure(issuer, keys=("first", "second"))
    assert "rotation, step 1" in up(issuer)
    published = kids(issuer)
    assert published[0] == first
    assert len(published) == 2
    assert signing_key(issuer) == first_key

    configure(issuer, keys=("first", "second"), signing="second")
    assert "rotation, step 2" in up(issuer)
    assert kids(issuer) == published
    assert signing_key(issuer) != first_key

    configure(issuer, keys=("second",), signing="second")
    assert "rotation" not in up(issuer)
    assert kids(issuer) == published[1:]


def test_a_dropped_request_is_deleted_and_the_others_stay(issuer: Workspace) -> None:
    up(issuer)
    configure(issuer, "openshift-two")
    preview = issuer.json("preview", "--json", "--stack", STACK)
    deleted = {each["urn"] for each in preview["steps"] if each["op"] == "delete"}
    assert deleted
    assert all("openshift-one" in urn for urn in deleted)
    assert not any(each["op"] in ("replace", "update") for each in preview["steps"])


@pytest.mark.parametrize("protect", [False, True])
def test_an_issuer_never_moves(issuer: Workspace, protect: bool) -> None:
    configure(issuer, protect=protect)
    up(issuer)
    published = kids(issuer)
    before = list(issuer.calls)

    configure(issuer, protect=protect, region="us-east-1")
    for command in ("preview",), ("up", "--yes", "--skip-preview"):
        outcome = issuer.pulumi(*command, "--stack", STACK)
        assert outcome.code != 0
        assert 'tokenIssuer.aws.region: is "us-east-1", but was "us-west-2"' in outcome.text
        assert "Traceback" not in outcome.text
    assert [call for call in issuer.calls[len(before) :] if not call.startswith("read ")] == []
    assert kids(issuer) == published


def test_everything_goes_with_the_stack_and_nothing_else(issuer: Workspace) -> None:
    up(issuer)
    issuer.succeed("destroy", "--yes", "--skip-preview", "--stack", STACK)
    assert state(issuer, STACK) == []


def test_no_destroy_takes_anything_of_a_protected_issuer(issuer: Workspace) -> None:
    file = issuer.directory / f"Pulumi.{STACK}.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("protect: false", "protect: true"), encoding="utf-8")
    up(issuer)
    assert issuer.pulumi("destroy", "--yes", "--skip-preview", "--stack", STACK).code != 0
    issuer.succeed("destroy", "--yes", "--exclude-protected", "--stack", STACK)
    assert taken(issuer) == []


def test_a_key_set_on_azure_is_deleted_before_the_next_is_uploaded(workspace: Workspace) -> None:
    make_stack(workspace, "workload-id-azure")
    at = ("--stack", "workload-id-azure")
    workspace.succeed("up", "--yes", "--skip-preview", *at)
    issuer = "openshift-credentials:tokenIssuer"
    published = {"keys[0].name": "initial", "keys[1].name": "next", "signingKey": "initial"}
    for settings in (published, {"signingKey": "next"}, {"keys[0].name": "next"}):
        if settings.get("keys[0].name") == "next":
            workspace.succeed("config", "rm", "--path", f"{issuer}.keys", *at)
        for path, value in settings.items():
            workspace.succeed("config", "set", "--path", f"{issuer}.{path}", value, *at)
        workspace.succeed("up", "--yes", "--skip-preview", *at)

    made, replaced = "create token-issuer-keys", "delete token-issuer-keys"
    moves = [call for call in workspace.calls if call in (made, replaced)]
    assert moves == [made, replaced, made, replaced, made], "two keys, then one again"
    gone = taken(workspace)
    assert "delete token-issuer-discovery" not in gone
    assert workspace.pulumi("destroy", "--yes", "--skip-preview", *at).code != 0
    assert taken(workspace) == gone, "a refused destroy takes nothing of the issuer"
    workspace.succeed("destroy", "--yes", "--exclude-protected", *at)
    assert taken(workspace) == gone


def taken(workspace: Workspace) -> list[str]:
    """What was deleted of the issuer; a wait is nothing in a cloud."""
    gone = [call for call in workspace.calls if call.startswith("delete token-issuer")]
    return [call for call in gone if not call.endswith("-settle")]
