"""The provider's own code in place of the stand-in of AWS, where somebody has it."""

import os
from pathlib import Path
from typing import Final

import pytest

from tests.engine.local_aws import LocalAws
from tests.engine.stacks import AT
from tests.engine.workspace import Workspace

VARIABLE: Final = "PROVIDER_AWS"
PROVIDER: Final = os.environ.get(VARIABLE)
NEEDS_THE_PROVIDER: Final = pytest.mark.skipif(not PROVIDER, reason=f"{VARIABLE} names no pulumi-resource-aws")


def serve(workspace: Workspace, aws: LocalAws) -> None:
    """Let the provider talk to the local AWS, as whoever is signed in there now."""
    workspace.use_provider("aws", Path(str(PROVIDER)), aws.environment)


def stays_the_same(workspace: Workspace, stack: str) -> None:
    """Neither what the provider reads nor what the program says changes anything."""
    workspace.succeed("up", "--expect-no-changes", *AT, stack)
    workspace.succeed("refresh", *AT, stack)
    workspace.succeed("up", "--refresh", "--expect-no-changes", *AT, stack)


def left_behind(workspace: Workspace, stack: str) -> set[str]:
    """IDs of what the program leaves in AWS on purpose when it is done with it."""
    return {each["id"] for each in workspace.stack(stack) if each.get("retainOnDelete")}


def left_by_destroy(workspace: Workspace, aws: LocalAws, stack: str) -> set[str]:
    """What AWS has after a destroy, beside what the program keeps on purpose."""
    workspace.succeed("state", "unprotect", "--all", "--yes", "--stack", stack)
    kept = left_behind(workspace, stack)
    workspace.succeed("destroy", *AT, stack)
    return {name for names in aws.found().values() for name in names} - kept
