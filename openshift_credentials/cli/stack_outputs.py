"""Outputs of a stack, read through the Pulumi CLI."""

import subprocess
from collections.abc import Mapping

from openshift_credentials.base.errors import unusable_input
from openshift_credentials.base.json_values import as_object, json_in
from openshift_credentials.preview.stack_files import StackConfiguration


def stack_outputs(stack: StackConfiguration) -> Mapping[str, object]:
    """Outputs of a stack with decrypted secrets, which are never shown.

    Raises :class:`UnusableInputError` if there is no CLI, or it fails.
    """
    place = ["--stack", stack.stack, "--cwd", str(stack.program)]
    command = ["pulumi", "stack", "output", "--json", "--show-secrets", *place]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except FileNotFoundError:
        raise unusable_input("pulumi is not on PATH: its CLI reads the stack's outputs", "install it") from None
    if done.returncode:
        reason = done.stderr.strip().rpartition("\n")[2] or "without a reason"
        raise unusable_input(f"'pulumi stack output' failed: {reason}")
    return as_object(json_in(done.stdout))
