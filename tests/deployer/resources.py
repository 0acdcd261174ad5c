"""What the repository's stacks register."""

from functools import cache

from openshift_credentials.deployer.registered import Registered
from openshift_credentials.preview.registered import registered_resources
from tests.kit.previews import preview_of


@cache
def resources_of(stack: str, *overrides: str) -> tuple[Registered, ...]:
    """The resources of stack ``dev`` or of an example, with settings (KEY=VALUE) over it."""
    return tuple(registered_resources(preview_of(stack, *overrides)))
