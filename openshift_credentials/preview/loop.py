"""The event loop of a recording: calls for threads run immediately."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar, TypeVarTuple, Unpack

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


class PromptLoop(asyncio.SelectorEventLoop):
    """Calls the resource monitor in the thread of the program.

    Pulumi sends each registration from a thread, because an engine takes time to answer. A
    recording answers at once, and to wake two threads takes longer than the answer.
    """

    def run_in_executor(
        self,
        executor: Executor | None,  # noqa: ARG002 - asyncio's signature
        func: Callable[[Unpack[Arguments]], T],
        *args: *Arguments,
    ) -> asyncio.Future[T]:
        """Return a future that is done: with the result of ``func``, or what it raised."""
        answer: asyncio.Future[T] = self.create_future()
        try:
            answer.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - raised again where the answer is awaited
            answer.set_exception(error)
        return answer
