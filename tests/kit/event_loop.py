"""The event loop of a recorded run: it knows its tasks, and its threads answer at once."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Tasks:
    """Makes the tasks of a loop, and knows them: asyncio searches those of all earlier loops."""

    def __init__(self) -> None:
        self.made: list[asyncio.Task[Any]] = []

    def __call__(
        self,
        loop: asyncio.AbstractEventLoop,
        coroutine: Coroutine[Any, Any, T] | Generator[Any, None, T],
        **options: Any,  # noqa: ANN401 - of asyncio
    ) -> asyncio.Task[T]:
        task = asyncio.Task(coroutine, loop=loop, **options)
        self.made.append(task)
        return task


class AtOnce(ThreadPoolExecutor):
    """Answers in the thread of the program: no answer takes time."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        answer: Future[T] = Future()
        try:
            answer.set_result(fn(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001 - whoever waits for it decides
            answer.set_exception(error)
        return answer
