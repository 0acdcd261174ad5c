"""The examples of AWS on the provider's own code, where somebody has it.

``PROVIDER_AWS=/path/to/pulumi-resource-aws`` names the program; AWS is moto on this machine
(:mod:`tests.engine.local_aws`), and everything else a stand-in.
"""

import os
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

from tests.engine.examples import make_stack, stack_file
from tests.engine.local_aws import LocalAws, local_aws
from tests.engine.workspace import Workspace

VARIABLE: Final = "PROVIDER_AWS"
PROVIDER: Final = os.environ.get(VARIABLE)
STACKS: Final = (
    "dev",
    "aws-alerts",
    "aws-kms",
    "aws-replicated",
    "aws-static",
    "mint-aws",
    "oadp-rosa",
    "pulls-ecr-standalone",
    "rosa-sts",
    "sts-aws-private",
    "sts-aws-public",
)
"""Stacks of one account of AWS that make all that they need."""


@pytest.fixture
def aws() -> Generator[LocalAws]:
    with local_aws() as served:
        yield served


def test_the_local_aws_serves_whoever_has_its_environment(aws: LocalAws) -> None:
    program = "import boto3; boto3.client('s3', 'us-east-1').create_bucket(Bucket='snapshots')"
    subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **aws.environment}, check=True
    )
    assert aws.found() == {"buckets": ["snapshots"]}


@pytest.mark.skipif(not PROVIDER, reason=f"{VARIABLE} names no pulumi-resource-aws")
@pytest.mark.parametrize("stack", STACKS)
def test_an_example_lives_on_the_provider(workspace: Workspace, aws: LocalAws, stack: str) -> None:
    workspace.use_provider("aws", Path(str(PROVIDER)), aws.environment)
    make_stack(workspace, stack)
    at = ("--yes", "--skip-preview", "--stack", stack)
    no_changes = ("--expect-no-changes", *at)
    workspace.succeed("up", *at)
    made = aws.found()
    assert made, "nothing came to the local AWS"
    workspace.succeed("up", *no_changes)
    workspace.succeed("refresh", *at)
    workspace.succeed("up", *no_changes)
    workspace.succeed("up", "--refresh", *no_changes)
    assert aws.found() == made
    workspace.succeed("state", "unprotect", "--all", "--yes", "--stack", stack)
    kept = {each["id"] for each in workspace.stack(stack) if each.get("retainOnDelete")}
    workspace.succeed("destroy", *at)
    left = {name for names in aws.found().values() for name in names}
    assert left <= kept


def test_the_stacks_are_those_of_aws() -> None:
    for stack in STACKS:
        text = stack_file(stack).read_text()
        assert "subscriptionId" not in text, stack
