"""What the repository's stacks register, previewed once a process."""

from functools import cache

from openshift_credentials.deployer.registered import Registered
from openshift_credentials.preview.digest import digest
from openshift_credentials.preview.registered import registered
from openshift_credentials.preview.run import run_program
from openshift_credentials.preview.stack_files import read_stack
from tests.kit.places import REPOSITORY


@cache
def resources_of(stack: str, *overrides: str) -> tuple[Registered, ...]:
    """The resources of stack ``dev`` or of an example, with settings (KEY=VALUE) over it."""
    file = REPOSITORY / "examples" / stack / f"Pulumi.{stack}.yaml"
    configuration = read_stack(REPOSITORY, stack, file if file.exists() else None, overrides)
    return tuple(registered(digest(configuration, run_program(configuration))))
