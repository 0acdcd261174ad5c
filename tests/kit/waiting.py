"""Processes and loops that tests wait for, or kill."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

# Waiting for another process.


def wait_until(happened: Callable[[], object], seconds: float = 60) -> None:
    """Look again and again; fail when it has not happened in time."""
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, "it has not happened in time"
        time.sleep(0.2)


# SIGKILL to the Pulumi CLI and to what it has started.


def strike(session: int, word: str = "") -> None:
    """Kill what runs in a session and has a word in its command line, the CLI first.

    Everything, without a word. The CLI's own command line has words of its plugins too.
    """
    for process, command in sorted(processes(session)):
        if word in command and (word != "pulumi" or process == session):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


def processes(session: int) -> Iterator[tuple[int, str]]:
    """Every process of a session: the CLI puts its plugins into groups of their own."""
    for place in Path("/proc").glob("[0-9]*"):
        try:
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            command = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:  # it has ended meanwhile
            continue
        if int(fields[3]) == session and command:
            yield int(place.name), command


# The tasks of the event loop of a recorded run, all of which it awaits.

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
