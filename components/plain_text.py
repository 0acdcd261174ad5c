"""Whether secrets of a stack file are encrypted in it."""

import pulumi

from openshift_credentials.stack.load import PROJECT


def in_plain_text(branch: str) -> bool:
    """Whether the stack's configuration has a branch without any encrypted value in it.

    A program that instantiates a facade itself has none: its arguments have to be secret.
    """
    key = f"{PROJECT}:{branch}"
    return pulumi.runtime.get_config(key) is not None and not pulumi.runtime.is_config_secret(key)
