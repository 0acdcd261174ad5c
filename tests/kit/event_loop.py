"""The tasks of the event loop of a recorded run, all of which it awaits."""

import asyncio
from collections.abc import Coroutine, Generator
from typing import Any, TypeVar

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
