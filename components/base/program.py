"""What the Pulumi program does before it deploys: prepare its process, and read its stack."""

from pathlib import Path

import pulumi

from openshift_credentials.base.short_process import collect_little_garbage
from openshift_credentials.preview.stack_files import locate_secrets
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.system import Deployment

from .errors import hide_traceback_of_interrupt, stopping_the_program
from .guard import guard_what_runs_later
from .positions import leave_out_positions
from .taken_names import tell_taken_names


def prepare_process() -> None:
    """Collect little garbage, record no frames, and report the way out of taken names.

    The SDK would print a traceback on an interrupt; this process ends quietly.
    """
    guard_what_runs_later()
    collect_little_garbage()
    leave_out_positions()
    hide_traceback_of_interrupt()
    tell_taken_names()


def read_deployments(directory: Path) -> tuple[Deployment, ...]:
    """The systems of the stack in the order of deployment, after their checks and promises.

    ``directory`` is that of the project, where relative paths of settings start.

    Raises :class:`pulumi.RunError` with all problems at once.
    """
    config = pulumi.runtime.get_config_env()
    secrets = locate_secrets(directory, pulumi.get_stack(), config, pulumi.runtime.get_config_secret_keys_env())
    with stopping_the_program():
        deployments = load_settings(config, secrets, directory)
        for deployment in deployments:
            deployment.assert_promises()
    return deployments
