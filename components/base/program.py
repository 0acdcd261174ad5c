"""What the Pulumi program does before it deploys: prepare its process, and read its stack."""

import asyncio
from collections.abc import Awaitable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

import pulumi
from pulumi.runtime import stack

from openshift_credentials.base.short_process import collect_little_garbage
from openshift_credentials.base.unexpected import describe_unexpected
from openshift_credentials.preview.fault import FaultError
from openshift_credentials.preview.stack_files import locate_secrets
from openshift_credentials.stack.load import load_settings
from openshift_credentials.stack.system import Deployment

from .errors import hide_traceback_of_interrupt, stopping_the_program
from .positions import leave_out_positions
from .taken_names import tell_taken_names

_WAIT: Final = stack.wait_for_rpcs
_FROM_DATA: Final = pulumi.Output.__dict__["_from_data"].__func__
T = TypeVar("T")


def prepare_process() -> None:
    """Collect little garbage, record no frames, and tell what to do with taken names.

    The SDK would print a traceback on an interrupt; this process ends quietly.
    """
    guard_what_runs_later()
    collect_little_garbage()
    leave_out_positions()
    hide_traceback_of_interrupt()
    tell_taken_names()


@contextmanager
def last_guard() -> Generator[None]:
    """Tell the engine of an exception that nobody expected in one line, without its text.

    The text can quote a secret. The engine prints a traceback of everything but a ``RunError``.
    """
    try:
        yield
    except pulumi.RunError:
        raise
    except Exception as error:
        raise FaultError(str(describe_unexpected(error))) from error


def guard_what_runs_later() -> None:
    """Guard also what runs after the last line of the program: outputs, lookups, awaited backups.

    Where several resources wait for one output, only the output itself sees where the exception
    was raised. The SDK waits for all else in one function. Both names are the SDK's own.
    """

    async def wait(await_all_outstanding_tasks: bool = True) -> None:  # noqa: FBT001, FBT002
        with last_guard():
            await _WAIT(await_all_outstanding_tasks)

    async def guarded(data: Awaitable[T]) -> T:
        with last_guard():
            return await data

    def from_data(cls: type[pulumi.Output[T]], data: Awaitable[T]) -> pulumi.Output[T]:
        return _FROM_DATA(cls, data if asyncio.isfuture(data) else guarded(data))

    setattr(stack, "wait_for_rpcs", wait)  # noqa: B010
    setattr(pulumi.Output, "_from_data", classmethod(from_data))  # noqa: B010


def read_deployments(directory: Path) -> tuple[Deployment, ...]:
    """The systems of the stack in the order of deployment, after their checks and promises.

    ``directory`` is that of the project, where relative paths of settings start.

    Raises :class:`pulumi.RunError` with all problems at once.
    """
    config = pulumi.runtime.get_config_env()
    secrets = locate_secrets(
        directory, pulumi.get_stack(), config, pulumi.runtime.get_config_secret_keys_env()
    )
    with stopping_the_program():
        deployments = load_settings(config, secrets, directory)
        for deployment in deployments:
            deployment.assert_promises()
    return deployments
