"""The life of every stack of the repository, from preview to destroy."""

import base64
import json
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.examples import OF_THE_REPOSITORY, SECRETS, make_stack
from tests.engine.fake_provider.cloud import Action
from tests.engine.workspace import REPOSITORY, Workspace

EXAMPLES = sorted(path.parent.name for path in (REPOSITORY / "examples").glob("*/Pulumi.*.yaml"))
PIECE = 8


@pytest.mark.parametrize("stack", [*OF_THE_REPOSITORY, *EXAMPLES])
def test_a_stack_is_made_stays_as_it_is_and_goes(workspace: Workspace, stack: str) -> None:
    make_stack(workspace, stack)
    at = ("--stack", stack)
    workspace.succeed("preview", *at)
    workspace.succeed("up", "--yes", "--skip-preview", *at)
    workspace.succeed("preview", "--expect-no-changes", *at)
    workspace.succeed("refresh", "--yes", "--skip-preview", "--expect-no-changes", *at)
    workspace.succeed("up", "--yes", "--skip-preview", "--expect-no-changes", *at)
    workspace.succeed("state", "unprotect", "--all", "--yes", *at)
    workspace.succeed("destroy", "--yes", "--skip-preview", *at)
    assert workspace.stack(stack) == []


@pytest.mark.parametrize("stack", ["aws-static", "azure-client-secret"])
def test_no_piece_of_a_secret_is_written_anywhere(workspace: Workspace, stack: str) -> None:
    make_stack(workspace, stack)
    at = ("--stack", stack)
    log = workspace.directory.parent / "events.json"
    plan = workspace.directory.parent / "plan.json"
    texts = [
        workspace.succeed("preview", "--diff", "--save-plan", str(plan), *at).text,
        workspace.succeed("preview", "--json", *at).text,
        workspace.succeed(
            *("up", "--yes", "--skip-preview", "--debug", "--event-log", str(log)), *at
        ).text,
        workspace.succeed("stack", "export", *at).text,
        workspace.succeed("stack", "output", "--json", *at).text,
    ]
    workspace.clouds.fail("read", "kubernetes:core/v1:Secret", Action.REFUSE)
    texts.append(workspace.pulumi("refresh", "--yes", "--skip-preview", *at).text)
    written = [log, plan, *(workspace.directory.parent / "state").rglob("*")]
    texts += [_text(path) for path in written if path.is_file()]
    whole = "\n".join(texts)
    used = json.dumps((workspace.directory / f"Pulumi.{stack}.yaml").read_text())
    for setting, secret in SECRETS.items():
        if setting in used:
            for piece in _pieces(secret):
                assert piece not in whole, setting


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def _pieces(secret: str) -> Iterator[str]:
    """Every run of 8 characters: plain, as in a URL, and in base64 wherever it starts."""
    for start in range(len(secret) - PIECE + 1):
        piece = secret[start : start + PIECE]
        yield piece
        yield urllib.parse.quote(piece, safe="")
    for shift in range(3):
        encoded = base64.b64encode(b"x" * shift + secret.encode()).decode()
        yield encoded[4:-4]
