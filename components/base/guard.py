"""The last guard of the program: an exception that nobody expected is told without its text."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import contextmanager
from typing import Final, TypeVar

import pulumi
from pulumi.runtime import stack

from openshift_credentials.base.unexpected import describe_unexpected
from openshift_credentials.preview.fault import FaultError

_WAIT: Final = stack.wait_for_rpcs
_FROM_DATA: Final = pulumi.Output.__dict__["_from_data"].__func__
T = TypeVar("T")
A = TypeVar("A")
R = TypeVar("R")


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

    async def guard(data: Awaitable[T]) -> T:
        with last_guard():
            return await data

    def from_data(cls: type[pulumi.Output[T]], data: Awaitable[T]) -> pulumi.Output[T]:
        return _FROM_DATA(cls, data if asyncio.isfuture(data) else guard(data))

    setattr(stack, "wait_for_rpcs", wait)  # noqa: B010
    setattr(pulumi.Output, "_from_data", classmethod(from_data))  # noqa: B010


def guard_hook(
    hook: Callable[[A], Awaitable[R]],
) -> Callable[[A], Coroutine[None, None, R]]:
    """Guard a function that the engine calls for a resource; it prints what such a hook raises."""

    async def call(args: A) -> R:
        with last_guard():
            return await hook(args)

    return call
