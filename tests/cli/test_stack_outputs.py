"""Outputs of a stack, through the Pulumi CLI that a user has."""

import shlex
from pathlib import Path

import pytest

from tests.cli.running import Runner
from tests.kit.places import REPOSITORY, example_file

EXAMPLE = example_file("sts-aws-private")
STACK = ("--stack", "sts-aws-private", "--config-file", str(EXAMPLE), "-C", str(REPOSITORY))
OUTPUT = (*("stack", "output", "--json", "--show-secrets"), *("--stack", "sts-aws-private", "--cwd", str(REPOSITORY)))


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("echo '{}'", "stack sts-aws-private has no issuer yet; run 'pulumi up' first"),
        ("echo why >&2; echo so >&2; exit 1", "'pulumi stack output' failed: so"),
        ("exit 1", "'pulumi stack output' failed: without a reason"),
        (None, "pulumi is not on PATH: its CLI reads the stack's outputs; install it"),
    ],
)
def test_an_issuer_that_cloudfront_assigns_is_an_output(
    does: str | None, told: str, verbs: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if does is not None:
        command = tmp_path / "pulumi"
        command.write_text(f'#!/bin/sh\n[ "$*" = {shlex.quote(" ".join(OUTPUT))} ] || exit 9\n{does}\n')
        command.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    result = verbs.run("issuer", "check", *STACK)
    assert (result.code, result.err) == (2, f"error: {told}\n")
